/** Side length in pixels of the uploaded avatar. */
const SIDE = 640;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The file extension of each type that a browser can encode. */
const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/**
 * Returns the part of a picture that is in the frame. Transparency is preserved: only a JPEG is encoded as JPEG, which
 * would turn it black. Throws when the picture cannot be read.
 */
export async function cutPicture(url: string, { x, y, width, height }: Area, { name, type }: File): Promise<File> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement('canvas');
  const side = Math.min(SIDE, Math.round(width));
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, side, side);
  const wanted = type in ENDINGS ? type : 'image/png';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, wanted, 0.92));
  if (!blob) throw new Error('the picture could not be cut');
  // A browser that cannot encode a type produces a PNG.
  const ending = Object.entries(ENDINGS).find(([written]) => written === blob.type)?.[1] ?? 'png';
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.${ending}`, { type: blob.type });
}
