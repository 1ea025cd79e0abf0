import { opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { NewPassword } from './passwords.ts';

/** Proving a mailbox, and choosing a new password by way of it (decisions.md 2). */

/** Longer ones are no address and no token of anybody; what is asked with them has the answer of any other. */
const textMax = 100_000;

/** GET and POST auth/verify-email, and POST auth/verify-email/disown: the token of the link that proves an address. */
export const VerificationLink = z.object({ token: opaque(z.string('link_expired')).max(textMax) });

const Address = opaque(z.string('email_invalid')).trim().toLowerCase().max(textMax, 'email_invalid');

/** POST auth/verify-email/resend: a signed-in caller need not name an address. */
export const VerificationRequest = z.object({ email: Address.optional() });
export type VerificationRequest = z.output<typeof VerificationRequest>;

/** POST auth/forgot-password: whatever the address is, the answer is the same. */
export const ResetRequest = z.object({ email: Address });
export type ResetRequest = z.output<typeof ResetRequest>;

/** POST auth/reset-password. */
export const PasswordReset = z.object({ token: opaque(z.string('link_expired')).max(textMax), password: NewPassword });
export type PasswordReset = z.output<typeof PasswordReset>;
