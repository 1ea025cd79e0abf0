import { randomBytes } from 'node:crypto';

/** The boxes that identify the type of an mp4 file, and random bytes after them. */
export const mp4 = (bytes = 4_000): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom'),
    Buffer.from([0, 0, 2, 0]),
    Buffer.from('isomiso2'),
    randomBytes(bytes),
  ]);
