import { z } from 'zod';

/**
 * A person as the caller may see them; always made by `presentUser`, whose mark the type has: answers with people that
 * somebody else made do not compile. With `restrictedHigher` name, avatar and e-mail
 * are withheld and `id` is a pseudonym that leads nowhere (decisions.md 3).
 */
export const Person = z
  .object({
    id: z.string(),
    name: z.string(),
    avatarUrl: z.string().nullable().meta({ description: 'A URL, `emoji:{char}`, or null' }),
    isAgent: z.boolean(),
    levelOrder: z.int().optional().meta({ description: 'Their level in the tribe in which they are shown' }),
    restrictedHigher: z.boolean().meta({ description: 'Above the caller: shown without identity' }),
    restrictedLower: z.boolean().meta({ description: 'Below the caller: messaging is hidden' }),
    canMessage: z
      .boolean()
      .meta({ description: 'Whether the caller may write to them in the tribe in which they are shown' }),
    email: z.string().optional().meta({ description: 'To site admins and to the moderators of their tribe only' }),
  })
  .brand<'Person'>()
  .meta({ id: 'Person' });
export type Person = z.output<typeof Person>;
