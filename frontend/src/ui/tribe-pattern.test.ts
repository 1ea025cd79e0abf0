import { expect, test } from '@jest/globals';
import { coverRings, ringPath, tribeHue, tribePattern } from './tribe-pattern.ts';

const IDS = [38, ...Array.from({ length: 1_500 }, (_, index) => 100 + index)];

/** The visible properties of a glyph. */
function lookOf(id: number): string {
  const { hue, secondHue, core, ground, rings } = tribePattern(id);
  return JSON.stringify([hue, secondHue, core, ground, rings.map((ring) => ringPath(ring, 50, 50, 1))]);
}

test('the same id always has the same sign', () => {
  expect(tribePattern(104)).toEqual(tribePattern('104'));
  expect(coverRings(104, 200)).toEqual(coverRings(104, 200));
});

test('no two of 1,500 tribes look alike', () => {
  expect(new Set(IDS.map(lookOf)).size).toBe(IDS.length);
});

test('the rings alone rarely repeat, regardless of the hue', () => {
  const shapes = IDS.map((id) =>
    JSON.stringify(tribePattern(id).rings.map(({ motif, count, phase }) => [motif, count, phase])),
  );
  expect(new Set(shapes).size).toBeGreaterThan(IDS.length * 0.7);
});

test('consecutive tribes have hues far apart, and hominini has the ember hue', () => {
  expect(tribeHue(38)).toBe(48);
  for (let id = 100; id < 140; id += 1) {
    const apart = Math.abs(tribeHue(id) - tribeHue(id + 1));
    expect(Math.min(apart, 360 - apart)).toBeGreaterThan(90);
  }
});

test('neighbouring rings never have the same mark, and all are within the square', () => {
  for (const id of IDS) {
    const [inner, outer] = tribePattern(id).rings;
    expect(inner?.motif).not.toBe(outer?.motif);
    expect((outer?.radius ?? 0) + (outer?.size ?? 0)).toBeLessThan(49);
  }
});
