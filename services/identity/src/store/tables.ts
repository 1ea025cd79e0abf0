import type { Generated } from 'kysely';
import type { languages, roles } from '../../limits.ts';

/** The tables of migrations/. */
export interface IdentityDb {
  users: {
    id: string;
    email: string;
    name: string;
    password_hash: string | null;
    role: (typeof roles)[number];
    status: Generated<'active' | 'suspended'>;
    avatar_url: string | null;
    language: (typeof languages)[number] | null;
    is_agent: Generated<boolean>;
    email_verified_at: Date | null;
    terms_accepted_at: Date | null;
    created_at: Date;
  };
  sessions: {
    id: string;
    user_id: string;
    user_agent: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
  };
  login_counts: { key: string; failures: number; counted_at: Date; free_at: Date };
  follows: { user_id: string; followed_id: string; created_at: Date };
  site_settings: {
    id: Generated<boolean>;
    maintenance_enabled: boolean;
    maintenance_message: string;
    disable_signup: boolean;
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Those of the ids that are UUIDs. Others name no row, and Postgres would refuse the whole statement for them. */
export const onlyUuids = (ids: readonly string[]): string[] => ids.filter((id) => uuid.test(id));
