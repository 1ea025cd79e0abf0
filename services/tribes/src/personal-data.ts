import { type PersonalAreas, personalPage, personalPageSize } from '@tribus/community/personal-data.ts';
import type { TribesStore } from './store/store.ts';

const limit = personalPageSize + 1;
const firstPageOnly = <T>(records: readonly T[]) => ({ records: records as readonly object[], next: '' });

/** What is kept of a user beside their memberships, which identity lists by `ListMemberships`. Who decided is not theirs. */
export function tribesAreas({ submissions, requests, bans, restrictions, invites, stays }: TribesStore): PersonalAreas {
  return {
    ...submissionArea(submissions),
    answers: async (userId) => firstPageOnly(await requests.listAnswersBy(userId)),
    restrictions: async (userId) =>
      firstPageOnly(
        (await restrictions.listByUser(userId)).map(({ tribeId, reason, createdAt, endsAt }) => ({
          tribeId,
          reason,
          createdAt,
          endsAt,
        })),
      ),
    stays: async (userId, cursor) =>
      personalPage(
        await stays.listByUser(userId, limit, cursor),
        ({ id }) => String(id),
        ({ tribeId, joinedAt, leftAt }) => ({ tribeId, joinedAt, leftAt }),
      ),
    ...doorAreas(bans, invites, requests),
  };
}

const submissionArea = (submissions: TribesStore['submissions']): PersonalAreas => ({
  submissions: async (userId, cursor) =>
    personalPage(
      await submissions.listOwn(userId, limit, cursor),
      ({ id }) => id,
      ({
        id,
        tribeId,
        challengeId,
        title,
        levelOrder,
        status,
        score,
        maxScore,
        text,
        hint,
        attachment,
        note,
        ...times
      }) => ({
        id,
        tribeId,
        challenge: { id: challengeId, title, level: levelOrder },
        status,
        score,
        maxScore,
        text,
        hint,
        file: attachment && !attachment.lost ? { key: attachment.key, name: attachment.document?.name ?? null } : null,
        note,
        createdAt: times.createdAt,
        decidedAt: times.decidedAt,
      }),
    ),
});

const doorAreas = (
  bans: TribesStore['bans'],
  invites: TribesStore['invites'],
  requests: TribesStore['requests'],
): PersonalAreas => ({
  bans: async (userId, cursor) =>
    personalPage(
      await bans.listAllByUser(userId, limit, cursor),
      ({ id }) => id,
      ({ tribeId, reason, createdAt, endsAt, liftedAt }) => ({ tribeId, reason, createdAt, endsAt, liftedAt }),
    ),
  invites: async (userId, cursor) =>
    personalPage(
      await invites.listMadeBy(userId, limit, cursor),
      ({ id }) => id,
      ({ tribeId, createdAt, expiresAt, maxUses, uses, revokedAt }) => ({
        tribeId,
        createdAt,
        expiresAt,
        maxUses,
        uses,
        revokedAt,
      }),
    ),
  arrivals: async (userId, cursor) =>
    personalPage(
      await invites.listUsedBy(userId, limit, cursor),
      ({ inviteId }) => inviteId,
      ({ tribeId, usedAt }) => ({ tribeId, usedAt }),
    ),
  notes: async (userId, cursor) =>
    personalPage(
      await requests.listNotesBy(userId, limit, cursor),
      ({ id }) => id,
      ({ tribeId, body, createdAt }) => ({ tribeId, text: body, createdAt }),
    ),
});
