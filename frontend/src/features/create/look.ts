/** Filters of the specification (2, section 9), and how they change the pixels of a picture. */
export const filterTypes = ['none', 'mono', 'sepia', 'contrast'] as const;
export const effects = ['none', 'chill', 'party'] as const;
export const overlays = ['none', 'vignette', 'glow', 'brand'] as const;
export type FilterType = (typeof filterTypes)[number];
export type Effect = (typeof effects)[number];
export type Overlay = (typeof overlays)[number];

export const amountMax = 200;
export const amountDefault = 100;

/** The look of all pictures of a draft. */
export interface Look {
  filter: { type: FilterType; amount: number };
  effect: Effect;
  overlay: Overlay;
}

export const plainLook: Look = { filter: { type: 'none', amount: amountDefault }, effect: 'none', overlay: 'none' };

/** Returns an amount within 0..200; 100 for anything that is not a number. */
export const clampAmount = (amount: number): number =>
  Number.isNaN(amount) ? amountDefault : Math.min(amountMax, Math.max(0, Math.round(amount)));

/** Whether a look leaves every picture as it is. */
export function isPlain({ filter: { type, amount }, effect, overlay }: Look): boolean {
  const unchangedAt = type === 'contrast' ? amountDefault : 0;
  return (type === 'none' || amount === unchangedAt) && effect === 'none' && overlay === 'none';
}

/** A linear change of colours: for red, green and blue of the result the share of each colour, and a constant. */
type Colours = readonly [Row, Row, Row];
type Row = readonly [red: number, green: number, blue: number, constant: number];

const LUMA = [0.2126, 0.7152, 0.0722] as const;
const identity: Colours = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
];
const sepia: Colours = [
  [0.393, 0.769, 0.189, 0],
  [0.349, 0.686, 0.168, 0],
  [0.272, 0.534, 0.131, 0],
];

const mapRows = (change: (row: Row, index: 0 | 1 | 2) => Row, [red, green, blue]: Colours): Colours => [
  change(red, 0),
  change(green, 1),
  change(blue, 2),
];

/** Returns `first`, followed by `second`. */
const chain = (first: Colours, second: Colours): Colours =>
  mapRows(([red, green, blue, constant]) => {
    const [r, g, b] = first;
    const at = (index: 0 | 1 | 2 | 3) => red * r[index] + green * g[index] + blue * b[index];
    return [at(0), at(1), at(2), at(3) + constant];
  }, second);

const mix = (one: Colours, other: Colours, share: number): Colours =>
  mapRows((row, index) => {
    const to = other[index];
    const at = (column: 0 | 1 | 2 | 3) => row[column] * (1 - share) + to[column] * share;
    return [at(0), at(1), at(2), at(3)];
  }, one);

const saturate = (factor: number): Colours =>
  mix(
    mapRows(() => [...LUMA, 0], identity),
    identity,
    factor,
  );

const contrast = (factor: number): Colours => {
  const constant = 127.5 * (1 - factor);
  return [
    [factor, 0, 0, constant],
    [0, factor, 0, constant],
    [0, 0, factor, constant],
  ];
};

const tints: Record<Effect, Colours> = {
  none: identity,
  chill: chain(saturate(0.8), [
    [0.94, 0, 0, 0],
    [0, 1, 0, 3],
    [0, 0, 1.06, 12],
  ]),
  party: chain(chain(saturate(1.5), contrast(1.12)), [
    [1.04, 0, 0, 8],
    [0, 0.97, 0, 0],
    [0, 0, 1.06, 10],
  ]),
};

/**
 * The filter alone. Mono and sepia replace the colours by `amount` percent; above 100 they also raise the contrast, up
 * to half as much again. Contrast is a percentage: 100 changes nothing.
 */
function coloursOf({ type, amount }: Look['filter']): Colours {
  const share = clampAmount(amount) / amountDefault;
  if (type === 'none') return identity;
  if (type === 'contrast') return contrast(share);
  const toned = mix(identity, type === 'mono' ? saturate(0) : sepia, Math.min(1, share));
  return chain(toned, contrast(1 + Math.max(0, share - 1) / 2));
}

/** The contribution of an overlay to a pixel: `strength` of `colour`. */
interface Layer {
  colour: readonly [number, number, number];
  /** The strength at a position: 0 is the left or upper edge, 1 the other one. */
  strength: (x: number, y: number) => number;
}

const ramp = (value: number, from: number, to: number): number => {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
};

/** 0 in the centre, 1 in the corners. */
const distance = (x: number, y: number): number => Math.hypot(x - 0.5, y - 0.5) * Math.SQRT2;

const layers: Record<Exclude<Overlay, 'none'>, Layer> = {
  vignette: { colour: [8, 6, 5], strength: (x, y) => 0.75 * ramp(distance(x, y), 0.4, 1.05) },
  glow: { colour: [255, 226, 178], strength: (x, y) => 0.42 * (1 - ramp(distance(x, y), 0, 0.85)) },
  // The ember of the brand, rising from the lower edge.
  brand: { colour: [236, 101, 43], strength: (_x, y) => 0.62 * ramp(y, 0.4, 1.05) },
};

/** A strip of a picture: RGBA pixels of `width` columns, from the row `top` of `height` rows. */
export interface Strip {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
  top: number;
}

/** Applies a look to a strip in place. The preview and the sent picture both use it: they are equal. */
export function applyLook({ pixels, width, height, top }: Strip, { filter, effect, overlay }: Look): void {
  const [[rr, rg, rb, r0], [gr, gg, gb, g0], [br, bg, bb, b0]] = chain(coloursOf(filter), tints[effect]);
  const layer = overlay === 'none' ? null : layers[overlay];
  const [lr, lg, lb] = layer?.colour ?? [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    const index = at / 4;
    const share = layer
      ? layer.strength(((index % width) + 0.5) / width, (top + Math.floor(index / width) + 0.5) / height)
      : 0;
    const rest = 1 - share;
    pixels[at] = (rr * red + rg * green + rb * blue + r0) * rest + lr * share;
    pixels[at + 1] = (gr * red + gg * green + gb * blue + g0) * rest + lg * share;
    pixels[at + 2] = (br * red + bg * green + bb * blue + b0) * rest + lb * share;
  }
}
