import { daySeconds } from '@tribus/kit/core/durations.ts';
import type { Families, Retention } from '@tribus/kit/core/retention.ts';
import { contactDays, dataExportHours, emailUndoDays, mailIntervalSeconds, signInDays } from '../../limits.ts';
import type { IdentityDb } from './tables.ts';

/** The job that deletes rows by more than their age. */
const by = 'sweepSessions';

/** Retention of each table of identity. */
export const identityRetention: Retention<IdentityDb> = {
  users: {
    until: 'the account is deleted, automatically one day after a Google sign-up if the terms were not accepted',
  },
  sessions: { days: 0, since: 'expiresAt' },
  signIns: { days: signInDays, since: 'createdAt' },
  secondFactors: { until: 'the second factor is disabled, or the account is deleted' },
  recoveryCodes: { until: 'the code is used or replaced, or the account is deleted' },
  secondFactorChallenges: { days: 0, since: 'expiresAt' },
  emailChanges: { days: emailUndoDays, since: 'changedAt' },
  passkeys: { until: 'the passkey is removed, or the account is deleted' },
  usedPasskeyChallenges: { days: 0, since: 'expiresAt' },
  oneTimeTokens: { days: 0, since: 'expiresAt' },
  googleIdentities: { until: 'Google is disconnected, or the account is deleted' },
  lastMails: { days: mailIntervalSeconds / daySeconds, since: 'sentAt' },
  // The longest wait is a quarter of an hour.
  loginCounts: { days: 1, since: 'countedAt' },
  failedSignIns: { days: 1 / 24, since: 'hour', by },
  follows: { until: 'the user unfollows, one of the two blocks the other, or one of the two accounts is deleted' },
  followedLabels: { until: 'the user unfollows the tag or place, or the account is deleted' },
  blocks: { until: 'the block is lifted, or one of the two accounts or the tribe is deleted' },
  mutes: { until: 'the mute is lifted, or the account, the muted account or the tribe is deleted' },
  dismissedSuggestions: {
    until: 'the user undoes it or dismisses 500 others, or the account, the suggested person or the tribe is deleted',
  },
  tasks: { until: 'the task or the account is deleted' },
  siteSettings: { until: 'never: one row' },
  adsSettings: { until: 'never: one row' },
  emailSettings: { until: 'an admin restores the settings of the environment: one row' },
  contactMessages: { days: contactDays, since: 'createdAt' },
  sanctions: { until: 'the account is deleted' },
  keptSanctions: { days: 0, since: 'keptUntil' },
  dataExports: { days: (2 * dataExportHours) / 24, since: 'requestedAt', by },
  auditLog: { days: 365, since: 'createdAt', by },
};

/** Files that identity writes. */
export const identityFiles: Families = {
  '{MAIL_DIR}/*.eml': {
    contains: 'mails as files, on machines without a mail server only',
    until: 'the operator deletes them',
  },
  '{MAIL_DIR}/*.eml.part': {
    contains: 'a mail that is being written',
    until: 'it is written; after a kill until its job, which is repeated, writes it again',
  },
};
