import type { Generated } from 'kysely';
import type { languages, roles } from '../../limits.ts';

/** The tables of migrations/. */
export interface IdentityDb {
  users: {
    id: string;
    email: string;
    name: string;
    passwordHash: string | null;
    role: (typeof roles)[number];
    status: Generated<'active' | 'suspended'>;
    avatarUrl: string | null;
    language: (typeof languages)[number] | null;
    isAgent: Generated<boolean>;
    emailVerifiedAt: Date | null;
    termsAcceptedAt: Date | null;
    createdAt: Date;
  };
  sessions: {
    id: string;
    userId: string;
    userAgent: string;
    createdAt: Date;
    lastSeenAt: Date;
    expiresAt: Date;
  };
  loginCounts: { key: string; failures: number; countedAt: Date; freeAt: Date };
  follows: { userId: string; followedId: string; createdAt: Date };
  siteSettings: {
    id: Generated<boolean>;
    maintenanceEnabled: boolean;
    maintenanceMessage: string;
    disableSignup: boolean;
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Those of the ids that are UUIDs. Others name no row, and Postgres would refuse the whole statement for them. */
export const onlyUuids = (ids: readonly string[]): string[] => ids.filter((id) => uuid.test(id));
