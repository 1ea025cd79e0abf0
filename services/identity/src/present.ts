import type { UserPresenter, Viewer } from '@tribus/community/user-presenter.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import { type Session as SessionMessage, User as UserMessage } from '@tribus/proto/identity/v1/service.ts';
import type { AuditEntry } from '../api/audit.ts';
import type { Task as TaskAnswer } from '../api/tasks.ts';
import type { ContactMessage, FollowedUser, Maintenance, MaintenanceConfig, PublicSite, User } from '../api.ts';
import { limitedUntil, limitsEnd } from './account-limits.ts';
import type { Deps } from './deps.ts';
import { presentPhotos } from './present-profile.ts';
import { profileOf, visibilityOf } from './profile-fields.ts';
import type { AuditLogEntry } from './store/audit.ts';
import type { NamedContactMessage } from './store/contact.ts';
import type { Followed } from './store/follows.ts';
import type { ResolvedSession } from './store/sessions.ts';
import type { SiteSettings } from './store/site.ts';
import type { Task } from './store/tasks.ts';
import type { Account, UserSummary } from './store/users.ts';

/** An account as its owner sees it. */
export function presentAccount(deps: Pick<Deps, 'ctx' | 'urls' | 'newAccountHours'>, account: Account): User {
  const { id, email, name, role, avatarUrl, emailVerifiedAt, welcomedAt, language, createdAt } = account;
  return {
    id,
    email,
    name,
    role,
    avatarUrl,
    emailVerified: emailVerifiedAt !== null,
    welcomed: welcomedAt !== null,
    ...(language && { language }),
    createdAt: createdAt.toISOString(),
    limitedUntil: limitsEnd(deps, account),
    ...profileOf(account),
    profileVisibility: visibilityOf(account),
    photos: presentPhotos(deps, account.photos),
  };
}

/** A followed user in the viewer's own list; undefined when the viewer may not see them. */
export function presentFollowed(
  presenter: UserPresenter,
  viewer: Viewer,
  { createdAt: since, ...user }: Followed,
): FollowedUser | undefined {
  const subject = { ...user, avatarUrl: user.avatarUrl ?? '', email: '', isDeleted: false };
  const shown = presenter.presentUser(viewer, subject, null);
  if (!shown) return undefined;
  const { id, name, avatarUrl } = shown;
  return { id, name, avatarUrl, createdAt: since.toISOString() };
}

export const presentMaintenance = ({ maintenanceEnabled, maintenanceMessage }: SiteSettings): Maintenance => ({
  enabled: maintenanceEnabled,
  message: maintenanceMessage,
});

/** Public settings for visitors' screens. */
export const presentSite = (settings: SiteSettings, googleEnabled: boolean): PublicSite => ({
  disableSignup: settings.disableSignup,
  googleEnabled,
  maintenance: presentMaintenance(settings),
});

/** Ordinary pages read `disableSignup`; the rest is for admins. */
export function presentConfig(settings: SiteSettings, viewer: Actor): MaintenanceConfig {
  const { disableSignup } = settings;
  return isAdmin(viewer) ? { disableSignup, ...presentMaintenance(settings) } : { disableSignup };
}

/** A task for its owner. */
export const presentTask = ({ id, title, description, status, position, createdAt }: Task): TaskAnswer => ({
  id,
  title,
  description,
  status,
  position,
  done: status === 'done',
  createdAt: createdAt.toISOString(),
});

/** A contact message for an admin. */
export function presentContactMessage(message: NamedContactMessage): ContactMessage {
  const { createdAt, handledAt, handledBy, handledByName, senderId: _senderId, ...sent } = message;
  return {
    ...sent,
    createdAt: createdAt.toISOString(),
    handledAt: handledAt?.toISOString() ?? null,
    handledById: handledBy,
    handledByName: handledByName ?? '',
  };
}

/** An entry of the audit log, for an admin. */
export const presentAuditEntry = (entry: AuditLogEntry): AuditEntry => {
  const { id, createdAt, service, action, before, after, addressMark, requestId } = entry;
  return {
    id,
    createdAt: createdAt.toISOString(),
    service,
    action,
    actor: { kind: entry.actorKind, id: entry.actorId, name: entry.actorName },
    target: { type: entry.targetType, id: entry.targetId, name: entry.targetName },
    before,
    after,
    addressMark,
    requestId,
  };
};

/** A session for the gateway. */
export function sessionMessage(session: ResolvedSession, newAccountHours: number): SessionMessage {
  const until = limitedUntil({ ...session, createdAt: session.userCreatedAt }, newAccountHours);
  const { id, userId, role, status, language, termsAcceptedAt, isAgent, isSilenced, expiresAt } = session;
  return {
    sessionId: id,
    userId,
    role,
    status,
    language: language ?? 'none',
    termsAccepted: termsAcceptedAt !== null,
    isAgent,
    isSilenced,
    limitedUntil: until?.toISOString() ?? '',
    expiresAt: expiresAt.toISOString(),
  };
}
/** A user for another service; marked as deleted when there is no account. */
export function userMessage(id: string, account: UserSummary | undefined): UserMessage {
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
    showsProgress: visibilityOf(account).progress,
    createdAt: createdAt.toISOString(),
  };
}
