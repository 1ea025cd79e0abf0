import { line, opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { smtpPasswordMax, smtpUserMax } from '../limits.ts';
import { Email } from './emails.ts';

/** Mail settings, and whether mail is on (specification 1, section 1; decisions.md 2). For admins only. */

/** A name or an address; empty for the environment's setting. */
const Host = opaque(z.string())
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9.:_-]*$/);

/**
 * PUT admin/email-settings: absent fields stay as they are; an empty password is removed, an empty host restores the
 * environment's settings.
 */
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

/** GET admin/email-settings: everything but the password. */
export const EmailSettings = z
  .object({
    host: z.string(),
    port: z.int(),
    secure: z.boolean().meta({ description: 'TLS from the first byte; else STARTTLS when the server offers it' }),
    user: z.string(),
    hasPassword: z.boolean(),
    from: z.string(),
    replyTo: z.string(),
    source: z.enum(['settings', 'environment', 'files', 'none']).meta({
      description: 'Source of the settings; `files` when mail is written to files, `none` when mail is off',
    }),
  })
  .meta({ id: 'EmailSettings' });
export type EmailSettings = z.output<typeof EmailSettings>;

/** Body of POST admin/email-settings/test. */
export const EmailTest = z.object({ to: Email });
export type EmailTest = z.output<typeof EmailTest>;

/** Reason of a mail failure. */
export const mailFailures = [
  'off',
  'host_not_allowed',
  'host_unknown',
  'unreachable',
  'timed_out',
  'tls_failed',
  'login_refused',
  'password_unreadable',
  'address_refused',
  'mail_refused',
  'failed',
] as const;

/** Result of a test mail. */
export const EmailTestOutcome = z
  .object({
    ok: z.boolean(),
    reason: z.enum(mailFailures).optional(),
    replyCode: z.int().optional().meta({ description: 'SMTP reply code, such as 535' }),
  })
  .meta({ id: 'EmailTestOutcome' });
export type EmailTestOutcome = z.output<typeof EmailTestOutcome>;
