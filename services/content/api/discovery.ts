import { Person } from '@tribus/community/person.ts';
import { z } from 'zod';
import { reasonTags, recentDays, sentPeople, sentTags } from '../limits.ts';

const TribeName = z.object({ id: z.int(), name: z.string() });
const tags = z.array(z.string()).min(1).max(reasonTags);
const count = z.int().min(1);
const people = count.meta({
  description: `Authors of posts with it, of the last ${recentDays} days, that the viewer may read`,
});

/** Why a person is suggested; the strongest reason. */
const PersonReason = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('followsYou') }),
    z.object({
      kind: z.literal('sharedTribes'),
      count: count.meta({ description: 'Tribes in which the viewer sees their name' }),
      tribe: TribeName.meta({ description: 'One of these tribes' }),
    }),
    z.object({ kind: z.literal('writesAbout'), tags: tags.meta({ description: 'Tags that the viewer follows' }) }),
    z.object({ kind: z.literal('writes'), tribe: TribeName }),
  ])
  .meta({ id: 'PersonReason' });
export type PersonReason = z.output<typeof PersonReason>;

/** GET discover/people: people whom the viewer does not follow, each with a reason (docs/decisions/0044). */
export const SuggestedPeople = z.object({
  items: z.array(z.object({ user: Person, reason: PersonReason }).meta({ id: 'SuggestedPerson' })).max(sentPeople),
});
export type SuggestedPeople = z.output<typeof SuggestedPeople>;

/** Why a tag is suggested; the first kind that applies, in this order. */
const TagReason = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('withTags'), tags: tags.meta({ description: 'Followed tags of the same posts' }) }),
    z.object({ kind: z.literal('usedByFollowed'), user: Person }),
    z.object({ kind: z.literal('popular'), people }),
  ])
  .meta({ id: 'TagReason' });
export type TagReason = z.output<typeof TagReason>;

/** GET discover/tags: tags that the viewer does not follow, each with a reason (docs/decisions/0044). */
export const SuggestedTags = z.object({
  items: z
    .array(
      z
        .object({
          tag: z.string(),
          tribeId: z.int().meta({ description: 'The tribe of the newest post with it' }),
          reason: TagReason,
        })
        .meta({ id: 'SuggestedTag' }),
    )
    .max(sentTags),
});
export type SuggestedTags = z.output<typeof SuggestedTags>;
