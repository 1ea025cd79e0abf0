import { z } from 'zod';

/**
 * A person as the viewer may see them. Branded, so that only `presentUser` creates one and unfiltered users do not
 * compile in responses. With `restrictedHigher`, name, avatar and email are withheld and `id` is a pseudonym that no
 * route accepts (decisions.md 3).
 */
export const Person = z
  .object({
    id: z.string(),
    name: z.string(),
    avatarUrl: z.string().nullable().meta({ description: 'A URL, `emoji:{char}`, or null' }),
    isAgent: z.boolean(),
    levelOrder: z.int().optional().meta({ description: 'Their level in the tribe where they are shown' }),
    restrictedHigher: z.boolean().meta({ description: 'Above the viewer: shown without identity' }),
    restrictedLower: z.boolean().meta({ description: 'Below the viewer: messaging is hidden' }),
    canMessage: z
      .boolean()
      .meta({ description: 'Whether the viewer may message them in the tribe where they are shown' }),
    email: z.string().optional().meta({ description: 'For site admins and moderators of the tribe only' }),
  })
  .brand<'Person'>()
  .meta({ id: 'Person' });
export type Person = z.output<typeof Person>;
