import type { AuditEntry } from './api.ts';

type Action = Exclude<AuditEntry['action'], 'none'>;

/** The actions by which the log can be filtered; the type restricts them to those of the contract. */
const SUPPORTED: Record<Action, true> = {
  login_failed: true,
  admin_appointed: true,
  site_settings_changed: true,
  contact_message_marked: true,
  landing_changed: true,
  user_created: true,
  user_updated: true,
  user_deleted: true,
  sessions_ended: true,
  user_warned: true,
  user_silenced: true,
  user_suspended: true,
  sanction_lifted: true,
  appeal_answered: true,
  password_changed: true,
  password_reset: true,
  email_changed: true,
  second_factor_enabled: true,
  second_factor_disabled: true,
  recovery_codes_renewed: true,
  recovery_code_used: true,
  passkey_added: true,
  passkey_removed: true,
  membership_added: true,
  membership_removed: true,
  membership_role_changed: true,
  join_request_approved: true,
  join_request_rejected: true,
  member_banned: true,
  member_unbanned: true,
  member_restricted: true,
  member_unrestricted: true,
  ownership_transferred: true,
  invite_created: true,
  invite_revoked: true,
  tribe_updated: true,
  tribe_banner_changed: true,
  tribe_deleted: true,
  post_edited: true,
  post_deleted: true,
  comment_deleted: true,
  tribe_media_deleted: true,
  case_decided: true,
  account_limits_changed: true,
  agent_created: true,
  agent_updated: true,
  agent_deleted: true,
};

export const AUDIT_ACTIONS = Object.keys(SUPPORTED) as Action[];

export const isAuditAction = (word: string | null): word is Action => AUDIT_ACTIONS.some((action) => action === word);
