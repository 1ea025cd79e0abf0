import { Person } from '@tribus/community/person.ts';
import { z } from 'zod';
import { sentTribes, suggestionDays, suggestionTags } from '../limits.ts';
import { TribeCard } from './tribe-card.ts';

const tags = z.array(z.string()).min(1).max(suggestionTags);
const count = z.int().min(1);

/** Why a tribe is suggested; the first kind that applies, in this order. */
const TribeReason = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('ledByFollowed'),
      user: Person.meta({ description: 'The owner or an officer, whom the viewer follows' }),
    }),
    z.object({ kind: z.literal('tagsYouFollow'), tags }),
    z.object({ kind: z.literal('likeYourTribe'), tribe: z.object({ id: z.int(), name: z.string() }), tags }),
    z.object({
      kind: z.literal('newMembers'),
      count: count.meta({ description: `Joins of the last ${suggestionDays} days` }),
    }),
    z.object({ kind: z.literal('members'), count }),
  ])
  .meta({ id: 'TribeReason' });
export type TribeReason = z.output<typeof TribeReason>;

const SuggestedTribe = z.object({ tribe: TribeCard, reason: TribeReason }).meta({ id: 'SuggestedTribe' });
export type SuggestedTribe = z.output<typeof SuggestedTribe>;

/** GET discover/tribes: tribes of the directory that the viewer may join, each with a reason (docs/decisions/0044). */
export const SuggestedTribes = z.object({ items: z.array(SuggestedTribe).max(sentTribes) });
export type SuggestedTribes = z.output<typeof SuggestedTribes>;
