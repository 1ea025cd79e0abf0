import { line, opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { smtpPasswordMax, smtpUserMax } from '../limits.ts';
import { Email } from './emails.ts';

/** How mail leaves, and whether it does (specification 1, section 1; decisions.md 2). For admins alone. */

/** A name or an address; empty for what the environment says. */
const Host = opaque(z.string())
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9.:_-]*$/);

/** PUT admin/email-settings: what is absent stays; an empty password is taken away, an empty host leads back to the environment. */
export const EmailSettingsChange = z.object({
  host: Host.optional(),
  port: z.int().min(1).max(65_535).optional(),
  secure: z.boolean().optional(),
  user: line().max(smtpUserMax).optional(),
  password: opaque(z.string()).max(smtpPasswordMax).optional(),
  from: Email.or(z.literal('')).optional(),
  replyTo: Email.or(z.literal('')).optional(),
});
export type EmailSettingsChange = z.output<typeof EmailSettingsChange>;

/** GET admin/email-settings: all but the password. */
export const EmailSettings = z
  .object({
    host: z.string(),
    port: z.int(),
    secure: z
      .boolean()
      .meta({ description: 'TLS from the first byte; else from the moment that the server offers it' }),
    user: z.string(),
    hasPassword: z.boolean(),
    from: z.string(),
    replyTo: z.string(),
    source: z.enum(['settings', 'environment', 'files', 'none']).meta({
      description: 'Where this is from; `files` where mail is written to files, `none` where it does not leave',
    }),
  })
  .meta({ id: 'EmailSettings' });
export type EmailSettings = z.output<typeof EmailSettings>;

/** POST admin/email-settings/test. */
export const EmailTest = z.object({ to: Email });
export type EmailTest = z.output<typeof EmailTest>;

/** Why a mail was not taken. */
export const mailFailures = [
  'off',
  'host_not_allowed',
  'host_unknown',
  'unreachable',
  'timed_out',
  'tls_failed',
  'login_refused',
  'address_refused',
  'mail_refused',
  'failed',
] as const;

/** The outcome of a test. */
export const EmailTestOutcome = z
  .object({
    ok: z.boolean(),
    reason: z.enum(mailFailures).optional(),
    replyCode: z.int().optional().meta({ description: 'The number that the mail server answered with, such as 535' }),
  })
  .meta({ id: 'EmailTestOutcome' });
export type EmailTestOutcome = z.output<typeof EmailTestOutcome>;
