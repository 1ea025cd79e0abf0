import { limit, Time } from '@tribus/kit/http/schemas.ts';
import { line, opaque } from '@tribus/kit/http/text.ts';
import { AccountStatus, UserRole } from '@tribus/proto/identity/v1/types.ts';
import { z } from 'zod';
import { nameMax } from '../limits.ts';
import { Email } from './emails.ts';
import { NewPassword } from './passwords.ts';

/** Everybody's accounts, for site admins (specification 1, sections 5 and 7). No answer holds a password or its hash. */

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
    language: z.string().nullable().meta({ description: 'Null until chosen' }),
    createdAt: Time,
    lastSeenAt: Time.nullable().meta({ description: 'To five minutes; null when never' }),
    limitsLifted: z.boolean().meta({ description: 'An admin lifted the limits of the new account' }),
    limitedUntil: Time.nullable().meta({ description: 'When the limits of the new account end; null when none hold' }),
    openAppeals: z.int().meta({ description: 'Appeals that wait for an answer' }),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.output<typeof AdminUser>;

const pagesMax = 10_000;
const searchMax = 100;

/** GET admin/users: the newest first; `q` is looked for in names and addresses as it is typed. */
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

/** An emoji, or null to remove the picture that somebody has. */
const Avatar = opaque(z.string().regex(/^emoji:\p{RGI_Emoji}$/v)).nullable();

/** POST admin/users. Without a name it is the part of the address before the @. */
export const NewUser = z.object({
  email: Email,
  name: line().max(nameMax).optional(),
  password: NewPassword,
  role: Role.default('user'),
  avatarUrl: Avatar.optional(),
});
export type NewUser = z.output<typeof NewUser>;

/** PUT admin/users/{id}: what is absent stays. */
export const UserChange = z.object({
  email: Email.optional(),
  name: line().min(1).max(nameMax).optional(),
  password: NewPassword.optional(),
  role: Role.optional(),
  avatarUrl: Avatar.optional(),
});
export type UserChange = z.output<typeof UserChange>;

/** PUT admin/users/{id}/limits. */
export const LimitsChange = z.object({ lifted: z.boolean() });

/** A session of somebody, as an admin sees it. */
export const UserSession = z.object({
  id: z.string(),
  createdAt: Time,
  lastSeenAt: Time,
  expiresAt: Time,
  userAgent: z.string(),
});

/** GET admin/users/{id}/sessions: the newest first. */
export const UserSessions = z.object({ items: z.array(UserSession) });
