import { Time } from '@tribus/kit/http/schemas.ts';
import { z } from 'zod';
import { dataExportStates } from '../limits.ts';

/** A copy of the actor's data: waiting, working, ready or failed. */
export const DataExport = z
  .object({
    id: z.string(),
    state: z.enum(dataExportStates),
    done: z.int().meta({ description: 'Number of finished areas and pictures' }),
    total: z.int().meta({ description: 'Number of all areas and pictures; 0 until known' }),
    requestedAt: Time,
    expiresAt: Time.nullable().meta({ description: 'End of the download period; null unless ready' }),
    sizeBytes: z.int().nullable(),
    url: z.string().nullable().meta({ description: 'Download address, requires a session; null unless ready' }),
  })
  .meta({ id: 'DataExport' });
export type DataExport = z.output<typeof DataExport>;

/** GET auth/me/data-export: the newest one; null when there is none or it has expired. */
export const NewestDataExport = z.object({ export: z.union([DataExport, z.null()]) });
export type NewestDataExport = z.output<typeof NewestDataExport>;

/**
 * POST auth/me/data-export: 409 `data_export_running` while one is running, 429 `data_export_limit` at the daily limit.
 */
export const RequestedDataExport = z.object({ export: DataExport });
