import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const blocks = css.split(/\[data-theme=["']light["']\]/);
const THEMES = { dark: blocks[0] ?? '', light: (blocks[1] ?? '').split('@theme')[0] ?? '' };

type Rgba = [red: number, green: number, blue: number, alpha: number];

/** oklch() to linear light, clamped to the sRGB range. */
function colourOf(theme: keyof typeof THEMES, name: string): Rgba {
  const found = new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)(?: / ([\\d.]+))?\\)`).exec(THEMES[theme]);
  if (!found) throw new Error(`no --${name} in ${theme}`);
  const [l = 0, c = 0, h = 0, alpha = 1] = found.slice(1).map((part) => (part === undefined ? 1 : Number(part)));
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const [x, y, z] = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((root) => root ** 3) as [number, number, number];
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clamp(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    clamp(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    clamp(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
    alpha,
  ];
}

/** Screens mix colours in gamma, not in linear light. */
function over(top: Rgba, under: Rgba): Rgba {
  const mix = (index: 0 | 1 | 2) =>
    (top[index] ** (1 / 2.2) * top[3] + under[index] ** (1 / 2.2) * (1 - top[3])) ** 2.2;
  return [mix(0), mix(1), mix(2), 1];
}

function contrast(one: Rgba, other: Rgba): number {
  const [a, b] = [one, other].map(([r, g, bl]) => 0.2126 * r + 0.7152 * g + 0.0722 * bl + 0.05) as [number, number];
  return Math.max(a, b) / Math.min(a, b);
}

const GROUNDS = ['ground', 'surface', 'raised', 'sunken'];
const PAIRS: [text: string, ground: string][] = [
  ...['fg', 'fg-muted', 'fg-faint', 'ember-text', 'danger', 'moss', 'honey'].flatMap((text) =>
    GROUNDS.map((ground): [string, string] => [text, ground]),
  ),
  ['fg', 'hover'],
  ['fg-muted', 'hover'],
  ['on-ember', 'ember'],
  ['on-ember', 'ember-bright'],
  ['on-danger', 'danger-fill'],
  ['ground', 'honey'],
];

test.each(['dark', 'light'] as const)('every text has enough contrast in the %s theme (AA, 4.5)', (theme) => {
  const weak = PAIRS.map(([text, ground]) => ({
    text,
    ground,
    ratio: contrast(colourOf(theme, text), colourOf(theme, ground)),
  })).filter(({ ratio }) => ratio < 4.5);
  expect(weak).toEqual([]);
});

test.each(['dark', 'light'] as const)('pills have enough contrast on every ground in the %s theme', (theme) => {
  const weak = ['moss', 'honey', 'danger', 'ember'].flatMap((tone) =>
    ['ground', 'surface', 'raised'].map((ground) => {
      const pill = over(colourOf(theme, `${tone}-soft`), colourOf(theme, ground));
      return { tone, ground, ratio: contrast(colourOf(theme, tone === 'ember' ? 'ember-text' : tone), pill) };
    }),
  );
  expect(weak.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
});

test.each(['dark', 'light'] as const)('the border of a field has enough contrast in the %s theme (3)', (theme) => {
  for (const ground of ['ground', 'surface', 'raised']) {
    expect(contrast(colourOf(theme, 'field-line'), colourOf(theme, ground))).toBeGreaterThan(3);
  }
});

test.each(['dark', 'light'] as const)('the lines of a chart have enough contrast in the %s theme (3)', (theme) => {
  for (const line of ['ember', 'chart-2', 'chart-3', 'chart-4']) {
    for (const ground of ['ground', 'surface']) {
      expect({ line, seen: contrast(colourOf(theme, line), colourOf(theme, ground)) > 3 }).toEqual({
        line,
        seen: true,
      });
    }
  }
});
