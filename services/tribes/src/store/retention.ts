import type { Retention } from '@tribus/kit/core/retention.ts';
import type { TribesDb } from './tables.ts';

/** Retention periods of the tables of tribes; all rows are deleted with their tribe. */
export const tribesRetention: Retention<TribesDb> = {
  tribes: { until: 'the owner or an admin deletes the tribe, or the last member leaves' },
  members: { until: 'the membership ends, the request is withdrawn, or the account is deleted' },
  stays: { until: 'the tribe is deleted; the user id is removed with the account' },
  owners: { until: 'the account is deleted' },
  ownershipOffers: { until: 'the offer is answered or withdrawn' },
  postLevels: { until: 'the tribe is deleted: one row per tribe' },
  levels: { until: 'an owner deletes the level' },
  challenges: { until: 'an owner deletes the challenge' },
  submissions: { until: 'the challenge or the account is deleted; only the newest twenty failed quizzes' },
  quizAttempts: { until: 'the challenge or the account is deleted' },
  levelUps: { until: 'the membership ends' },
  bans: { until: 'the banned account is deleted' },
  restrictions: { until: 'the restriction is lifted, or the account is deleted' },
  requestNotes: { until: 'the request is decided or withdrawn, or the account of the author is deleted' },
  invites: { until: 'the tribe is deleted; the creator is removed with the account' },
  newAccountJoins: { days: 1, since: 'hour' },
  inviteUses: { until: 'the account is deleted' },
  deletedTribes: { until: 'all data of the tribe is deleted' },
  deletedChallenges: { until: 'all data of the challenge is deleted' },
  endedProgress: { until: 'all submissions are deleted' },
};
