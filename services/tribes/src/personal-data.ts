import { type PersonalAreas, readPersonalPage, readPersonalPageByKey } from '@tribus/community/personal-data.ts';
import type { LevelUpKey } from './store/level-ups.ts';
import type { TribesStore } from './store/store.ts';

const firstPageOnly = <T>(records: readonly T[]) => ({ records: records as readonly object[], next: '' });

/**
 * A user's records besides memberships, which identity lists by `ListMemberships`. Deciders' ids are omitted: they are
 * not the user's data.
 */
export function tribesAreas(store: TribesStore): PersonalAreas {
  const { submissions, requests, bans, restrictions, invites, stays, ownershipOffers } = store;
  return {
    ...submissionArea(submissions),
    ...progressAreas(store),
    ownership_offers: async (userId) =>
      firstPageOnly(
        (await ownershipOffers.listByUser(userId)).map(({ tribeId, createdAt }) => ({ tribeId, offeredAt: createdAt })),
      ),
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

const progressAreas = ({ quizAttempts, levelUps }: TribesStore): PersonalAreas => ({
  quiz_attempts: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => quizAttempts.listOwn(userId, limit, after),
      ({ challengeId }) => challengeId,
      ({ tribeId, challengeId, triedAt }) => ({ tribeId, challengeId, lastTriedAt: triedAt }),
    ),
  level_ups: (userId, cursor) =>
    readPersonalPageByKey(
      cursor,
      (limit, after: LevelUpKey | null) => levelUps.listByUser(userId, limit, after),
      ({ tribeId, cause, causeId }) => ({ tribeId, cause, causeId }),
      ({ tribeId, levelOrder, cause, raisedAt }) => ({ tribeId, level: levelOrder, cause, raisedAt }),
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
