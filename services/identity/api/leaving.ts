import { opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { passwordMax } from '../limits.ts';

/** DELETE auth/me/account (specification 1, sections 5 and 7; decisions.md 2). */
export const AccountDeletion = z.object({
  /** Required when the account has a password. */
  confirmPassword: opaque(z.string()).max(passwordMax).optional(),
});
export type AccountDeletion = z.output<typeof AccountDeletion>;

/** Response: the account is deleted. */
export const AccountDeleted = z.object({ success: z.literal(true) });
