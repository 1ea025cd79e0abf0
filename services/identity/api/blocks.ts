import { TribeId } from '@tribus/community/ids.ts';
import { Person } from '@tribus/community/person.ts';
import { normaliseTag } from '@tribus/community/tags.ts';
import { Cursor, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { mutedTagMax, mutedWordMax } from '../limits.ts';

/** Whom people block, and whom and what they mute (docs/decisions/0019). */

/** A person as the caller sees them: in a tribe that hides who they are by that id, with the tribe. */
export const PersonParams = z.object({ userId: Id });
export const PersonQuery = z.object({
  tribeId: TribeId.optional().meta({ description: 'The tribe in which the person is hidden from the caller' }),
});

const InTribe = z.object({ id: z.int(), name: z.string() });

/** Somebody whom the caller blocked or muted, as they see them; `tribe` where it holds in that tribe alone. */
export const ListedPerson = z
  .object({ user: Person, tribe: InTribe.nullable(), createdAt: Time })
  .meta({ id: 'ListedPerson' });
export type ListedPerson = z.output<typeof ListedPerson>;

/** GET auth/me/blocks: the newest first. */
export const BlocksQuery = z.object({ limit: limit(30), cursor: Cursor });
export const Blocks = pageOf(ListedPerson);
export type Blocks = z.output<typeof Blocks>;

/** GET auth/me/mutes, and the answer of every change: there are at most so many of each that one page holds them. */
export const Mutes = z
  .object({
    users: z.array(ListedPerson),
    tags: z.array(z.string()),
    words: z.array(z.string().meta({ description: 'As they were written' })),
    tribes: z.array(InTribe),
  })
  .meta({ id: 'Mutes' });
export type Mutes = z.output<typeof Mutes>;

/** PUT and DELETE auth/me/mutes/tags. */
export const MutedTag = z.object({
  tag: line()
    .max(200)
    .transform((typed) => normaliseTag(typed, mutedTagMax))
    .refine((tag) => tag !== '', 'mute_empty'),
});

/** PUT and DELETE auth/me/mutes/words: a word, or several that follow one another. In the body, since addresses are logged. */
export const MutedWord = z.object({ word: line('mute_empty').min(1, 'mute_empty').max(mutedWordMax, 'mute_length') });
