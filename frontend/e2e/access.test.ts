import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';

const bench = openBrowserBench();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** What axe finds beyond trifles. Its script is handed to the page from outside: the content policy forbids others. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  // Base UI's guards are reached by the keyboard only to send it on.
  const found = await page.evaluate<{ violations: Finding[] }>(
    `axe.run({ exclude: [['[data-base-ui-focus-guard]']] }, { resultTypes: ['violations'] })`,
  );
  return found.violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** What makes the page wider than the window, if it is. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`(({ scrollWidth, clientWidth }) =>
    [...document.querySelectorAll('body *')]
      .filter((element) => scrollWidth > clientWidth && element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 160)))(document.documentElement)`);

/**
 * What a finger may miss: below 24 px, as WCAG 2.2 has it. A link among the words of a sentence may be as high as they are;
 * a label is part of what it names, and a card of the link that covers it.
 */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const minimum = 24;
    const isAmongWords = (element) => getComputedStyle(element).display === 'inline' &&
      [...element.parentElement.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
    const coversItsCard = (element) => getComputedStyle(element, '::after').position === 'absolute';
    const targetsOf = (element) =>
      [element, ...(element.labels ?? []), ...(coversItsCard(element) ? [element.offsetParent] : [])];
    const fits = (element) =>
      (({ width, height }) => width >= minimum && height >= minimum)(element.getBoundingClientRect());
    const isFor = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('[aria-hidden="true"], [inert], .sr-only');
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"], [tabindex="0"]')]
      .filter((element) => isFor(element) && !isAmongWords(element))
      .filter((element) => !targetsOf(element).some(fits))
      .map((element) => element.offsetWidth + ' x ' + element.offsetHeight + ': ' + element.outerHTML.slice(0, 160));
  })()`);

/** What is still on its way after the theme has changed, before a frame is drawn. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(`(({ dataset }) => {
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
    return document.getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => effect.target.outerHTML.slice(0, 160));
  })(document.documentElement)`);

interface Screen {
  path: string;
  /** Stands there when the screen is full. */
  shows: (page: Page) => Promise<void>;
  member: boolean;
}

let ana: Person;
let screens: Screen[];

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor();
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

beforeAll(async () => {
  ana = await bench.system.newcomer('ana-de-nombre-bastante-largo-para-un-telefono');
  const beto = await bench.system.newcomer('beto-que-tambien-tiene-un-nombre-largo');
  const name = 'Observadoras de aves y de supercalifragilísticas nubes';
  const tribe = await ana.createTribe(name, {
    description: 'Arriba siempre pasa algo.',
    tags: 'nubes,aves-migratorias',
  });
  await beto.join(tribe.id);
  // The tribes with most members stand first in the directory, before those of other stories.
  for (let more = 0; more < 4; more += 1) await (await bench.system.newcomer()).join(tribe.id);
  const post = await ana.publish(tribe.id, {
    content: 'Grullas al amanecer',
    pictures: [await png(900, 600)],
    tags: 'aves',
  });
  await beto.post(`/tribes/${tribe.id}/posts/${post.id}/comments`, { content: 'Preciosas' });
  await beto.post(`/tribes/${tribe.id}/chat`, { content: '¿Quién mira hoy?' });
  await beto.post('/messages', { toUserId: ana.id, tribeId: tribe.id, content: 'Te guardo sitio' });
  await beto.publish(tribe.id, { kind: 'story', tags: 'chill', content: 'Brasas', pictures: [await png(720, 1280)] });
  await ana.publish(38, { content: 'Buenas noches a todo el mundo' });
  await bench.system.settled();
  screens = [
    { path: '/', shows: heading('Siéntate. El fuego está encendido.'), member: false },
    { path: '/login', shows: heading('Qué bien que vuelves'), member: false },
    { path: '/register', shows: heading('Hazte un hueco'), member: false },
    { path: '/hominini', shows: text('Buenas noches a todo'), member: false },
    { path: '/help', shows: heading('Ayuda'), member: false },
    { path: '/nowhere', shows: text('Aquí no hay nadie'), member: false },
    { path: '/tools/tribes/create', shows: heading('Crear una tribu'), member: true },
    { path: '/tools/tribes', shows: text('Arriba siempre pasa algo.'), member: true },
    { path: `/tools/tribes/${tribe.id}`, shows: text('Grullas al amanecer'), member: true },
    { path: `/post/${post.id}?tribe=${tribe.id}`, shows: text('Preciosas'), member: true },
    { path: '/(modal)/inbox', shows: text('te ha escrito en'), member: true },
    { path: '/(modal)/activity', shows: text('ha comentado tu publicación'), member: true },
    { path: `/vibes-feed?tribeId=${tribe.id}`, shows: text('Brasas'), member: true },
    { path: `/inbox/${tribe.id}`, shows: text('¿Quién mira hoy?'), member: true },
    { path: '/tools/points', shows: text('Una publicación tuya'), member: true },
  ];
}, 60_000);

/** Goes to each screen, as a member where it asks for one, and looks at it once it is full. */
async function lookAtAll(
  wish: PageOptions,
  look: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const pages = {
    visitor: await bench.open(null, '/login', wish),
    member: await bench.open(ana, '/tools/tribes', wish),
  };
  for (const { path, shows, member } of screens) {
    const page = member ? pages.member : pages.visitor;
    await page.goto(path);
    await shows(page);
    found[path] = await look(page);
  }
  return found;
}

const nothing = () => Object.fromEntries(screens.map(({ path }) => [path, []]));

test.each(['dark', 'light'] as const)(
  'axe finds no barrier in the %s theme',
  async (theme) => expect(await lookAtAll({ theme }, barriers)).toEqual(nothing()),
  120_000,
);

test('nothing is wider than the narrowest phone', async () => {
  expect(await lookAtAll({ size: 'narrow' }, tooWide)).toEqual(nothing());
}, 120_000);

test('a finger hits everything that can be touched', async () => {
  expect(await lookAtAll({}, tooSmall)).toEqual(nothing());
}, 120_000);

test('for who wants no motion a change is there at once, without a frame of half of it', async () => {
  expect(await lookAtAll({}, moving)).toEqual(nothing());
}, 120_000);
