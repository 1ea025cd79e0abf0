import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { decodingError } from './pictures.ts';

test('a picture whose decoding takes too long may be sent again, and is not called unreadable', async () => {
  const slow = sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#ff0000' } }).blur(200);
  const cause = await slow
    .timeout({ seconds: 1 })
    .webp()
    .toBuffer()
    .catch((error: unknown) => error);
  expect(cause).toBeInstanceOf(Error);
  expect(decodingError(cause)).toMatchObject({ status: 503, code: 'unavailable', retryAfter: 5 });
});

test('a broken picture is called unreadable', async () => {
  const cause = await sharp(Buffer.from('GIF89a/*'))
    .metadata()
    .catch((error: unknown) => error);
  expect(cause).toBeInstanceOf(Error);
  expect(decodingError(cause)).toMatchObject({ status: 400, code: 'image_unreadable' });
});
