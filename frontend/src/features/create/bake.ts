import { imageMaxMb } from '@limits/community';
import { isLarger } from '../../ui/files/file-rules.ts';
import { applyLook, isPlain, type Look } from './look.ts';

/** JPEG quality of a picture with its filter (specification 2, section 9). */
const QUALITY = 0.92;
/** Pixels of a sent picture: phones have no larger canvas, and the server shows fewer. */
const LONGEST_SIDE = 4_096;
const MOST_PIXELS = 12_000_000;
/** Rows changed at once, so that the page stays responsive. */
const ROWS = 256;
const SHRINK = 0.8;

/** Returns a decoded picture, upright by its EXIF data; throws when it cannot be read. */
export async function loadPicture(file: File): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return picture;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Returns the size of a picture reduced to a longest side and a number of pixels; never enlarged. */
export function fitInto(
  { width, height }: { width: number; height: number },
  longest: number,
  pixels: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height), Math.sqrt(pixels / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Returns a canvas with the picture, and its context; transparent parts are white, as JPEG has none. */
export function drawPicture(picture: HTMLImageElement, { width, height }: { width: number; height: number }) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no canvas for a picture of this size');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return { canvas, context };
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function bake(file: File, look: Look): Promise<File> {
  const picture = await loadPicture(file);
  let size = fitInto({ width: picture.naturalWidth, height: picture.naturalHeight }, LONGEST_SIDE, MOST_PIXELS);
  for (;;) {
    const { canvas, context } = drawPicture(picture, size);
    const { width, height } = size;
    for (let top = 0; top < height; top += ROWS) {
      const strip = context.getImageData(0, top, width, Math.min(ROWS, height - top));
      applyLook({ pixels: strip.data, width, height, top }, look);
      context.putImageData(strip, 0, top);
      await nextTask();
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    if (!blob) throw new Error('the picture could not be encoded');
    if (!isLarger(blob, imageMaxMb))
      return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: blob.type });
    size = fitInto(size, Math.max(width, height) * SHRINK, MOST_PIXELS);
  }
}

/** By original: repeated requests with the same look get the same file, hence the same idempotency key. */
const baked = new WeakMap<File, { look: string; file: Promise<File> }>();

/**
 * Returns the picture with its look, as JPEG of at most what the server accepts; the file itself when the look changes
 * nothing. The same file and look return the same result. Throws when the picture cannot be read or encoded.
 */
export async function bakePicture(file: File, look: Look): Promise<File> {
  if (isPlain(look)) return file;
  // The key contains only the look, because callers pass a whole draft.
  const { filter, effect, overlay } = look;
  const key = JSON.stringify({ filter, effect, overlay });
  const known = baked.get(file);
  if (known?.look === key) return known.file;
  const made = bake(file, look);
  baked.set(file, { look: key, file: made });
  made.catch(() => baked.get(file)?.file === made && baked.delete(file));
  return made;
}
