import { campfire, tent } from './pictures/campfire.ts';
import { chess } from './pictures/chess.ts';
import { riverside, skyline } from './pictures/city.ts';
import { autumnRoad, summerRoad } from './pictures/country.ts';
import { develop } from './pictures/develop.ts';
import { dunes, duskDunes } from './pictures/dunes.ts';
import { herbarium } from './pictures/herbarium.ts';
import { hexIsland } from './pictures/hexes.ts';
import { jungle } from './pictures/jungle.ts';
import { aurora, veils } from './pictures/light.ts';
import { trailMap } from './pictures/maps.ts';
import { dawnRange, duskRange, nightRange, winterRange } from './pictures/mountains.ts';
import { shelves, vase } from './pictures/pottery.ts';
import { randomFrom } from './pictures/random.ts';
import { eveningLighthouse, eveningSea, lighthouse, noonSea } from './pictures/sea.ts';
import { type Painter, Sheet, type Size } from './pictures/sheet.ts';
import { sill } from './pictures/sill.ts';
import { desertTrails, starChart, starTrails, telescope } from './pictures/stars.ts';
import { bakery, breakfast } from './pictures/table.ts';
import { tiles, truchet } from './pictures/tiles.ts';
import { houses } from './pictures/village.ts';

/** Every kind of picture, by its name in the stories. */
export const motifs = {
  aurora,
  autumnRoad,
  bakery,
  breakfast,
  campfire,
  chess,
  dawnRange,
  desertTrails,
  dunes,
  duskDunes,
  duskRange,
  eveningLighthouse,
  eveningSea,
  herbarium,
  hexIsland,
  houses,
  jungle,
  lighthouse,
  nightRange,
  noonSea,
  riverside,
  shelves,
  sill,
  skyline,
  starChart,
  starTrails,
  summerRoad,
  telescope,
  tent,
  tiles,
  trailMap,
  truchet,
  vase,
  veils,
  winterRange,
} satisfies Record<string, Painter>;

/** Pixels of each format; none is larger than the service stores. */
export const formats = {
  landscape: { width: 1120, height: 840 },
  portrait: { width: 840, height: 1120 },
  square: { width: 920, height: 920 },
  tall: { width: 900, height: 1600 },
  cover: { width: 1440, height: 576 },
} satisfies Record<string, Size>;

/** One picture of the demo: its kind, its format, and the seed of its random numbers. */
export interface Picture {
  motif: keyof typeof motifs;
  format: keyof typeof formats;
  seed: string;
}

export const picture = (motif: Picture['motif'], format: Picture['format'], seed: string): Picture => ({
  motif,
  format,
  seed,
});

/** Renders a picture as a JPEG, identical on every machine. */
export async function paint({ motif, format, seed }: Picture): Promise<Buffer> {
  const sheet = new Sheet(formats[format]);
  motifs[motif](sheet, randomFrom(`${motif} ${seed}`));
  return develop(sheet);
}
