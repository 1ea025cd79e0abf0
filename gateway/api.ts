import { z } from 'zod';

/** Responses of the gateway's own endpoints (decisions.md 1). */

/** GET health: `degraded` when any service is down. */
export const Health = z
  .object({
    status: z.enum(['ok', 'degraded']),
    services: z.record(z.string(), z.enum(['up', 'down'])),
  })
  .meta({ id: 'Health' });
export type Health = z.output<typeof Health>;
