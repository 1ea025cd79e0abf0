import { z } from 'zod';
import { emailMax } from '../limits.ts';

/** An address as accounts have it: trimmed and in small letters. */
export const Email = z
  .string('email_invalid')
  .trim()
  .toLowerCase()
  .max(emailMax, 'email_invalid')
  .pipe(z.email('email_invalid'));
