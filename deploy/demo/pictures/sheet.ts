import type { Rgb } from './colour.ts';
import type { Random } from './random.ts';
import { n, type Point } from './shapes.ts';

export interface Size {
  width: number;
  height: number;
}

/** Colour of the ground at a point, in the sheet's pixels. */
export type Ground = (x: number, y: number) => Rgb;

/** Paints one kind of picture; the random numbers vary it. */
export type Painter = (sheet: Sheet, random: Random) => void;

/** A colour stop of a gradient: position (0..1), colour, opacity. */
export type Stop = readonly [at: number, colour: string, opacity?: number];

/**
 * Canvas of a painter: SVG marks over an optional ground of computed pixels. Opacity is set on the paint, never on the
 * element, which would need a layer as large as the picture each time.
 */
export class Sheet implements Size {
  readonly width: number;
  readonly height: number;
  /** Strength of the paper grain, 0..1. */
  grain = 0.5;
  /** Darkening of the corners, 0..1. */
  vignette = 0.18;
  ground: { colourAt: Ground; step: number } | undefined;
  readonly #defs: string[] = [];
  readonly #marks: string[] = [];

  constructor({ width, height }: Size) {
    this.width = width;
    this.height = height;
  }

  get centre(): Point {
    return { x: this.width / 2, y: this.height / 2 };
  }

  /** The shorter side: the unit for sizes that are the same in every format. */
  get unit(): number {
    return Math.min(this.width, this.height);
  }

  /** Computes the ground for every `step`th pixel; the others are interpolated. */
  groundOf(colourAt: Ground, step: number): void {
    this.ground = { colourAt, step };
  }

  /** A linear gradient from `from` to `to`. */
  linear(from: Point, to: Point, stops: readonly Stop[]): string {
    const ends = `x1="${n(from.x)}" y1="${n(from.y)}" x2="${n(to.x)}" y2="${n(to.y)}"`;
    return this.#define('linearGradient', ends, stops);
  }

  /** A gradient from the top of a span to its bottom. */
  falling(top: number, bottom: number, stops: readonly Stop[]): string {
    return this.linear({ x: 0, y: top }, { x: 0, y: bottom }, stops);
  }

  /** A radial gradient. */
  radial(centre: Point, radius: number, stops: readonly Stop[]): string {
    const geometry = `cx="${n(centre.x)}" cy="${n(centre.y)}" r="${n(radius)}"`;
    return this.#define('radialGradient', geometry, stops);
  }

  fill(path: string, paint: string, opacity = 1): void {
    this.#marks.push(`<path d="${path}" fill="${paint}"${opacityOf('fill', opacity)}/>`);
  }

  stroke(path: string, paint: string, width: number, opacity = 1): void {
    const look = `stroke="${paint}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"`;
    this.#marks.push(`<path d="${path}" fill="none" ${look}${opacityOf('stroke', opacity)}/>`);
  }

  wash(paint: string, opacity = 1): void {
    this.box(0, 0, this.width, this.height, paint, opacity);
  }

  box(x: number, y: number, width: number, height: number, paint: string, opacity = 1, round = 0): void {
    const corner = round > 0 ? ` rx="${n(round)}"` : '';
    const geometry = `x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"`;
    this.#marks.push(`<rect ${geometry}${corner} fill="${paint}"${opacityOf('fill', opacity)}/>`);
  }

  disc(centre: Point, radius: number, paint: string, opacity = 1): void {
    this.oval(centre, radius, radius, paint, opacity);
  }

  oval(centre: Point, rx: number, ry: number, paint: string, opacity = 1): void {
    const geometry = `cx="${n(centre.x)}" cy="${n(centre.y)}" rx="${n(rx)}" ry="${n(ry)}"`;
    this.#marks.push(`<ellipse ${geometry} fill="${paint}"${opacityOf('fill', opacity)}/>`);
  }

  ring(centre: Point, radius: number, paint: string, width: number, opacity = 1): void {
    const look = `fill="none" stroke="${paint}" stroke-width="${n(width)}"${opacityOf('stroke', opacity)}`;
    this.#marks.push(`<circle cx="${n(centre.x)}" cy="${n(centre.y)}" r="${n(radius)}" ${look}/>`);
  }

  /** Light that fades from a point, without a blur. */
  glow(centre: Point, radius: number, colour: string, strength: number): void {
    const paint = this.radial(centre, radius, [
      [0, colour, strength],
      [0.25, colour, strength * 0.55],
      [0.55, colour, strength * 0.18],
      [1, colour, 0],
    ]);
    this.disc(centre, radius, paint);
  }

  /** Clips the marks of `draw` to a path. */
  within(path: string, draw: () => void): void {
    const id = `c${this.#defs.length}`;
    this.#defs.push(`<clipPath id="${id}"><path d="${path}"/></clipPath>`);
    this.#group(`clip-path="url(#${id})"`, draw);
  }

  /** Moves, rotates (degrees) and flattens (to `squash` of its height) the marks of `draw`. */
  transformed(at: Point, draw: () => void, { turn = 0, squash = 1 } = {}): void {
    const turned = turn === 0 ? '' : ` rotate(${n(turn)})`;
    const sized = squash === 1 ? '' : ` scale(1 ${squash})`;
    this.#group(`transform="translate(${n(at.x)} ${n(at.y)})${turned}${sized}"`, draw);
  }

  /** The marks as an SVG document. */
  toSvg(): string {
    const size = `width="${this.width}" height="${this.height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${this.#defs.join('')}</defs>${this.#marks.join('')}</svg>`;
  }

  #group(attributes: string, draw: () => void): void {
    this.#marks.push(`<g ${attributes}>`);
    draw();
    this.#marks.push('</g>');
  }

  #define(kind: string, geometry: string, stops: readonly Stop[]): string {
    const id = `p${this.#defs.length}`;
    const marks = stops.map(([at, colour, opacity = 1]) => {
      const clear = opacity === 1 ? '' : ` stop-opacity="${Math.round(opacity * 1000) / 1000}"`;
      return `<stop offset="${Math.round(at * 1000) / 1000}" stop-color="${colour}"${clear}/>`;
    });
    this.#defs.push(`<${kind} id="${id}" gradientUnits="userSpaceOnUse" ${geometry}>${marks.join('')}</${kind}>`);
    return `url(#${id})`;
  }
}

const opacityOf = (what: 'fill' | 'stroke', opacity: number): string =>
  opacity === 1 ? '' : ` ${what}-opacity="${Math.round(opacity * 1000) / 1000}"`;
