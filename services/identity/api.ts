import { Cursor, limit, NextCursor, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line, lines, opaque } from '@tribus/kit/http/text.ts';
import { Language, UserRole } from '@tribus/proto/identity/v1/types.ts';
import { z } from 'zod';
import { Email } from './api/emails.ts';
import { NewPassword } from './api/passwords.ts';
import { Photo, Profile, ProfileVisibility } from './api/profile.ts';
import { Device, Network } from './api/security.ts';
import {
  contactMessageMax,
  contactMessageMin,
  contactSubjects,
  maintenanceMessageMax,
  nameMax,
  waitingCountedMax,
} from './limits.ts';

/** Accounts, sessions, follows, presence, the site's settings and contact (specification 1, sections 2, 3 and 7). */

/** POST auth/register. Accepting the terms is implied. */
export const Registration = z.object({
  email: Email,
  password: NewPassword,
});
export type Registration = z.output<typeof Registration>;

/**
 * POST auth/login. Credentials that no account can have are wrong, not invalid: 401 `wrong_credentials` instead of 400.
 */
export const Credentials = z.object({
  email: opaque(z.string('credentials_missing')).trim().toLowerCase().min(1, 'credentials_missing').max(1_000),
  password: opaque(z.string('credentials_missing')).min(1, 'credentials_missing').max(1_000),
});
export type Credentials = z.output<typeof Credentials>;

const KnownLanguage = z.enum(Language).exclude(['none']);

/** PUT auth/me/language: the language of the user's screens on further devices, and of mails to them. */
export const LanguageChoice = z.object({ language: KnownLanguage }).meta({ id: 'LanguageChoice' });
export type LanguageChoice = z.output<typeof LanguageChoice>;

/** The signed-in user's own account. */
export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(UserRole).exclude(['none']),
    avatarUrl: z.string().nullable().meta({ description: 'A URL, `emoji:{char}`, or null' }),
    emailVerified: z.boolean(),
    welcomed: z.boolean().meta({ description: 'Whether the user has seen the welcome tour' }),
    language: KnownLanguage.optional().meta({ description: 'Absent until a screen has sent it' }),
    createdAt: Time,
    limitedUntil: Time.nullable().meta({ description: 'End of the limits of a new account; null when there are none' }),
    ...Profile.shape,
    profileVisibility: ProfileVisibility,
    photos: z.array(Photo),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;

/** Response of register and login. */
export const SignedIn = z.object({ token: z.string(), user: User }).meta({ id: 'SignedIn' });
export type SignedIn = z.output<typeof SignedIn>;

