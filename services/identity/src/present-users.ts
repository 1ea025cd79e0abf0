import type { OwnSanction, Sanction as SanctionAnswer } from '../api/sanctions.ts';
import type { AdminUser } from '../api/users.ts';
import { limitsEnd } from './account-limits.ts';
import type { Deps } from './deps.ts';
import { describeDevice } from './devices.ts';
import type { NamedSanction, Sanction } from './store/sanctions.ts';
import type { Session } from './store/sessions.ts';
import type { DirectoryUser } from './store/user-directory.ts';

/** An account as admins see it. */
export function presentAdminUser(deps: Pick<Deps, 'ctx' | 'newAccountHours'>, account: DirectoryUser): AdminUser {
  const { emailVerifiedAt, limitsLiftedAt, createdAt, lastSeenAt, ...user } = account;
  return {
    ...user,
    emailVerified: emailVerifiedAt !== null,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    limitsLifted: limitsLiftedAt !== null,
    limitedUntil: limitsEnd(deps, account),
  };
}

export const presentUserSession = ({ id, createdAt, lastSeenAt, expiresAt, userAgent }: Session) => ({
  id,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  device: describeDevice(userAgent),
  userAgent,
});

/** A sanction as the member sees it, without its author. */
export function presentOwnSanction(sanction: Sanction): OwnSanction {
  const { id, kind, reason, message, createdAt, endsAt, appeal, appealedAt } = sanction;
  const { appealOutcome: outcome, appealAnswer: answer, appealAnsweredAt } = sanction;
  return {
    id,
    kind,
    reason,
    message,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    appeal:
      appeal !== null && appealedAt
        ? {
            text: appeal,
            at: appealedAt.toISOString(),
            outcome,
            answer,
            answeredAt: appealAnsweredAt?.toISOString() ?? null,
          }
        : null,
  };
}

export const presentSanction = (sanction: NamedSanction): SanctionAnswer => ({
  ...presentOwnSanction(sanction),
  userId: sanction.userId,
  userName: sanction.userName,
  issuedById: sanction.issuedBy,
  issuedByName: sanction.issuedByName ?? '',
  endedAt: sanction.endedAt?.toISOString() ?? null,
  endCause: sanction.endCause,
  note: sanction.note,
});
