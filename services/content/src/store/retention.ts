import type { Retention } from '@tribus/kit/core/retention.ts';
import { activeDaysRetention, caseTextDays, postVersionsMax, reportDaysRetention } from '../../limits.ts';
import type { ContentDb } from './tables.ts';

/** The latest deletion of the personal texts of a case. */
const afterClosing = `${caseTextDays} days after the case is closed and no longer hides a post until its edit`;

/** Retention of the tables of content. */
export const contentRetention: Retention<ContentDb> = {
  posts: { until: 'the author or a moderator deletes the post, or the tribe or the account is deleted' },
  postVersions: {
    until: `the post is deleted; of a post with more than ${postVersionsMax}, the first and the newest are kept`,
  },
  // Longer than an upload may wait for its post, and longer than the attempts to apply an outcome.
  videoOutcomes: { days: 14, since: 'recordedAt' },
  postSearch: { until: 'the post is deleted' },
  tribeMedia: { until: 'the uploader or a moderator deletes the picture, or the tribe or the account is deleted' },
  // No write to a tribe that began before its deletion takes longer.
  goneTribes: { days: 90, since: 'goneAt' },
  deletedTribes: { until: 'never: written by versions without jobs only' },
  deletedPosts: { until: 'all data of the post is deleted' },
  deletedComments: { until: 'all data of the comment is deleted' },
  deletedCases: { until: 'all data of the case is deleted' },
  pinnedPosts: { until: 'the post is unpinned, deleted or removed' },
  announcements: { until: 'the tribe is deleted: at most one row a day per tribe' },
  comments: { until: 'the author or a moderator deletes the comment, or the post is deleted' },
  reactions: { until: 'the reaction is withdrawn, or the post, the comment or the account is deleted' },
  // A view counts once a day; the total stays on the post.
  views: { days: 2, since: 'day' },
  activeDays: { days: activeDaysRetention, since: 'day' },
  // The current hour and the 23 before it are counted.
  hourlyWriting: { days: 1, since: 'hour' },
  tribeDays: { until: 'the tribe is deleted: one row per day with activity' },
  landing: { until: 'never: one row' },
  landingFiles: { until: 'the file is removed from the landing page, or was never shown' },
  cases: {
    until: `never: author, evidence and appeal are removed with the account, except the evidence of open cases about tribes and messages, which outlive it; evidence and appeal also ${afterClosing}`,
  },
  reports: {
    until: `never: the reporter and the description are removed with the account; the description also ${afterClosing}`,
  },
  reportDays: { days: reportDaysRetention, since: 'day' },
  caseDecisions: {
    until: `never: action, reason, time and decider; the decider is removed with the account, the message to the author ${afterClosing}`,
  },
  caseNotes: { until: `the account of the author is deleted, or ${afterClosing}` },
};
