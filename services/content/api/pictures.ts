import { z } from 'zod';

/**
 * A picture of a post; addresses are ready for `<img src>` and may expire (decisions.md 4). One that is lost keeps its
 * size, and its addresses are empty.
 */
export const PostImage = z
  .object({
    id: z.string(),
    url: z.string(),
    urlRotated: z.string().optional().meta({ description: 'Given when the original carried a rotation; prefer it' }),
    lqip: z.string().nullable().meta({ description: 'A tiny data URI' }),
    width: z.int(),
    height: z.int(),
    variants: z.object({ square: z.string(), medium: z.string(), large: z.string() }),
    lost: z.boolean().meta({ description: 'It is no longer stored; there is nothing to be shown but its size' }),
  })
  .meta({ id: 'PostImage' });
export type PostImage = z.output<typeof PostImage>;
