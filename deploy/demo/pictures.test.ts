import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { PictureWorker } from './picture-worker.ts';
import { formats, motifs, type Picture, picture } from './pictures.ts';
import { stories } from './stories.ts';
import { tribeMedia } from './tribe-media.ts';
import { demoTribes, homininiCover } from './tribes.ts';

const maxBytes = 250_000;
const hashOf = (jpeg: Uint8Array): string => createHash('sha256').update(jpeg).digest('hex');
const isMotif = (name: string): name is Picture['motif'] => Object.hasOwn(motifs, name);
const names = Object.keys(motifs).filter(isMotif);

const proofs = new Map(names.map((motif) => [motif, picture(motif, 'square', 'proof')]));
const [first, again, other] = ['one', 'one', 'two'].map((seed) => picture('campfire', 'landscape', seed));
let pictureWorker: PictureWorker;

beforeAll(() => {
  pictureWorker = new PictureWorker();
  pictureWorker.announce([...proofs.values(), first, again, other].filter((picture) => picture !== undefined));
});

afterAll(() => pictureWorker.close());

const print = (picture: Picture | undefined): Promise<Uint8Array> => {
  if (!picture) throw new Error('there is no picture');
  return pictureWorker.take(picture);
};

describe('every kind of picture', () => {
  test.each(names)('%s is a complete JPEG of a size suitable for phones', async (motif) => {
    const jpeg = await print(proofs.get(motif));
    expect(jpeg.length).toBeLessThanOrEqual(maxBytes);
    const { info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject(formats.square);
  });
});

test('the same seed renders identical bytes, another seed another picture', async () => {
  const hash = hashOf(await print(first));
  expect(hashOf(await print(again))).toBe(hash);
  expect(hashOf(await print(other))).not.toBe(hash);
});

test('no picture is used twice, and every kind is used', () => {
  const shown = [
    homininiCover,
    ...demoTribes.map(({ cover }) => cover),
    ...stories.flatMap(({ posts, vibes }) => [
      ...posts.flatMap(({ pictures = [] }) => pictures),
      ...vibes.map((vibe) => vibe.picture),
    ]),
    ...tribeMedia.map((media) => media.picture),
  ];
  const words = shown.map(({ motif, format, seed }) => `${motif} ${format} ${seed}`);
  expect(new Set(words).size).toBe(words.length);
  expect([...new Set(shown.map(({ motif }) => motif))].sort()).toEqual([...names].sort());
});
