import { TribeId } from '@tribus/community/ids.ts';
import { Person } from '@tribus/community/person.ts';
import { Cursor, File, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { mediaCaptionMax, mediaPageSize } from '../limits.ts';
import { Hidden } from './hidden.ts';
import { PostImage } from './pictures.ts';

/** The pictures that members upload for their tribe (specification 2, sections 3 and 7). */

export const TribeMediaParams = z.object({ tribeId: TribeId, mediaId: Id });

/** A picture with its uploader's caption; addresses are those of a post's picture. */
export const TribeMedia = PostImage.extend({
  caption: z.string().meta({ description: 'May be empty' }),
  user: Person,
  createdAt: Time,
  hidden: Hidden,
  canDelete: z.boolean(),
}).meta({ id: 'TribeMedia' });
export type TribeMedia = z.output<typeof TribeMedia>;

export const TribeMediaQuery = z.object({ limit: limit(mediaPageSize), cursor: Cursor });
export type TribeMediaQuery = z.output<typeof TribeMediaQuery>;

/** GET tribes/{id}/media: the newest first. */
export const TribeMediaPage = pageOf(TribeMedia).extend({ canUpload: z.boolean() }).meta({ id: 'TribeMediaPage' });
export type TribeMediaPage = z.output<typeof TribeMediaPage>;

/** The text fields of POST tribes/{id}/media. */
export const TribeMediaFields = z.object({
  caption: line().max(mediaCaptionMax, 'media_caption_length').default(''),
});

/** The complete form; without a file it is 400 `media_file_required`. */
export const TribeMediaForm = TribeMediaFields.extend({
  file: File.meta({ description: 'One picture' }),
  thumb: File.optional().meta({ description: 'Ignored: the server creates smaller sizes itself' }),
});
