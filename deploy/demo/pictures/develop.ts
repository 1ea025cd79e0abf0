import sharp from 'sharp';
import { randomFrom } from './random.ts';
import type { Sheet } from './sheet.ts';

/** Limits memory: pictures are rendered while the system runs. */
sharp.concurrency(1);
sharp.cache(false);

/** JPEG qualities, tried in turn until a picture is small enough for phones. */
const qualities = [80, 70, 60];
const maxBytes = 250_000;

/** Paper grain, -1..1, mostly near 0. Each line of a picture starts at another offset. */
const lastSpeck = 0xffff;
const opaque = 255;
const paper = randomFrom('paper');
const specks = Float32Array.from({ length: lastSpeck + 1 }, () => paper.next() + paper.next() - 1);

/** Renders a sheet as a JPEG: the marks over the ground, darker corners, paper grain. */
export async function develop(sheet: Sheet): Promise<Buffer> {
  const marks = await sharp(Buffer.from(sheet.toSvg())).ensureAlpha().raw().toBuffer();
  const pixels = expose(sheet, marks, groundOf(sheet));
  const { width, height } = sheet;
  let picture = Buffer.alloc(0);
  for (const quality of qualities) {
    picture = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (picture.length <= maxBytes) break;
  }
  return picture;
}

interface Plate {
  colours: Float32Array;
  across: number;
  step: number;
}

/** Colours of the ground at its grid points, one row and one column more than the sheet needs. */
function groundOf({ ground, width, height }: Sheet): Plate | undefined {
  if (!ground) return undefined;
  const { colourAt, step } = ground;
  const across = Math.ceil(width / step) + 1;
  const down = Math.ceil(height / step) + 1;
  const colours = new Float32Array(across * down * 3);
  for (let row = 0, at = 0; row < down; row++) {
    for (let column = 0; column < across; column++, at += 3) colours.set(colourAt(column * step, row * step), at);
  }
  return { colours, across, step };
}

/** Combines all layers in one pass. Grain hides the steps of long gradients and gives flat shapes a printed look. */
function expose({ width, height, grain, vignette }: Sheet, marks: Buffer, plate: Plate | undefined): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 3);
  const ground = new Float32Array(width * 3);
  const [across, down] = [cornersOf(width), cornersOf(height)];
  const lines = randomFrom('lines');
  const strength = grain * 15;
  for (let row = 0, from = 0, to = 0; row < height; row++) {
    if (plate) readLine(plate, row, ground);
    const beyond = (down[row] ?? 0) - 0.7;
    const start = lines.whole(0, lastSpeck);
    for (let column = 0, at = 0; column < width; column++, from += 4, to += 3, at += 3) {
      const corner = (across[column] ?? 0) + beyond;
      const light = corner > 0 ? 1 - vignette * corner : 1;
      const speck = (specks[(start + column) & lastSpeck] ?? 0) * strength;
      const alpha = marks[from + 3] ?? 0;
      if (alpha === opaque) {
        pixels[to] = (marks[from] ?? 0) * light + speck;
        pixels[to + 1] = (marks[from + 1] ?? 0) * light + speck;
        pixels[to + 2] = (marks[from + 2] ?? 0) * light + speck;
      } else {
        const cover = (alpha / opaque) * light;
        const clear = light - cover;
        pixels[to] = (ground[at] ?? 0) * clear + (marks[from] ?? 0) * cover + speck;
        pixels[to + 1] = (ground[at + 1] ?? 0) * clear + (marks[from + 1] ?? 0) * cover + speck;
        pixels[to + 2] = (ground[at + 2] ?? 0) * clear + (marks[from + 2] ?? 0) * cover + speck;
      }
    }
  }
  return pixels;
}

/** Interpolates one line of the ground between grid points. */
function readLine({ colours, across, step }: Plate, row: number, line: Float32Array): void {
  const upper = Math.floor(row / step);
  const low = row / step - upper;
  const above = upper * across * 3;
  const below = above + across * 3;
  for (let column = 0, to = 0; to < line.length; column++) {
    const knot = Math.floor(column / step);
    const right = column / step - knot;
    for (let at = knot * 3, channel = 0; channel < 3; channel++, at++, to++) {
      const top = mixed(colours, above + at, right);
      line[to] = top + (mixed(colours, below + at, right) - top) * low;
    }
  }
}

function mixed(colours: Float32Array, at: number, share: number): number {
  const from = colours[at] ?? 0;
  return from + ((colours[at + 3] ?? from) - from) * share;
}

/** Distance of each position of a side from the middle: 0 in the middle, 1 at the edges. */
const cornersOf = (length: number): Float32Array =>
  Float32Array.from({ length }, (_, position) => (position / (length / 2) - 1) ** 2);
