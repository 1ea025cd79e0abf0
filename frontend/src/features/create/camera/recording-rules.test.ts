import { expect, test } from '@jest/globals';
import { videoMaxMb } from '@limits/community';
import { bytesPerMb, videoMaxMinutes } from '@limits/media';
import { chooseRecordingType, fileTypeOf, isAtLimit, VIDEO_BITS } from './recording-rules.ts';

const chosen = (hasSound: boolean, supported: readonly string[]) =>
  chooseRecordingType(hasSound, (type) => supported.includes(type));

test('MP4 with H.264 and AAC is recorded where the browser can, else WebM, and MP4 with other sound last', () => {
  const opus = ['video/mp4', 'video/webm', 'video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus'];
  expect(chosen(true, ['video/mp4;codecs=avc1.42E01F,mp4a.40.2', ...opus])).toBe(
    'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
  );
  expect(chosen(true, opus)).toBe('video/webm;codecs=vp9,opus');
  expect(chosen(true, opus.slice(0, 3))).toBe('video/webm;codecs=vp8,opus');
  expect(chosen(true, opus.slice(0, 2))).toBe('video/mp4');
  expect(chosen(true, [])).toBeUndefined();
});

test('without sound the type names only the codec of the picture', () => {
  expect(chosen(false, ['video/mp4;codecs=avc1.42E01F', 'video/webm;codecs=vp9'])).toBe('video/mp4;codecs=avc1.42E01F');
  expect(chosen(false, ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp9'])).toBe('video/webm;codecs=vp9');
});

test('a recorded file has the plain type that the server accepts', () => {
  expect(fileTypeOf('video/mp4;codecs=avc1,mp4a.40.2')).toEqual({ type: 'video/mp4', extension: 'mp4' });
  expect(fileTypeOf('video/webm;codecs=vp8,opus')).toEqual({ type: 'video/webm', extension: 'webm' });
});

test('a recording stops before the time and the size that the server refuses, and its time before its size', () => {
  const [maxMs, maxBytes] = [videoMaxMinutes * 60_000, videoMaxMb * bytesPerMb];
  expect([isAtLimit(0, 0), isAtLimit(maxMs / 2, maxBytes / 2)]).toEqual([false, false]);
  expect([isAtLimit(maxMs - 1, 0), isAtLimit(0, maxBytes - 1)]).toEqual([true, true]);
  const soundBits = 128_000;
  expect(((VIDEO_BITS + soundBits) / 8) * (maxMs / 1_000)).toBeLessThan(maxBytes);
});
