import { opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { passwordMax, passwordMin } from '../limits.ts';

/** A new password. */
export const NewPassword = opaque(z.string('password_too_short'))
  .min(passwordMin, 'password_too_short')
  .max(passwordMax, 'password_too_long');
