import { z } from 'zod';

/** The addresses of stored media (specification 1 and 2, section 7; decisions.md 4). */

/**
 * GET and HEAD proxy-media. Either `key`, with `sig` and `exp` (epoch seconds) unless the object is public, or `url`,
 * an address of our own storage that is mapped to its key; anything else is 400. Ranges are supported.
 */
export const ProxyMediaQuery = z
  .object({
    key: z.string().min(1).max(512).optional(),
    url: z.string().min(1).max(2_048).optional(),
    sig: z.string().max(200).optional(),
    exp: z.coerce.number().int().optional().meta({ type: 'integer', description: 'Epoch seconds' }),
    v: z.coerce.number().int().optional().meta({
      type: 'integer',
      description: 'Version of the visibility; the address expires when the audience shrinks',
    }),
  })
  .refine(({ key, url }) => (key === undefined) !== (url === undefined), 'media_address');
export type ProxyMediaQuery = z.output<typeof ProxyMediaQuery>;

/** The bytes of the object, with its sniffed type. */
export const MediaBytes = z.any().meta({ type: 'string', format: 'binary' });

/** GET and HEAD proxy-media/archive, with the session of its owner; 404 for other users and after it has expired. */
export const ArchiveQuery = z.object({ key: z.string().min(1).max(512) });

export const ArchiveBytes = z.any().meta({ type: 'string', format: 'binary' });
