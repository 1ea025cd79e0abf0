import { Id, Ok } from '@tribus/kit/http/schemas.ts';
import { opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { NewPassword } from './passwords.ts';

/** Verifying a mailbox, and setting a new password by mail (decisions.md 2). */

/** Longer input cannot be a valid address or token; it gets the same response as any other invalid one. */
const textMax = 100_000;

/** GET and POST auth/verify-email, and POST auth/verify-email/disown: the token of the verification link. */
export const VerificationLink = z.object({ token: opaque(z.string('link_expired')).max(textMax) });

const Address = opaque(z.string('email_invalid')).trim().toLowerCase().max(textMax, 'email_invalid');

/** POST auth/verify-email/resend: a signed-in actor may omit the address. */
export const VerificationRequest = z.object({ email: Address.optional() });
export type VerificationRequest = z.output<typeof VerificationRequest>;

/** POST auth/forgot-password: the response is the same for every address. */
export const ResetRequest = z.object({ email: Address });
export type ResetRequest = z.output<typeof ResetRequest>;

/** Body of POST auth/reset-password. */
export const PasswordReset = z.object({ token: opaque(z.string('link_expired')).max(textMax), password: NewPassword });
export type PasswordReset = z.output<typeof PasswordReset>;

/** The account of the link, whose sessions have ended: a browser may be signed in to another one. */
export const PasswordResetDone = Ok.extend({ userId: Id });
