import { Id, Time } from '@tribus/kit/http/schemas.ts';
import { z } from 'zod';

/**
 * Resumable uploads of videos by the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload), with creation,
 * expiration and termination. `POST` needs the header `Upload-Length`, `PATCH` needs `Upload-Offset`, and both, `HEAD`
 * and `DELETE` need `Tus-Resumable`.
 */
export const UploadParams = z.object({ uploadId: z.uuid() });

export const ResumableUpload = z
  .object({
    id: Id,
    sizeBytes: z.int(),
    receivedBytes: z.int().meta({ description: 'Stored bytes; the upload continues from here' }),
    isComplete: z.boolean(),
    contentType: z.string().nullable().meta({ description: 'By the bytes; null until enough are stored' }),
    expiresAt: Time.meta({ description: 'The upload is deleted then, unless a post names it' }),
  })
  .meta({ id: 'ResumableUpload' });
export type ResumableUpload = z.output<typeof ResumableUpload>;
