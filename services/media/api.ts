import { z } from 'zod';

/** The addresses of stored media (specification 1 and 2, section 7; decisions.md 4). */

/**
 * GET and HEAD proxy-media. Either `key`, with `sig` and `exp` (epoch seconds) unless the object is public, or `url`,
 * which must be an address of our own storage and is mapped to its key; anything else is 400. Ranges are honoured.
 */
export const ProxyMediaQuery = z
  .object({
    key: z.string().min(1).max(512).optional(),
    url: z.string().min(1).max(2_048).optional(),
    sig: z.string().max(200).optional(),
    exp: z.coerce.number().int().optional().meta({ type: 'integer', description: 'Epoch seconds' }),
    v: z.coerce
      .number()
      .int()
      .optional()
      .meta({ type: 'integer', description: 'As the address has it: it ends when fewer people may see the object' }),
  })
  .refine(({ key, url }) => (key === undefined) !== (url === undefined), 'media_address');
export type ProxyMediaQuery = z.output<typeof ProxyMediaQuery>;

/** The bytes of the object, with its sniffed type. */
export const MediaBytes = z.any().meta({ type: 'string', format: 'binary' });

/** GET and HEAD proxy-media/archive, with the session of its owner; 404 for everybody else, and when it has expired. */
export const ArchiveQuery = z.object({ key: z.string().min(1).max(512) });

/** A zip. */
export const ArchiveBytes = z.any().meta({ type: 'string', format: 'binary' });
