const oneRow = 'one row';

/** Bounds of the rows that a cascade deletes with one row, by `service: table (columns) of the table referred to`. */
export const cascadeBounds: Readonly<Record<string, string>> = {
  'content: post_search (post_id) of posts': oneRow,
  'identity: data_exports (user_id) of users': 'one a day, for four days',
  'identity: dismissed_suggestions (user_id) of users': 'a limit of dismissed suggestions of an account',
  'identity: email_changes (user_id) of users': 'changes of a week, each confirmed by mail',
  'identity: followed_labels (user_id) of users': 'a limit of followed tags and places of an account',
  'identity: google_identities (user_id) of users': oneRow,
  'identity: one_time_tokens (user_id) of users': 'tokens last an hour, mails are a minute apart',
  'identity: passkeys (user_id) of users': 'a limit of passkeys of an account',
  'identity: recovery_codes (user_id) of users': 'ten codes of an account',
  'identity: sanctions (user_id) of users': 'admins decide them one by one',
  'identity: second_factor_challenges (user_id) of users': 'challenges last minutes, sign-ins are limited',
  'identity: second_factors (user_id) of users': oneRow,
  'identity: sessions (user_id) of users': 'at most 100 open sessions of an account',
  'identity: tasks (user_id) of users': 'a limit of tasks of an account',
  'media: objects (main_key) of objects': 'the sizes of a picture',
  'tribes: challenges (level_id) of levels': 'at most 20 challenges of a level',
  'tribes: challenges (tribe_id) of tribes': 'at most 10 levels of 20 challenges',
  'tribes: invite_uses (invite_id) of invites': 'a job deletes the uses of an invitation in portions before it',
  'tribes: level_ups (tribe_id, user_id) of members': 'at most one for each of 10 levels',
  'tribes: levels (tribe_id) of tribes': 'at most 10 levels of a tribe',
  'tribes: ownership_offers (tribe_id) of tribes': oneRow,
  'tribes: post_levels (tribe_id) of tribes': oneRow,
  'tribes: request_notes (tribe_id, user_id) of members': 'at most 50 notes about a request',
};
