import { mix } from './colour.ts';
import type { Random } from './random.ts';
import { curve, disc, n, type Point, point } from './shapes.ts';
import type { Sheet } from './sheet.ts';

const ink = '#0a0a18';
const ember = '#ff9a3d';
const cloaks = ['#a4452f', '#3f6f73', '#c98a3a', '#6b3f63', '#56703f', '#8a5a44', '#39537d'];
const skins = ['#f0b98d', '#c98a5d', '#8f5a3c', '#e5a578', '#a96f48'];
const hairs = ['#2a1714', '#5b2f1c', '#1b1420', '#8a4a24', '#d8a860'];

/** A person sitting by a fire. */
export interface Person {
  cloak: string;
  skin: string;
  hair: string;
  lean: number;
}

export const anyone = (random: Random): Person => ({
  cloak: random.pick(cloaks),
  skin: random.pick(skins),
  hair: random.pick(hairs),
  lean: random.between(-0.12, 0.12),
});

/** A wrapped-up person on the ground, facing the fire. */
export function paintSeated(sheet: Sheet, at: Point, size: number, { cloak, skin, hair, lean }: Person): void {
  const spot = (x: number, y: number): Point => point(at.x + (x - lean * y) * size, at.y + y * size);
  const light = sheet.radial(spot(lean * 1.5, -0.1), size * 1.15, [
    [0, mix(cloak, ember, 0.6)],
    [0.5, mix(cloak, '#40202a', 0.25)],
    [1, mix(cloak, ink, 0.78)],
  ]);
  sheet.fill(
    curve(
      [
        spot(-0.62, 0.05),
        spot(-0.5, -0.14),
        spot(-0.4, -0.55),
        spot(-0.16, -0.8),
        spot(0.16, -0.8),
        spot(0.4, -0.55),
        spot(0.5, -0.14),
        spot(0.62, 0.05),
        spot(0, 0.12),
      ],
      true,
    ),
    light,
  );
  sheet.fill(
    curve([spot(-0.2, -0.32), spot(0, -0.24), spot(0.2, -0.32), spot(0.16, -0.2), spot(-0.16, -0.2)], true),
    mix(skin, ember, 0.3),
    0.9,
  );
  const hairColour = mix(hair, ink, 0.25);
  sheet.fill(disc(spot(0, -0.98), size * 0.24), hairColour);
  paintFace(sheet, { face: spot(lean * 0.35, -0.93), glow: spot(lean, -0.8), size, skin });
  sheet.fill(
    curve([spot(-0.22, -0.98), spot(-0.14, -1.15), spot(0.1, -1.17), spot(0.22, -0.98), spot(0.04, -1.06)], true),
    hairColour,
  );
}

interface Face {
  face: Point;
  /** Position of the firelight on it. */
  glow: Point;
  size: number;
  skin: string;
}

function paintFace(sheet: Sheet, { face, glow, size, skin }: Face): void {
  const lit = sheet.radial(glow, size * 0.3, [
    [0, mix(skin, '#ffd08a', 0.45)],
    [1, mix(skin, '#5a2a2a', 0.4)],
  ]);
  sheet.fill(disc(face, size * 0.185), lit);
  const eyes = [-0.07, 0.07].map((x) => disc(point(face.x + x * size, face.y + size * 0.01), size * 0.017));
  sheet.fill(eyes.join(''), '#2a1414', 0.85);
  const smile = `q${n(size * 0.045)} ${n(size * 0.035)} ${n(size * 0.09)} 0`;
  sheet.stroke(`M${n(face.x - size * 0.045)} ${n(face.y + size * 0.075)}${smile}`, '#6b2a22', size * 0.018, 0.8);
}

/** A person from behind, as an outline. */
export function paintBack(sheet: Sheet, at: Point, size: number, lean: number, colour: string): void {
  const spot = (x: number, y: number): Point => point(at.x + (x + lean * y) * size, at.y + y * size);
  const cloak = [
    spot(-0.6, 0.3),
    spot(-0.52, -0.2),
    spot(-0.36, -0.6),
    spot(-0.14, -0.8),
    spot(0.14, -0.8),
    spot(0.36, -0.6),
    spot(0.52, -0.2),
    spot(0.6, 0.3),
  ];
  sheet.fill(curve(cloak, true) + disc(spot(0, -1), size * 0.225), colour);
}
