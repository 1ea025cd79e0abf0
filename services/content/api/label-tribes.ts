import { searchMax } from '@tribus/community/limits.ts';
import { z } from 'zod';
import { labelPostsMax } from '../limits.ts';

/** GET search/tribes: of a tag, or else of a place, by its slug. */
export const LabelTribesQuery = z.object({
  tag: z.string().max(searchMax).default(''),
  place: z.string().max(200).default(''),
});
export type LabelTribesQuery = z.output<typeof LabelTribesQuery>;

export const LabelTribes = z
  .object({
    tribeIds: z.array(z.int()).meta({
      description: 'Those with the most posts, among the newest 1,000 with the tag or of the place, first',
    }),
    posts: z.int().max(labelPostsMax).meta({ description: 'Posts in these tribes that the viewer may see' }),
    people: z.int().meta({ description: 'Authors of these posts whose names the viewer sees' }),
    hasMore: z.boolean().meta({ description: 'Whether there are more posts, which are not counted' }),
  })
  .meta({ id: 'LabelTribes' });
export type LabelTribes = z.output<typeof LabelTribes>;
