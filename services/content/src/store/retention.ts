import type { Retention } from '@tribus/kit/core/retention.ts';
import { activeDaysRetention, evidenceDays } from '../../limits.ts';
import type { ContentDb } from './tables.ts';

/** Retention of the tables of content. */
export const contentRetention: Retention<ContentDb> = {
  posts: { until: 'the author or a moderator deletes it, or the tribe or the account is deleted' },
  tribeMedia: { until: 'the uploader or a moderator deletes it, or the tribe or the account is deleted' },
  // No write to a tribe that began before its deletion takes longer.
  goneTribes: { days: 90, since: 'goneAt' },
  deletedTribes: { until: 'never: only versions without jobs write it' },
  deletedPosts: { until: 'nothing of the post is left' },
  deletedComments: { until: 'nothing of the comment is left' },
  deletedCases: { until: 'nothing of the case is left' },
  pinnedPosts: { until: 'it is unpinned, or the post is deleted or removed' },
  announcements: { until: 'the tribe is deleted: one a day in a tribe' },
  comments: { until: 'the author or a moderator deletes it, or the post is deleted' },
  reactions: { until: 'it is taken back, or what it belongs to or the account is deleted' },
  // A view counts once a day; the total stays on the post.
  views: { days: 2, since: 'day' },
  activeDays: { days: activeDaysRetention, since: 'day' },
  tribeDays: { until: 'the tribe is deleted: one row a day in which somebody was active' },
  landing: { until: 'never: one row' },
  landingFiles: { until: 'the page shows it no longer, or it was never shown' },
  cases: {
    until: 'never: who it was about and what it showed are removed with the account, or some time after its end',
  },
  reports: { until: 'never: who reported and in which words is removed with their account' },
  reportDays: { days: evidenceDays, since: 'day' },
  caseDecisions: { until: 'never: what was decided, in which words' },
  caseNotes: { until: 'the account of the author is deleted' },
};
