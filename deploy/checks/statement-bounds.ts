const oneRow = 'the table has one row';
const idList = 'by ids of a list that is at most a portion long';
const inStatement = 'limited in the statement';
const ofPortion = 'the rows of a locked portion';
const ofReplicas = 'a row for each replica of the service';

/** Bounds of statements whose conditions contain no unique index, by file and statement. */
export const boundedStatements: Readonly<Record<string, string>> = {
  'agents/src/store/agents.ts: update agents (active)': 'agents are made by admins',
  'content/src/store/announcements.ts: delete announcements (tribe_id)': 'a tribe announces one post a day',
  'content/src/store/case-erasure.ts: delete case_notes (case_id)': 'of 20 cases, with at most 50 notes each',
  'content/src/store/case-erasure.ts: update case_decisions (case_id)': 'of 20 cases; a case has a few decisions',
  'content/src/store/case-hiding.ts: update cases (sql)': 'by the id of one case',
  'content/src/store/cases.ts: update cases ()': `of objects ${idList}; an object has one open case, and decided ones for the days of an appeal`,
  'content/src/store/comments.ts: update posts (sql)': 'the posts of comments that were deleted in a portion',
  'content/src/store/counters.ts: update {table} (id)': 'by the id of one post or comment',
  'content/src/store/landing.ts: delete landing_files ()': ofPortion,
  'content/src/store/landing.ts: delete landing_files (is_shown)':
    'the items that the landing page has shown, at most 12',
  'content/src/store/place-slugs.ts: update posts (sql)': idList,
  'content/src/store/post-videos.ts: update cases (kind, object_id)': 'the cases about one post that are not closed',
  'content/src/store/reactions.ts: delete reactions (user_id)': `of one user on targets ${idList}`,
  'content/src/store/reactions.ts: update {tableOf[target.kind]} (id)': 'by the id of one post or comment',
  'content/src/store/reactions.ts: update {table} ()': `of targets ${idList}`,
  'content/src/store/tribe-days.ts: delete tribe_days (tribe_id)': 'a row a day',
  'gamification/src/store/challenge-awards.ts: delete challenge_awards (sql)': 'the rows that a portion found',
  'gamification/src/store/totals.ts: delete totals (sql)': 'the rows that a portion found',
  'gamification/src/store/contributions.ts: delete contributions (sql)':
    'limited in the statement, or by names of a list',
  'gamification/src/store/ledger.ts: delete ledger (sql)': 'by names of a list, at most a batch of events',
  'gamification/src/store/totals.ts: update totals (sql)':
    'limited in the statement, by names of a list, or by the primary key',
  'identity/src/store/ads.ts: update ads_settings ()': oneRow,
  'identity/src/store/blocks.ts: delete blocks (blocked_id)':
    'of two people and one tribe, by a unique index that the check does not see',
  'identity/src/store/dismissed-suggestions.ts: delete dismissed_suggestions ()': 'by all columns of the primary key',
  'identity/src/store/dismissed-suggestions.ts: delete dismissed_suggestions (sql)':
    'a limit of dismissed suggestions of an account',
  'identity/src/store/email-changes.ts: update email_changes (user_id)': 'changes of a week, each confirmed by mail',
  'identity/src/store/email-settings.ts: delete email_settings ()': oneRow,
  'identity/src/store/failed-sign-ins.ts: delete failed_sign_ins ()': inStatement,
  'identity/src/store/failed-sign-ins.ts: delete failed_sign_ins (counted, key)': 'a row for an hour, kept for two',
  'identity/src/store/login-counts.ts: update login_counts (sql)': 'by the primary key',
  'identity/src/store/retained-sanctions.ts: delete kept_sanctions (first_id)':
    'a chain of accounts of one person, one sanction each',
  'identity/src/store/followed-labels.ts: delete followed_labels ()': 'by all columns of the primary key',
  'identity/src/store/mutes.ts: delete mutes ()': 'by all columns of the unique index `one_mute`',
  'identity/src/store/one-time-tokens.ts: delete one_time_tokens (purpose, user_id)':
    'tokens last an hour, mails are a minute apart',
  'identity/src/store/one-time-tokens.ts: delete one_time_tokens (user_id)':
    'tokens last an hour, mails are a minute apart',
  'identity/src/store/passkeys.ts: delete passkeys (user_id)': 'a limit of passkeys of an account',
  'identity/src/store/sanctions.ts: update sanctions ()': 'admins decide them one by one; it runs every minute',
  'identity/src/store/sanctions.ts: update sanctions (user_id)': 'at most one open sanction of each kind',
  'identity/src/store/second-factors.ts: delete recovery_codes (user_id)': 'ten codes of an account',
  'identity/src/store/sessions.ts: delete sessions (user_id)': 'at most 100 open sessions of an account',
  'identity/src/store/sessions.ts: delete sessions ()': 'at most 100 open sessions of an account, and a new one',
  'identity/src/store/sessions.ts: update sessions ()': `of sessions ${idList}`,
  'identity/src/store/sessions.ts: update users ()': `of sessions ${idList}`,
  'identity/src/store/site.ts: update site_settings ()': oneRow,
  'identity/src/store/tasks.ts: update tasks (status, user_id)': 'a limit of tasks of an account',
  'identity/src/store/users.ts: update users (sql)': 'by the id of one user',
  'kit/jobs/jobs.ts: delete job_states (sql)': 'by the id of one job',
  'kit/jobs/lease.ts: update job_workers (sql)': ofReplicas,
  'kit/jobs/lease.ts: delete job_workers (sql)': ofReplicas,
  'kit/jobs/lease.ts: delete job_states (sql)': 'by the id of one job',
  'kit/jobs/lease.ts: delete graphile_worker._private_jobs (sql)': 'by the id of one job',
  'kit/jobs/lease.ts: update graphile_worker._private_job_queues (sql)': 'the queue of one job',
  'kit/jobs/lease.ts: update graphile_worker._private_jobs (sql)':
    'the jobs that dead replicas were running, a few for each',
  'kit/mongo/document-portions.ts: deleteMany collection ()': 'by the ids of a slice',
  'kit/mongo/document-portions.ts: updateMany collection ()': 'by the ids of a slice',
  'kit/postgres/consumer-store.ts: delete consumer_copies (sql)': ofReplicas,
  'kit/postgres/consumer-store.ts: update event_partitions (sql)': 'a row for each partition',
  'kit/postgres/consumer-store.ts: update parked_events (sql)': 'by the id of one event',
  'kit/postgres/consumer-store.ts: delete inbox (sql)': 'by ids of a batch of events',
  'kit/postgres/consumer-store.ts: delete parked_events (sql)': 'by the id of one event',
  'kit/postgres/consumer-store.ts: update consumer_positions (sql)': 'a row for each partition',
  'kit/postgres/idempotency.ts: update idempotency_keys ()': 'by all columns of the primary key',
  'kit/postgres/portions.ts: delete {sql.table(rows.from)} (sql)': ofPortion,
  'kit/postgres/portions.ts: delete {table} (sql)': inStatement,
  'kit/postgres/portions.ts: update {sql.table(rows.from)} (sql)': ofPortion,
  'kit/postgres/outbox.ts: update outbox (replay_pending)': idList,
  'kit/postgres/outbox.ts: update outbox ()': 'by sequences in the outbox of a batch',
  'messaging/src/store/messages.ts: updateMany conversations ()': idList,
  'media/src/store/video-metadata.ts: update objects ()': inStatement,
  'media/src/store/resumable-uploads.ts: delete resumable_uploads ()': ofPortion,
  'media/src/store/objects.ts: delete objects ()': 'a limit of pictures, each with at most three variants',
  'media/src/store/objects.ts: update objects ()': 'by keys of a list and the few variants of each',
  'media/src/store/objects.ts: update objects (visibility_version)': 'by keys of a claim and the few variants of each',
  'media/src/store/resumable-uploads.ts: delete objects ()': 'a limit of uploads, each with one object and its poster',
  'media/src/store/stores.ts: update stores ()': 'one store is chosen at a time',
  'tribes/src/store/challenges.ts: update challenges (sql)': 'at most 20 challenges of a level',
  'tribes/src/store/invites.ts: update invites (created_by, tribe_id)': 'a limit of open invitations of a member',
  'tribes/src/store/level-ups.ts: delete level_ups (tribe_id, user_id)': 'a limit of levels of a tribe',
  'tribes/src/store/levels.ts: update levels (tribe_id)': 'at most 10 levels of a tribe',
  'tribes/src/store/levels.ts: update levels (sql)': 'at most 10 levels of a tribe',
  'tribes/src/store/new-account-joins.ts: delete new_account_joins (user_id)': 'a row for an hour, kept for a day',
  'tribes/src/store/orphans.ts: delete submissions ()': ofPortion,
  'tribes/src/store/stays.ts: update stays (tribe_id, user_id)':
    'one stay that has not ended, by a unique index with a condition',
  'tribes/src/store/bans.ts: update bans (tribe_id, user_id)':
    'the decisions of moderators about one person in one tribe',
};
