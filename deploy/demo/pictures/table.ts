import { mix } from './colour.ts';
import type { Random } from './random.ts';
import { disc, lines, n, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';
import { baguettes, bottle, cup, fruitBowl, jar, loaf, moka, type TableObject } from './tableware.ts';

interface Room {
  wall: readonly [string, string];
  top: string;
  cloth: string;
}

const rooms: readonly Room[] = [
  { wall: ['#f0d9b8', '#dcae82'], top: '#8a4f34', cloth: '#e9e2d2' },
  { wall: ['#35585c', '#1d3a40'], top: '#a5673f', cloth: '#efe0c6' },
  { wall: ['#d98a63', '#b85f48'], top: '#4a2a26', cloth: '#f0dfc0' },
  { wall: ['#c8cfb8', '#93a48c'], top: '#7a4a34', cloth: '#f4ead6' },
];

/** A table by a window with bread, coffee and fruit. */
export const breakfast: Painter = (sheet, random) => layTable(sheet, random, [moka, loaf, cup, fruitBowl, bottle, jar]);

/** A kitchen in the evening: loaves, oil, garlic. */
export const bakery: Painter = (sheet, random) => layTable(sheet, random, [loaf, bottle, loaf, jar, baguettes, cup]);

function layTable(sheet: Sheet, random: Random, objects: readonly TableObject[]): void {
  const room = random.pick(rooms);
  const edge = sheet.height * (sheet.height > sheet.width * 1.2 ? 0.62 : 0.66);
  sheet.wash(
    sheet.linear(point(0, 0), point(sheet.width, sheet.height), [
      [0, room.wall[0]],
      [1, room.wall[1]],
    ]),
  );
  paintSunPatch(sheet, random, edge);
  sheet.box(
    0,
    edge,
    sheet.width,
    sheet.height - edge,
    sheet.falling(edge, sheet.height, [
      [0, mix(room.top, '#ffd9a0', 0.28)],
      [0.3, room.top],
      [1, mix(room.top, '#120808', 0.45)],
    ]),
  );
  paintCloth(sheet, random, room, edge);
  const count = Math.min(objects.length, Math.max(2, Math.round((sheet.width / sheet.unit) * 2.3)));
  const gap = sheet.width / (count + 0.3);
  const start = random.whole(0, objects.length - 1);
  const slots = Array.from({ length: count }, (_, index) => index).sort((one, two) => (one % 2) - (two % 2));
  for (const slot of slots) {
    const near = slot % 2;
    const foot = point(gap * (slot + 0.65) + random.bell() * gap * 0.04, edge + sheet.unit * (0.07 + near * 0.085));
    objects[(start + slot) % objects.length]?.(sheet, random, foot, sheet.unit * (0.37 + near * 0.04));
  }
  paintCrumbs(sheet, random, edge);
}

function paintSunPatch(sheet: Sheet, random: Random, edge: number): void {
  const left = sheet.width * random.between(-0.05, 0.3);
  const bars = [0, 1, 2].map((bar) => {
    const x = left + bar * sheet.unit * 0.26;
    return lines(
      [
        point(x, 0),
        point(x + sheet.unit * 0.2, 0),
        point(x + sheet.unit * 0.56, edge),
        point(x + sheet.unit * 0.36, edge),
      ],
      true,
    );
  });
  sheet.fill(
    bars.join(''),
    sheet.falling(0, edge, [
      [0, '#fff3d0', 0.12],
      [1, '#fff3d0', 0.34],
    ]),
  );
}

function paintCloth(sheet: Sheet, random: Random, room: Room, edge: number): void {
  const left = sheet.width * random.between(0.1, 0.3);
  const right = left + sheet.width * random.between(0.4, 0.55);
  const y = edge + sheet.unit * 0.035;
  const cloth = `M${n(left)} ${n(y)}L${n(right)} ${n(y)}L${n(right + sheet.unit * 0.08)} ${n(sheet.height)}L${n(left - sheet.unit * 0.08)} ${n(sheet.height)}Z`;
  sheet.fill(
    cloth,
    sheet.falling(y, sheet.height, [
      [0, room.cloth],
      [1, mix(room.cloth, '#6a4a48', 0.35)],
    ]),
  );
  const stripe = random.pick(['#b8483a', '#35606b', '#c98a3a']);
  sheet.within(cloth, () => {
    for (const share of [0.08, 0.12, 0.88, 0.92]) {
      const x = left + (right - left) * share;
      sheet.stroke(
        lines([point(x, y), point(x + (share - 0.5) * sheet.unit * 0.16, sheet.height)]),
        stripe,
        sheet.unit * 0.008,
        0.75,
      );
    }
  });
}

function paintCrumbs(sheet: Sheet, random: Random, edge: number): void {
  const crumbs = Array.from({ length: 34 }, () =>
    disc(
      point(random.between(0.1, 0.9) * sheet.width, edge + sheet.unit * random.between(0.1, 0.28)),
      sheet.unit * random.between(0.0012, 0.0036),
    ),
  );
  sheet.fill(crumbs.join(''), '#e6b878', 0.8);
}
