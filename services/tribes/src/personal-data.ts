import { type PersonalAreas, readPersonalPage } from '@tribus/community/personal-data.ts';
import type { TribesStore } from './store/store.ts';

const firstPageOnly = <T>(records: readonly T[]) => ({ records: records as readonly object[], next: '' });

/**
 * A user's records besides memberships, which identity lists by `ListMemberships`. Deciders' ids are omitted: they are
 * not the user's data.
 */
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
    stays: (userId, cursor) =>
      readPersonalPage(
        cursor,
        (limit, after) => stays.listByUser(userId, limit, after),
        ({ id }) => String(id),
        ({ tribeId, joinedAt, leftAt }) => ({ tribeId, joinedAt, leftAt }),
      ),
    ...admissionAreas(bans, invites, requests),
  };
}

const submissionArea = (submissions: TribesStore['submissions']): PersonalAreas => ({
  submissions: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => submissions.listOwn(userId, limit, after),
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

const admissionAreas = (
  bans: TribesStore['bans'],
  invites: TribesStore['invites'],
  requests: TribesStore['requests'],
): PersonalAreas => ({
  bans: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => bans.listAllByUser(userId, limit, after),
      ({ id }) => id,
      ({ tribeId, reason, createdAt, endsAt, liftedAt }) => ({ tribeId, reason, createdAt, endsAt, liftedAt }),
    ),
  invites: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => invites.listMadeBy(userId, limit, after),
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
  arrivals: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => invites.listUsedBy(userId, limit, after),
      ({ inviteId }) => inviteId,
      ({ tribeId, usedAt }) => ({ tribeId, usedAt }),
    ),
  notes: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => requests.listNotesBy(userId, limit, after),
      ({ id }) => id,
      ({ tribeId, body, createdAt }) => ({ tribeId, text: body, createdAt }),
    ),
});
