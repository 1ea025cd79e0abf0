import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

export const png = (width = 640, height = 480, background = '#c2410c'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

export const jpeg = (width = 640, height = 480, background = '#0e7490'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A picture of noise, which does not compress. */
export const noise = (width: number, height: number): Promise<Buffer> => {
  const raw = { width, height, channels: 3 } as const;
  return sharp(randomBytes(width * height * raw.channels), { raw })
    .png({ compressionLevel: 1 })
    .toBuffer();
};

/** The red, green and blue in the middle of a picture. */
export async function middleColour(picture: Uint8Array): Promise<number[]> {
  const side = 9;
  const pixels = await sharp(picture).removeAlpha().resize(side, side).raw().toBuffer();
  const middle = 3 * Math.floor((side * side) / 2);
  return [...pixels.subarray(middle, middle + 3)];
}
