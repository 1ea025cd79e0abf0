import { searchMax } from '@tribus/community/limits.ts';
import { limit, Time } from '@tribus/kit/http/schemas.ts';
import { line, opaque } from '@tribus/kit/http/text.ts';
import { AccountStatus, UserRole } from '@tribus/proto/identity/v1/types.ts';
import { z } from 'zod';
import { nameMax } from '../limits.ts';
import { Email } from './emails.ts';
import { NewPassword } from './passwords.ts';
import { Device } from './security.ts';

/** All accounts, for site admins (specification 1, sections 5 and 7). No response contains a password or its hash. */

const Role = z.enum(UserRole).exclude(['none']);

export const AdminUser = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: Role,
    status: z.enum(AccountStatus).exclude(['none']),
    isSilenced: z.boolean(),
    isAgent: z.boolean(),
    avatarUrl: z.string().nullable(),
    emailVerified: z.boolean(),
    language: z.string().nullable().meta({ description: 'Null until a screen has sent it' }),
    createdAt: Time,
    lastSeenAt: Time.nullable().meta({ description: 'Precise to five minutes; null when never' }),
    limitsLifted: z.boolean().meta({ description: 'Whether an admin lifted the limits of the new account' }),
    limitedUntil: Time.nullable().meta({ description: 'End of the limits of a new account; null when there are none' }),
    openAppeals: z.int().meta({ description: 'Number of open appeals' }),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.output<typeof AdminUser>;

const pagesMax = 10_000;

/** GET admin/users: newest first; `q` is matched literally against names and addresses. */
export const UsersQuery = z.object({
  page: z.coerce
    .number()
    .transform((wanted) => Math.min(pagesMax, Math.max(1, Math.trunc(wanted))))
    .default(1)
    .meta({ type: 'integer' }),
  pageSize: limit(20),
  q: z.string().trim().max(searchMax).default(''),
});
export type UsersQuery = z.output<typeof UsersQuery>;

export const AdminUsers = z.object({ items: z.array(AdminUser), total: z.int() });
export type AdminUsers = z.output<typeof AdminUsers>;

/** An emoji, or null to remove the current picture. */
const Avatar = opaque(z.string().regex(/^emoji:\p{RGI_Emoji}$/v)).nullable();

/** POST admin/users. The name defaults to the local part of the address. */
export const NewUser = z.object({
  email: Email,
  name: line().max(nameMax).optional(),
  password: NewPassword,
  role: Role.default('user'),
  avatarUrl: Avatar.optional(),
});
export type NewUser = z.output<typeof NewUser>;

/** PUT admin/users/{id}: absent fields stay as they are. */
export const UserChange = z.object({
  email: Email.optional(),
  name: line().min(1).max(nameMax).optional(),
  password: NewPassword.optional(),
  role: Role.optional(),
  avatarUrl: Avatar.optional(),
});
export type UserChange = z.output<typeof UserChange>;

/** Body of PUT admin/users/{id}/limits. */
export const LimitsChange = z.object({ lifted: z.boolean() });

/** A user's session, for admins. */
export const UserSession = z.object({
  id: z.string(),
  createdAt: Time,
  lastSeenAt: Time,
  expiresAt: Time,
  device: Device,
  userAgent: z.string(),
});

/** GET admin/users/{id}/sessions: newest first. */
export const UserSessions = z.object({ items: z.array(UserSession) });
