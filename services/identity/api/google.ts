import { opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';

/** Sign-in with Google (decisions.md 2). */

const parameter = opaque(z.string()).max(8_000).optional();

/** GET oauth/google: time zone and language of the screen as parameters, because a link sends no header. */
export const GoogleBegin = z.object({
  timeZone: opaque(z.string()).max(100).optional(),
  language: opaque(z.string()).max(100).optional(),
});
export type GoogleBegin = z.output<typeof GoogleBegin>;

/** GET oauth/google/callback: Google's redirect parameters. */
export const GoogleCallback = z.object({ code: parameter, state: parameter, error: parameter, iss: parameter });
export type GoogleCallback = z.output<typeof GoogleCallback>;

/** Response of GET auth/me/check-oauth. */
export const OAuthCheck = z
  .object({ isOAuthUser: z.boolean().meta({ description: 'Signs in with Google, and has no password here' }) })
  .meta({ id: 'OAuthCheck' });
