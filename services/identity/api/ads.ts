import { lines, opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { adIdMax, adIntervalMaxSeconds, adScriptMax, adShowsMax } from '../limits.ts';

/** The ad banner (specification 1, sections 2, 3 and 9; decisions.md 2). */

/** GET admin/ads-config: for everybody the data of an enabled ad, for admins also a disabled one. */
export const AdsConfig = z
  .object({
    enabled: z.boolean(),
    script: z.string().meta({ description: 'A snippet of HTML, or the https address of a script' }),
    adClient: z.string(),
    adSlot: z.string(),
    maxShowsPerSession: z.int(),
    intervalSec: z.int(),
  })
  .meta({ id: 'AdsConfig' });
export type AdsConfig = z.output<typeof AdsConfig>;

/** An id in the ad network. */
const AdId = opaque(z.string())
  .trim()
  .max(adIdMax)
  .regex(/^[\w-]*$/);

/** PUT admin/ads-config: absent fields stay as they are. */
export const AdsChange = z.object({
  enabled: z.boolean().optional(),
  script: lines()
    .trim()
    .max(adScriptMax)
    .refine((script) => !/^[a-z][a-z0-9+.-]*:\S*$/i.test(script) || isSecureAddress(script), 'ad_address_invalid')
    .optional(),
  adClient: AdId.optional(),
  adSlot: AdId.optional(),
  maxShowsPerSession: z.int().min(0).max(adShowsMax).optional(),
  intervalSec: z.int().min(1).max(adIntervalMaxSeconds).optional(),
});
export type AdsChange = z.output<typeof AdsChange>;

/** Returns whether a script is an https address rather than a snippet. */
const isSecureAddress = (script: string): boolean => URL.canParse(script) && new URL(script).protocol === 'https:';
