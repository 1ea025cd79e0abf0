import { z } from 'zod';

/** Tribe ids in requests (decisions.md 1). Imports zod alone, because contracts use it. */

const maxTribeId = 2_147_483_647;

/** A tribe id in a path, a query or a form: digits. */
export const TribeId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.int().max(maxTribeId))
  .meta({ type: 'integer', minimum: 1, maximum: maxTribeId });

/** A tribe id in a JSON body. */
export const BodyTribeId = z.int().min(1).max(maxTribeId);

export const TribeParams = z.object({ tribeId: TribeId });
