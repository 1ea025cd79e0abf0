import type { UserPresenter } from '@tribus/community/user-presenter.ts';
import { type Actor, isAdmin } from '@tribus/kit/runtime/actor.ts';
import { type Session as SessionMessage, User as UserMessage } from '@tribus/proto/identity/v1/service.ts';
import type {
  ContactMessage as ContactMessageAnswer,
  FollowedUser,
  Maintenance,
  MaintenanceConfig,
  PublicProfile,
  PublicSite,
  Session as SessionAnswer,
  User,
} from '../api.ts';
import type { ContactMessage } from './store/contact.ts';
import type { FollowCounts, Followed } from './store/follows.ts';
import type { ResolvedSession, Session } from './store/sessions.ts';
import type { SiteSettings } from './store/site.ts';
import type { Account } from './store/users.ts';

/** An account as its owner sees it. */
export function presentAccount(account: Account): User {
  const { id, email, name, role, avatarUrl, emailVerifiedAt, language, createdAt } = account;
  return {
    id,
    email,
    name,
    role,
    avatarUrl,
    emailVerified: emailVerifiedAt !== null,
    ...(language && { language }),
    createdAt: createdAt.toISOString(),
  };
}

/** An account as anyone may see it. */
export function presentPublicProfile(
  presenter: UserPresenter,
  viewer: Actor,
  account: Account,
  counts: FollowCounts,
): PublicProfile {
  const subject = { ...account, avatarUrl: account.avatarUrl ?? '', isDeleted: false };
  const { id, name, avatarUrl, isAgent } = presenter.presentUser(viewer, subject, null);
  return { id, name, avatarUrl, isAgent, createdAt: account.createdAt.toISOString(), ...counts };
}

/** A followed user in the viewer's own list. */
export function presentFollowed(presenter: UserPresenter, viewer: Actor, { since, ...user }: Followed): FollowedUser {
  const subject = { ...user, avatarUrl: user.avatarUrl ?? '', email: '', isDeleted: false };
  const { id, name, avatarUrl } = presenter.presentUser(viewer, subject, null);
  return { id, name, avatarUrl, createdAt: since.toISOString() };
}

/** One of the caller's own sessions. */
export const presentSession = (
  { id, userAgent, createdAt, lastSeenAt, expiresAt }: Session,
  actor: Actor,
): SessionAnswer => ({
  id,
  userAgent,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  current: id === actor.sessionId,
});

export const presentMaintenance = ({ maintenanceEnabled, maintenanceMessage }: SiteSettings): Maintenance => ({
  enabled: maintenanceEnabled,
  message: maintenanceMessage,
});

/** Signing in with Google is not built yet, so no button may lead there. */
export const presentSite = (settings: SiteSettings): PublicSite => ({
  disableSignup: settings.disableSignup,
  googleEnabled: false,
  maintenance: presentMaintenance(settings),
});

/** Ordinary pages read `disableSignup`; the rest is for admins. */
export function presentConfig(settings: SiteSettings, viewer: Actor): MaintenanceConfig {
  const { disableSignup } = settings;
  return isAdmin(viewer) ? { disableSignup, ...presentMaintenance(settings) } : { disableSignup };
}

/** What somebody wrote to the team, for an admin. */
export const presentContactMessage = ({ createdAt, handledAt, ...message }: ContactMessage): ContactMessageAnswer => ({
  ...message,
  createdAt: createdAt.toISOString(),
  handledAt: handledAt?.toISOString() ?? null,
});

/** A session for the gateway. */
export function sessionMessage(session: ResolvedSession): SessionMessage {
  const { id, userId, role, status, language, termsAcceptedAt, isAgent, expiresAt } = session;
  return {
    sessionId: id,
    userId,
    role,
    status,
    language: language ?? 'none',
    termsAccepted: termsAcceptedAt !== null,
    isAgent,
    expiresAt: expiresAt.toISOString(),
  };
}

/**
 * A user for another service; deleted when there is no account. Nobody can show their progress yet; until they choose,
 * the specification hides it (part 1, section 3).
 */
export function userMessage(id: string, account: Account | undefined): UserMessage {
  if (!account) return UserMessage.fromPartial({ id, isDeleted: true });
  const { name, email, avatarUrl, role, isAgent, createdAt } = account;
  return {
    id,
    name,
    email,
    avatarUrl: avatarUrl ?? '',
    role,
    isAgent,
    isDeleted: false,
    showsProgress: false,
    createdAt: createdAt.toISOString(),
  };
}
