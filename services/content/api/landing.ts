import { File } from '@tribus/kit/http/schemas.ts';
import { line, lines, opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { landingGradients, landingHeroMax, landingItemMax, landingItemsMax, landingTypes } from '../limits.ts';

/** What the landing page shows to visitors (specification 1, sections 3 and 7). */

/** Texts above the slides; the page has words of its own for those that are empty. */
export const LandingHero = z
  .object({
    title: line().max(landingHeroMax.title).default(''),
    subtitle: line().max(landingHeroMax.subtitle).default(''),
    description: lines().trim().max(landingHeroMax.description).default(''),
  })
  .meta({ id: 'LandingHero' });
export type LandingHero = z.output<typeof LandingHero>;

const LandingItemId = opaque(z.string().min(1).max(64));

/** A slide as an admin saves it. */
const LandingItemChange = z.object({
  id: LandingItemId.optional().meta({ description: 'Made by the server when left out' }),
  type: z.enum(landingTypes).default('image').meta({ description: 'That of the file, where there is one' }),
  title: line().max(landingItemMax.title).default(''),
  description: lines().trim().max(landingItemMax.description).default(''),
  mediaUrl: opaque(z.string().max(2_048))
    .nullish()
    .transform((url) => url ?? '')
    .meta({ type: 'string', description: 'As the upload answered it; empty for a slide of colour alone' }),
  order: z.int().min(0).max(100_000).default(0),
  enabled: z.boolean().default(true),
  gradient: line()
    .max(landingItemMax.gradient)
    .default(landingGradients[0])
    .meta({ description: `One of ${landingGradients.join(', ')}; another word shows as the first` }),
});

/** PUT admin/landing-content. */
export const LandingChange = z.object({
  hero: LandingHero,
  items: z.array(LandingItemChange).max(landingItemsMax),
});
export type LandingChange = z.output<typeof LandingChange>;

/** The file of a slide, in its sizes. */
export const LandingMedia = z
  .object({
    width: z.int().meta({ description: 'Pixels; 0 of a video' }),
    height: z.int(),
    lqip: z.string().meta({ description: 'A tiny data URI; empty of a video' }),
    srcSet: z.string().meta({ description: 'For `<img srcset>`; empty of a video' }),
    variants: z.object({ square: z.string(), medium: z.string(), large: z.string() }).nullable(),
  })
  .meta({ id: 'LandingMedia' });

export const LandingItem = z
  .object({
    id: z.string(),
    type: z.enum(landingTypes),
    title: z.string(),
    description: z.string(),
    mediaUrl: z.string().meta({ description: 'Ready for `<img src>` or `<video src>`; empty for colour alone' }),
    order: z.int(),
    enabled: z.boolean(),
    gradient: z.string(),
    media: LandingMedia.nullable(),
  })
  .meta({ id: 'LandingItem' });
export type LandingItem = z.output<typeof LandingItem>;

/** In the order of the slides. Visitors get those that are enabled. */
export const LandingContent = z
  .object({ hero: LandingHero, items: z.array(LandingItem) })
  .meta({ id: 'LandingContent' });
export type LandingContent = z.output<typeof LandingContent>;

/** GET public/landing-page: the same for a page that must not fail; null before anything is saved. */
export const LandingPage = z.object({ content: LandingContent.nullable() }).meta({ id: 'LandingPage' });

/** POST admin/landing-content/upload: one picture or one video (mp4, webm), in the field `file`. */
export const LandingUpload = z.object({ file: File });
export const LandingFile = z
  .object({ url: z.string(), type: z.enum(landingTypes), media: LandingMedia })
  .meta({ id: 'LandingFile' });
export type LandingFile = z.output<typeof LandingFile>;

/** DELETE admin/landing-content/file. */
export const LandingFileDeletion = z.object({ url: opaque(z.string().min(1).max(2_048)) });
