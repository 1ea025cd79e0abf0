import { z } from 'zod';
import { followedLabelTypedMax } from '../limits.ts';

/** Followed tags and places (specification 2, sections 3 and 7). */

const Typed = z.string().min(1).max(followedLabelTypedMax);

/** POST and DELETE auth/me/follows/tags/{tag} and places/{place}: as entered or normalised. */
export const TagParams = z.object({ tag: Typed });
export const PlaceParams = z.object({ place: Typed });

/** Response of following and unfollowing. */
export const LabelFollow = z.object({ following: z.boolean() }).meta({ id: 'LabelFollow' });
export type LabelFollow = z.output<typeof LabelFollow>;

/** GET auth/me/follows: one page, because the number of each is limited. */
export const FollowedLabels = z
  .object({
    tags: z.array(z.string()),
    places: z.array(z.string().meta({ description: 'The slug of a place' })),
  })
  .meta({ id: 'FollowedLabels' });
export type FollowedLabels = z.output<typeof FollowedLabels>;
