import { Time } from '@tribus/kit/http/schemas.ts';
import { z } from 'zod';
import { dataExportStates } from '../limits.ts';

/** A copy of the caller's data: asked for, in the making, to be fetched, or failed. */
export const DataExport = z
  .object({
    id: z.string(),
    state: z.enum(dataExportStates),
    done: z.int().meta({ description: 'Areas and pictures that are in it so far' }),
    total: z.int().meta({ description: 'Of how many; 0 until that is known' }),
    requestedAt: Time,
    expiresAt: Time.nullable().meta({ description: 'Until when it can be fetched; null unless it is ready' }),
    sizeBytes: z.int().nullable(),
    url: z
      .string()
      .nullable()
      .meta({ description: "Where it is fetched with the caller's session; null unless it is ready" }),
  })
  .meta({ id: 'DataExport' });
export type DataExport = z.output<typeof DataExport>;

/** GET auth/me/data-export: the newest one; null when there is none, or it has expired. */
export const NewestDataExport = z.object({ export: z.union([DataExport, z.null()]) });
export type NewestDataExport = z.output<typeof NewestDataExport>;

/** POST auth/me/data-export: 409 `data_export_running` while one is made, 429 `data_export_limit` after some of them in a day. */
export const RequestedDataExport = z.object({ export: DataExport });