/** One of the actor's own sessions. */
export const Session = z
  .object({
    id: z.string(),
    createdAt: Time,
    lastSeenAt: Time,
    expiresAt: Time,
    userAgent: z.string().meta({ description: 'The User-Agent header; may be empty' }),
    device: Device,
    network: Network.meta({ description: 'Whether it was opened in the current network' }),
    current: z.boolean().meta({ description: 'Whether it is the session of this request' }),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

/** GET auth/sessions: newest first. */
export const Sessions = z.object({ items: z.array(Session) });
export type Sessions = z.output<typeof Sessions>;

/** Ids of users and sessions are UUIDs; others match nothing. */
export const UserParams = z.object({ userId: z.uuid() });
export const IdParams = z.object({ id: z.uuid() });

/** GET auth/users/{id}/follow/status, and the response of following and unfollowing. */
export const FollowStatus = z
  .object({ following: z.boolean(), followersCount: z.int(), followingCount: z.int() })
  .meta({ id: 'FollowStatus' });
export type FollowStatus = z.output<typeof FollowStatus>;

export const FollowedUser = z
  .object({
    id: z.string(),
    name: z.string(),
    avatarUrl: z.string().nullable(),
    createdAt: Time.meta({ description: 'Start of the follow' }),
  })
  .meta({ id: 'FollowedUser' });
export type FollowedUser = z.output<typeof FollowedUser>;

export const FollowingQuery = z.object({ limit: limit(100), cursor: z.string().max(1_000).optional() });

/** GET auth/me/following: newest first; `ts` is the time of the response. */
export const Following = z.object({ users: z.array(FollowedUser), nextCursor: NextCursor, ts: Time });
export type Following = z.output<typeof Following>;

/** GET auth/me/following/among: which of the ids the actor follows. */
export const FollowedAmong = z.object({ following: z.array(z.string()) });
export type FollowedAmong = z.output<typeof FollowedAmong>;

/** Response of GET maintenance. */
export const Maintenance = z.object({ enabled: z.boolean(), message: z.string() }).meta({ id: 'Maintenance' });
export type Maintenance = z.output<typeof Maintenance>;

/** GET public/site: settings for visitors' screens. */
export const PublicSite = z
  .object({
    disableSignup: z.boolean(),
    googleEnabled: z.boolean().meta({ description: 'Whether sign-in with Google is available' }),
    maintenance: Maintenance,
  })
  .meta({ id: 'PublicSite' });
export type PublicSite = z.output<typeof PublicSite>;

/** GET admin/maintenance-config: `disableSignup` for everybody, the rest for admins (decisions.md 2). */
export const MaintenanceConfig = z
  .object({ disableSignup: z.boolean(), enabled: z.boolean().optional(), message: z.string().optional() })
  .meta({ id: 'MaintenanceConfig' });
export type MaintenanceConfig = z.output<typeof MaintenanceConfig>;

/** PUT admin/maintenance-config: absent fields stay as they are. */
export const MaintenanceChange = z.object({
  disableSignup: z.boolean().optional(),
  enabled: z.boolean().optional(),
  message: lines().trim().max(maintenanceMessageMax).optional(),
});
export type MaintenanceChange = z.output<typeof MaintenanceChange>;

const ContactSubject = z.enum(contactSubjects).meta({ id: 'ContactSubject' });

/** Body of POST contact. */
export const ContactForm = z.object({
  name: line().min(1).max(nameMax),
  email: Email,
  subject: ContactSubject,
  message: lines().trim().min(contactMessageMin).max(contactMessageMax),
});
export type ContactForm = z.output<typeof ContactForm>;

/** State of a message's mail to the team: `off` when no mail was configured on arrival. */
export const mailStates = ['off', 'waiting', 'sent', 'failed'] as const;

/** A message from the contact form, for site admins. */
export const ContactMessage = ContactForm.extend({
  id: z.string(),
  language: KnownLanguage.meta({ description: 'Language of the screen' }),
  createdAt: Time,
  mail: z.enum(mailStates).meta({ description: 'State of the mail to the team; `waiting` is retried' }),
  handledAt: Time.nullable().meta({ description: 'When an admin marked it as handled' }),
  handledById: z
    .string()
    .nullable()
    .meta({ description: 'Null while it is open, when not recorded, and once the account is deleted' }),
  handledByName: z.string().meta({ description: 'Also empty when the account is deleted' }),
}).meta({ id: 'ContactMessage' });
export type ContactMessage = z.output<typeof ContactMessage>;

/** GET admin/contact-messages; to get only the number of open messages, request a page of one. */
export const ContactMessagesQuery = z.object({
  subject: ContactSubject.optional(),
  state: z.enum(['open', 'handled']).optional().meta({ description: 'All when absent' }),
  order: z.enum(['newest', 'oldest']).default('newest'),
  limit: limit(30),
  cursor: Cursor,
});
export type ContactMessagesQuery = z.output<typeof ContactMessagesQuery>;

export const ContactMessages = pageOf(ContactMessage).extend({
  waiting: z.int().meta({ description: `Number of open messages, whatever the filter; at most ${waitingCountedMax}` }),
});
export type ContactMessages = z.output<typeof ContactMessages>;

/** Body of PUT admin/contact-messages/{id}. */
export const ContactMessageChange = z.object({ handled: z.boolean() });
