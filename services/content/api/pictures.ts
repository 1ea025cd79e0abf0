import { z } from 'zod';
import { videoSites } from '../limits.ts';

/**
 * A picture of a post; addresses are ready for `<img src>` and may expire (decisions.md 4). A lost picture keeps its
 * size and text, and its addresses are empty.
 */
export const PostImage = z
  .object({
    id: z.string(),
    url: z.string(),
    urlRotated: z.string().optional().meta({ description: 'Present when the original had a rotation; prefer it' }),
    lqip: z.string().nullable().meta({ description: 'A tiny data URI' }),
    width: z.int(),
    height: z.int(),
    variants: z.object({ square: z.string(), medium: z.string(), large: z.string() }),
    alt: z.string().meta({ description: 'The alternative text by the author; empty if there is none' }),
    lost: z.boolean().meta({ description: 'No longer stored; only its size and alternative text are known' }),
  })
  .meta({ id: 'PostImage' });
export type PostImage = z.output<typeof PostImage>;

/**
 * A video of a post; the address serves ranges and may expire, as that of a picture. It is empty for a lost video. Both
 * addresses change when the optimised file replaces the original. The address of an external one is a link to another
 * site, and nothing else is known of it.
 */
export const PostVideo = z
  .object({
    id: z.string(),
    url: z.string(),
    external: z.boolean().meta({ description: 'A link to another site' }),
    site: z.enum(videoSites).optional().meta({
      description: 'Of an external one: the site, if it can be played in place; else it is shown as a link',
    }),
    embedUrl: z.string().optional().meta({
      description: 'Present with `site`: the address of its player, to be requested only when the viewer asks for it',
    }),
    poster: z.string().meta({ description: 'The address of a picture for `<video poster>`; empty if there is none' }),
    lqip: z.string().nullable().meta({ description: 'A tiny data URI of the poster' }),
    width: z.int().meta({ description: 'Pixels, upright; 0 if unknown' }),
    height: z.int(),
    durationMs: z.int().meta({ description: '0 if unknown' }),
    state: z.enum(['processing', 'ready', 'failed']).meta({
      description: 'Whether a smaller file is being made; it failed: the original stays',
    }),
  })
  .meta({ id: 'PostVideo' });
export type PostVideo = z.output<typeof PostVideo>;
