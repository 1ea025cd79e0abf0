import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { barriers, brokenWords, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench, sizes } from './browser-bench.ts';

const bench = openBrowserBench();
/** The animations still running after a theme change, before a frame is drawn. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(`(({ dataset }) => {
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
    return document.getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => effect.target.outerHTML.slice(0, 160));
  })(document.documentElement)`);

interface Screen {
  path: string;
  /** Resolves once the screen has its content. */
  shows: (page: Page) => Promise<void>;
  /** The viewer; false for a visitor. */
  member: boolean | 'admin';
}

/** Profiles with every field filled in: an empty one cannot show barriers. */
const everything = {
  bio: 'Fuego y montaña',
  about: 'Cuento nubes',
  gustos: 'reading | hiking',
  educacion: 'vocational',
  favoriteSong: 'Pan de ayer',
  favoriteMovie: 'Nueve noches de refugio',
  languages: ['es', 'pt'],
  sexo: 'woman',
  alturaCm: 164,
  horoscopo: 'leo',
  estadoCivil: 'couple',
  profileVisibility: { progress: true },
};
const five = [900, 800, 700, 640, 610];

let ana: Person;
let screens: Screen[];

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor();
const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
/** Restricted to the main content, since a hidden menu has the same words. */
const inMain = (words: string) => (page: Page) => page.getByRole('main').getByText(words).first().waitFor();

beforeAll(async () => {
  ana = await bench.system.newcomer('ana-de-nombre-bastante-largo-para-un-telefono');
  const beto = await bench.system.newcomer('beto-que-tambien-tiene-un-nombre-largo');
  const name = 'Observadoras de aves y de supercalifragilísticas nubes';
  const tribe = await ana.createTribe(name, {
    description: 'Arriba siempre pasa algo.',
    tags: 'nubes,aves-migratorias',
  });
  await beto.join(tribe.id);
  // The tribes with most members are first in the directory, before those of other tests.
  const more = await Promise.all(Array.from({ length: 4 }, () => bench.system.newcomer()));
  const another = await beto.createTribe('Contadoras de hojas y de contrarrevolucionarios caracoles', {
    description: 'Abajo también pasa algo.',
    tags: 'hojas,caracoles-nocturnos',
  });
  for (const each of more) for (const { id } of [tribe, another]) await each.join(id);
  const post = await ana.publish(tribe.id, {
    content: 'Grullas al amanecer',
    pictures: [await png(900, 600)],
    tags: 'aves',
  });
  await ana.publish(tribe.id, {
    content: 'Cinco grullas',
    pictures: await Promise.all(five.map((side) => png(side, 600))),
  });
  await ana.put('/auth/me', everything);
  await beto.post(`/tribes/${tribe.id}/posts/${post.id}/comments`, { content: 'Preciosas' });
  await beto.post(`/tribes/${tribe.id}/chat`, { content: '¿Quién mira hoy?' });
  await beto.post('/messages', { toUserId: ana.id, tribeId: tribe.id, content: 'Te guardo sitio' });
  await beto.publish(tribe.id, { kind: 'story', tags: 'chill', content: 'Brasas', pictures: [await png(720, 1280)] });
  await ana.publish(38, { content: 'Buenas noches a todo el mundo' });
  await ana.post(`/auth/users/${beto.id}/follow`);
  await ana.post('/tasks', { title: 'Regar las plantas' });
  await ana.post('/auth/me/data-export');
  await bench.system.settled();
  screens = [
    { path: '/', shows: heading('Siéntate. El fuego está encendido.'), member: false },
    { path: '/login', shows: heading('Qué bien que vuelves'), member: false },
    { path: '/register', shows: heading('Hazte un hueco'), member: false },
    { path: '/hominini', shows: text('Buenas noches a todo'), member: false },
    { path: '/help', shows: heading('Ayuda'), member: false },
    { path: '/data-deletion', shows: heading('Borrar tus datos'), member: false },
    { path: '/nowhere', shows: text('Aquí no hay nadie'), member: false },
    { path: '/tools/tribes/create', shows: heading('Crear una tribu'), member: true },
    { path: '/tools/tribes', shows: text('Abajo también pasa algo.'), member: true },
    { path: `/tools/tribes/${tribe.id}`, shows: text('Grullas al amanecer'), member: true },
    { path: `/post/${post.id}?tribe=${tribe.id}`, shows: text('Preciosas'), member: true },
    { path: '/(modal)/inbox', shows: text('te ha escrito en'), member: true },
    { path: '/(modal)/activity', shows: text('ha comentado tu publicación'), member: true },
    { path: `/vibes-feed?tribeId=${tribe.id}`, shows: text('Brasas'), member: true },
    { path: `/inbox/${tribe.id}`, shows: text('¿Quién mira hoy?'), member: true },
    { path: '/tools', shows: heading('Herramientas'), member: true },
    { path: '/tools/members', shows: text('beto-que-tambien'), member: true },
    { path: '/tools/following', shows: text('beto-que-tambien'), member: true },
    { path: '/tools/memberships', shows: inMain('Observadoras de aves'), member: true },
    { path: '/tools/my-posts', shows: text('Grullas al amanecer'), member: true },
    { path: '/tools/tasks', shows: text('Regar las plantas'), member: true },
    { path: '/tools/account', shows: text('Este dispositivo'), member: true },
    { path: '/tools/account#data', shows: text('Disponible hasta el'), member: true },
    { path: '/confirm-email?token=none', shows: text('¿Usar este correo en tu cuenta?'), member: true },
    { path: '/undo-email?token=none', shows: text('¿Volver a tu correo anterior?'), member: false },
    { path: '/profile', shows: text('Formación profesional'), member: true },
    { path: `/u/${ana.id}`, shows: text('Formación profesional'), member: false },
    { path: '/(modal)/edit-profile', shows: text('Lo que te gusta'), member: true },
    { path: '/tools/points', shows: text('Una publicación tuya'), member: true },
    { path: '/tools?admin', shows: heading('Herramientas'), member: 'admin' },
    { path: '/tools/ads-settings', shows: heading('Anuncios'), member: 'admin' },
    { path: '/tools/email-settings', shows: heading('Correo'), member: 'admin' },
    { path: '/tools/storage-settings', shows: heading('Almacenamiento'), member: 'admin' },
  ];
});

