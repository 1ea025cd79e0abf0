import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A picture with a red left half and a blue right half, so that a rotation is visible. */
export function halves(width = 600, height = 400): Sharp {
  const blue = { create: { width: width / 2, height, channels: 3, background: '#0000ff' } } as const;
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
}

/** Red, green and blue of one pixel. */
export async function pixelAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const [red = 0, green = 0, blue = 0] = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return [red, green, blue];
}

/** A PNG of a few bytes whose header declares these dimensions. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.from('IHDR\0\0\0\0\0\0\0\0\x08\x02\0\0\0', 'latin1');
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk(header),
    chunk(Buffer.from('IDATx')),
    chunk(Buffer.from('IEND')),
  ]);
}

function chunk(typed: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(typed.length - 4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}
