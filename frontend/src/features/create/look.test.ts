import { describe, expect, test } from '@jest/globals';
import { applyLook, clampAmount, effects, filterTypes, isPlain, type Look, overlays, plainLook } from './look.ts';

/** The colours of a picture of equal pixels after a look, row by row. */
function shown(look: Partial<Look>, colour: readonly number[] = [200, 120, 40], side = 1): number[][] {
  const pixels = new Uint8ClampedArray(Array.from({ length: side * side }, () => [...colour, 128]).flat());
  applyLook({ pixels, width: side, height: side, top: 0 }, { ...plainLook, ...look });
  return Array.from({ length: side * side }, (_, index) => [...pixels.slice(index * 4, index * 4 + 4)]);
}

const filtered = (type: Look['filter']['type'], amount: number, colour?: readonly number[]) =>
  shown({ filter: { type, amount } }, colour)[0]?.slice(0, 3);

describe('a filter', () => {
  test('changes no pixel without a type, with contrast 100, and with no mono or sepia', () => {
    for (const [type, amount] of [
      ['none', 180],
      ['contrast', 100],
      ['mono', 0],
      ['sepia', 0],
    ] as const) {
      expect(filtered(type, amount)).toEqual([200, 120, 40]);
      expect(isPlain({ ...plainLook, filter: { type, amount } })).toBe(true);
    }
  });

  test('mono removes the colours at 100 and half of them at 50', () => {
    expect(filtered('mono', 100)).toEqual([131, 131, 131]);
    expect(filtered('mono', 50)).toEqual([166, 126, 86]);
  });

  test('mono and sepia above 100 raise the contrast', () => {
    expect(filtered('mono', 200, [200, 200, 200])).toEqual([236, 236, 236]);
    expect(filtered('mono', 200, [60, 60, 60])).toEqual([26, 26, 26]);
    expect(filtered('sepia', 200, [60, 60, 60])?.[0]).toBeLessThan(filtered('sepia', 100, [60, 60, 60])?.[0] ?? 0);
  });

  test('sepia turns grey into brown', () => {
    const [red = 0, green = 0, blue = 0] = filtered('sepia', 100, [100, 100, 100]) ?? [];
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
  });

  test('contrast is a percentage: 0 is grey, 200 is double, clamped to the colours that exist', () => {
    expect(filtered('contrast', 0)).toEqual([128, 128, 128]);
    expect(filtered('contrast', 200)).toEqual([255, 112, 0]);
  });

  test.each([
    [-5, 0],
    [250, 200],
    [99.6, 100],
    [Number.NaN, 100],
  ])('an amount of %s counts as %s', (amount, clamped) => {
    expect(clampAmount(amount)).toBe(clamped);
  });
});

test('transparency stays, whatever the look', () => {
  for (const type of filterTypes)
    for (const effect of effects)
      for (const overlay of overlays)
        expect(shown({ filter: { type, amount: 150 }, effect, overlay })[0]?.[3]).toBe(128);
});

test('chill makes a picture cooler, party stronger', () => {
  const [[red = 0, , blue = 0] = []] = shown({ effect: 'chill' });
  expect(red).toBeLessThan(200);
  expect(blue).toBeGreaterThan(40);
  const [[strongRed = 0, , weakBlue = 0] = []] = shown({ effect: 'party' });
  expect(strongRed - weakBlue).toBeGreaterThan(200 - 40);
});

describe('an overlay', () => {
  const red = (overlay: Look['overlay'], x: number, y: number) =>
    shown({ overlay }, [120, 120, 120], 9)[y * 9 + x]?.[0] ?? 0;

  test('vignette darkens the corners and leaves the centre', () => {
    expect(red('vignette', 4, 4)).toBe(120);
    expect(red('vignette', 0, 0)).toBeLessThan(90);
  });

  test('glow lightens the centre and leaves the corners', () => {
    expect(red('glow', 4, 4)).toBeGreaterThan(160);
    expect(red('glow', 0, 8)).toBe(120);
  });

  test('brand colours the lower edge and leaves the upper one', () => {
    expect(red('brand', 4, 0)).toBe(120);
    const [lowest = []] = shown({ overlay: 'brand' }, [120, 120, 120], 9).slice(-1);
    expect(lowest[0]).toBeGreaterThan((lowest[2] ?? 255) + 60);
  });
});

test('a picture in strips looks like the whole picture', () => {
  const look: Look = { filter: { type: 'sepia', amount: 130 }, effect: 'party', overlay: 'vignette' };
  const whole = new Uint8ClampedArray(4 * 6 * 8).map((_, index) => (index * 37) % 256);
  const parts = [whole.slice(0, 4 * 6 * 3), whole.slice(4 * 6 * 3)];
  for (const [index, pixels] of parts.entries()) applyLook({ pixels, width: 6, height: 8, top: index * 3 }, look);
  applyLook({ pixels: whole, width: 6, height: 8, top: 0 }, look);
  expect(parts.flatMap((part) => [...part])).toEqual([...whole]);
});