/** The checks of each screen, in this order. */
const looks = {
  words: brokenWords,
  narrow: tooWide,
  dark: barriers,
  fingers: tooSmall,
  /** Leaves the screen in the light theme. */
  motion: moving,
  light: barriers,
};
type Look = keyof typeof looks;

/** By check and path. */
const found = Object.fromEntries(Object.keys(looks).map((name) => [name, {}])) as Record<
  Look,
  Record<string, string[]>
>;

/** A screen is loaded once for all checks: narrow and dark, and enlarged to a phone after those of its width. */
async function visit(page: Page, { path, shows }: Screen): Promise<void> {
  await page.setViewportSize(sizes.narrow);
  await page.goto(path);
  await shows(page);
  for (const name of Object.keys(looks) as Look[]) {
    found[name][path] = await looks[name](page);
    if (name !== 'narrow') continue;
    await page.setViewportSize(sizes.phone);
    await until(() => page.evaluate(`innerWidth === ${sizes.phone.width}`), 'the window of a phone');
  }
}

beforeAll(async () => {
  const pageOptions = { size: 'narrow', theme: 'dark' } as const;
  const pages = {
    visitor: await bench.open(null, '/login', pageOptions),
    member: await bench.open(ana, '/tools/tribes', pageOptions),
    admin: await bench.open(await bench.system.admin(), '/tools/tribes', pageOptions),
  };
  for (const screen of screens) await visit(pages[personFor(screen.member)], screen);
});

const personFor = (member: Screen['member']) => (member === 'admin' ? 'admin' : member ? 'member' : 'visitor');

const nothing = () => Object.fromEntries(screens.map(({ path }) => [path, []]));

test.each(['dark', 'light'] as const)('axe finds no violation in the %s theme', (theme) => {
  expect(found[theme]).toEqual(nothing());
});

test('nothing is wider than the narrowest phone', () => {
  expect(found.narrow).toEqual(nothing());
});

test('no word of a heading, link or button is broken on the narrowest phone', () => {
  expect(found.words).toEqual(nothing());
});

test('every control is large enough for a finger', () => {
  expect(found.fingers).toEqual(nothing());
});

test('a theme change is immediate with reduced motion', () => {
  expect(found.motion).toEqual(nothing());
});
