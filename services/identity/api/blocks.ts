import { TribeId } from '@tribus/community/ids.ts';
import { tagMax } from '@tribus/community/limits.ts';
import { Person } from '@tribus/community/person.ts';
import { normaliseTag } from '@tribus/community/tags.ts';
import { Cursor, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { mutedWordMax } from '../limits.ts';

/** Blocks of people, and mutes of people, tribes, tags and words (docs/decisions/0019). */

/** A person by the id that the actor sees; with the tribe, when the person is hidden there. */
export const UserParams = z.object({ userId: Id });
export const UserQuery = z.object({
  tribeId: TribeId.optional().meta({ description: 'The tribe in which the person is hidden from the viewer' }),
});

const InTribe = z.object({ id: z.int(), name: z.string() });

/** A person whom the actor blocked or muted, as the actor sees them; `tribe` when it applies to that tribe only. */
export const ListedUser = z
  .object({ user: Person, tribe: InTribe.nullable(), createdAt: Time })
  .meta({ id: 'ListedPerson' });
export type ListedUser = z.output<typeof ListedUser>;

/** GET auth/me/blocks: newest first. */
export const BlocksQuery = z.object({ limit: limit(30), cursor: Cursor });
export const Blocks = pageOf(ListedUser);
export type Blocks = z.output<typeof Blocks>;

/** GET auth/me/mutes, and the response of every change: one page, because the number of each kind is limited. */
export const Mutes = z
  .object({
    users: z.array(ListedUser),
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
    .transform((typed) => normaliseTag(typed, tagMax))
    .refine((tag) => tag !== '', 'mute_empty'),
});

/** PUT and DELETE auth/me/mutes/words: one or several consecutive words. In the body, because URLs are logged. */
export const MutedWord = z.object({ word: line('mute_empty').min(1, 'mute_empty').max(mutedWordMax, 'mute_length') });
