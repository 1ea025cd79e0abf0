import type { Language } from '@tribus/kit/runtime/language.ts';
import type { AccountStatus, UserRole } from '@tribus/proto/identity/v1/types.ts';
import type { Generated } from 'kysely';
import type { ContactForm, ContactMessage } from '../../api.ts';

type MailState = ContactMessage['mail'];

/** The tables of migrations/. */
export interface IdentityDb {
  users: {
    id: string;
    email: string;
    name: string;
    passwordHash: string | null;
    role: Exclude<UserRole, 'none'>;
    status: Generated<Exclude<AccountStatus, 'none'>>;
    avatarUrl: string | null;
    language: Language | null;
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
  contactMessages: {
    id: string;
    name: string;
    email: string;
    subject: ContactForm['subject'];
    message: string;
    language: Language;
    createdAt: Date;
    mail: MailState;
    handledAt: Date | null;
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Those of the ids that are UUIDs. Others name no row, and Postgres would refuse the whole statement for them. */
export const onlyUuids = (ids: readonly string[]): string[] => ids.filter((id) => uuid.test(id));
