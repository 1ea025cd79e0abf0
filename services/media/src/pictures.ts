import { type AppError, fail } from '@tribus/kit/core/errors.ts';
import type { VariantName } from '@tribus/proto/media/v1/types.ts';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { imageTypes, maxPixels, maxSide, variantSizes } from '../limits.ts';
import { errors } from './errors.ts';

// One thread per picture: uploads must not take the CPU from other requests.
sharp.concurrency(1);
sharp.cache(false);

const quality = { quality: 80, effort: 2 } as const;
const lqipSide = 20;
const decodeTimeoutSeconds = 20;

/** One encoded size of a picture. */
export interface Rendition {
  name: Exclude<VariantName, 'none'>;
  bytes: Buffer;
  width: number;
  height: number;
}

/** A stored picture: upright, without metadata, encoded again. */
export interface Picture {
  /** The largest first; it is the picture itself. */
  renditions: [Rendition, ...Rendition[]];
  contentType: 'image/webp';
  /** A tiny data URI. */
  lqip: string;
  /** The original carried a rotation, which has been applied. */
  rotated: boolean;
}

/**
 * Encodes an untrusted file in all sizes (trust.md 17): the type is sniffed from its bytes, dimensions are checked
 * before decoding, and only the pixels of the original remain.
 */
export async function makePicture(path: string): Promise<Picture> {
  const sniffed = await fileTypeFromFile(path);
  if (!imageTypes.some((type) => type === sniffed?.mime)) throw errors.fail('file_type_refused');
  const metadata = await decoded(sharp(path, { limitInputPixels: false }).metadata());
  requireDimensions(metadata);
  return render(path, metadata);
}

/** Maps the errors of reading the untrusted file. */
function decoded<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause) => {
    throw decodingError(cause);
  });
}

/** Returns 503 `unavailable` when decoding took too long, which a busy machine causes too; else `image_unreadable`. */
export function decodingError(cause: unknown): AppError {
  // libvips has no error codes.
  const isTimeout = cause instanceof Error && /^timeout: /m.test(cause.message);
  if (isTimeout) return fail('unavailable', undefined, { cause, retryAfter: 5 });
  return errors.fail('image_unreadable', undefined, { cause });
}

function requireDimensions({ width, height }: Metadata): void {
  const sane = width > 0 && height > 0 && width <= maxSide && height <= maxSide && width * height <= maxPixels;
  if (!sane) throw errors.fail('image_dimensions');
}

async function render(path: string, { orientation }: Metadata): Promise<Picture> {
  const upright = sharp(path, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: decodeTimeoutSeconds })
    .autoOrient()
    .toColourspace('srgb');
  const large = await decoded(encode('large', within(upright, variantSizes.large)));
  const base = sharp(large.bytes);
  const medium = await encode('medium', within(base.clone(), variantSizes.medium));
  const square = await encode(
    'square',
    base.clone().resize(variantSizes.square, variantSizes.square, { fit: 'cover', position: 'attention' }),
  );
  return {
    renditions: [large, medium, square],
    contentType: 'image/webp',
    lqip: await makeLqip(base.clone()),
    rotated: (orientation ?? 1) > 1,
  };
}

/** A frame of a video as a picture. */
export interface Poster extends Omit<Rendition, 'name'> {
  lqip: string;
}

/** Encodes a frame that ffmpeg has decoded; throws 400 `image_unreadable` and 503 as `makePicture`. */
export async function makePoster(frame: Buffer): Promise<Poster> {
  const decoder = sharp(frame, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({
    seconds: decodeTimeoutSeconds,
  });
  const { bytes, width, height } = await decoded(encode('poster', within(decoder, variantSizes.large)));
  return { bytes, width, height, lqip: await makeLqip(sharp(bytes)) };
}

async function makeLqip(picture: Sharp): Promise<string> {
  const tiny = picture.resize(lqipSide, lqipSide, { fit: 'inside' }).webp({ quality: 30, effort: 0 });
  return `data:image/webp;base64,${(await tiny.toBuffer()).toString('base64')}`;
}

const within = (picture: Sharp, side: number): Sharp =>
  picture.resize(side, side, { fit: 'inside', withoutEnlargement: true });

async function encode(name: Rendition['name'], picture: Sharp): Promise<Rendition> {
  const { data, info } = await picture.webp(quality).toBuffer({ resolveWithObject: true });
  return { name, bytes: data, width: info.width, height: info.height };
}
