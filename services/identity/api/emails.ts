import { z } from 'zod';
import { emailMax } from '../limits.ts';

/** A normalised address: trimmed and in lower case. */
export const Email = z
  .string('email_invalid')
  .trim()
  .toLowerCase()
  .max(emailMax, 'email_invalid')
  .pipe(z.email('email_invalid'));
