import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { pngFile } from './files.ts';
import { arriveWithout, gate, scripts } from './gate.ts';
import { expectSteady, painted, watchShifts } from './layout-shifts.ts';

const bench = openBrowserBench();

const fonts = '**/*.woff2';
const hero = (page: Page) => headingOf(page, heroes.es);

test('a visitor sees the hero, its picture and the links to sign in and up before any script of the app has loaded', async () => {
  const page = await bench.open(null, '/login');
  const code = await arriveWithout(page, '/', scripts);
  await hero(page).waitFor();
  await page.getByRole('img', { name: 'Gente sentada alrededor de una hoguera' }).waitFor();
  for (const [name, path] of [
    ['Crear cuenta', '/register'],
    ['Ya tengo cuenta', '/login'],
  ] as const)
    expect(await page.getByRole('main').getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
  code.open();
  await page.locator('#first-view').waitFor({ state: 'detached' });
  await hero(page).waitFor();
});

const heroes = {
  es: 'Siéntate. El fuego está encendido.',
  en: 'Pull up a seat. The fire is lit.',
  zh: '坐下来吧，火已经生好了。',
};
const logins = { es: 'Qué bien que vuelves', en: 'Good to have you back', zh: '欢迎回来' };
const headingOf = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true });

test.each([
  ['es-MX', 'es'],
  ['en-GB', 'en'],
  ['zh-CN', 'zh'],
  ['fr-FR', 'es'],
] as const)('a %s browser shows the first screens in %s before any script runs', async (locale, language) => {
  const page = await bench.open(null, '/', { locale, withoutScripts: true });
  const lang = () => page.locator('html').getAttribute('lang');
  await headingOf(page, heroes[language]).waitFor();
  expect(await lang()).toBe(language);
  await page.goto('/login');
  await headingOf(page, logins[language]).waitFor();
  expect(await page.title()).toBe(`${logins[language]} · Tribus`);
  await page.goto('/hominini');
  await headingOf(page, 'hominini').waitFor();
  expect(await lang()).toBe(language);
});

test.each([
  ['en-GB', 'en'],
  ['zh-CN', 'zh'],
  ['fr-FR', 'es'],
] as const)('the app in a %s browser continues in the language of the page, %s', async (locale, language) => {
  const page = await bench.open(null, '/help', { locale });
  const code = await arriveWithout(page, '/', scripts);
  await headingOf(page, heroes[language]).waitFor();
  code.open();
  await page.locator('#first-view').waitFor({ state: 'detached' });
  await headingOf(page, heroes[language]).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
});

test.each<{ visitor: string; path?: string; isMember?: boolean; pageOptions: PageOptions; shows: string | RegExp }>([
  { visitor: 'a member', isMember: true, pageOptions: {}, shows: /^Buen/ },
  { visitor: 'a visitor with English chosen in a Spanish browser', pageOptions: { language: 'en' }, shows: heroes.en },
  {
    visitor: 'a visitor with Chinese chosen in an English browser',
    pageOptions: { language: 'zh', locale: 'en-US' },
    shows: heroes.zh,
  },
  {
    visitor: 'a visitor with Spanish chosen in an English browser',
    pageOptions: { language: 'es', locale: 'en-US' },
    shows: heroes.es,
  },
  {
    visitor: 'a visitor of the login with Chinese chosen in an English browser',
    path: '/login',
    pageOptions: { language: 'zh', locale: 'en-US' },
    shows: logins.zh,
  },
])('$visitor never sees the visitors’ default first view', async ({ path = '/', isMember, pageOptions, shows }) => {
  const user: Person | null = isMember ? await bench.system.newcomer('ana') : null;
  const page = await bench.open(user, '/help', pageOptions);
  const code = await arriveWithout(page, path, scripts);
  // Its last part is rendered, so nothing can appear later.
  await page.locator('#first-view footer').waitFor({ state: 'attached' });
  await painted(page);
  expect(await page.locator('#first-view').isVisible()).toBe(false);
  expect(await page.title()).toBe('Tribus');
  code.open();
  await headingOf(page, shows).waitFor();
  expect(await page.locator('#first-view').count()).toBe(0);
});

test('a visitor of hominini sees the newest author and their picture before any script of the app has loaded', async () => {
  const ana = await bench.system.newcomer('ana');
  await ana.publish(38, { content: 'Un faro', pictures: [(await pngFile('faro', 900, 1_600)).buffer] });
  const page = await bench.open(null, '/help');
  await page.addInitScript(watchShifts);
  const code = await arriveWithout(page, '/hominini', scripts);
  const first = page.locator('#first-view');
  await first.getByText(ana.name).waitFor();
  const picture = first.locator('img[srcset]').first();
  await picture.waitFor();
  const shownIn = (within: string) =>
    page.evaluate<string>(`(async (picture) => {
      await picture.decode();
      return picture.currentSrc;
    })(document.querySelector('${within} img[srcset]'))`);
  const [address, frame] = [await shownIn('#first-view'), await picture.boundingBox()];
  expect(address).toContain('.medium.webp');
  code.open();
  await first.waitFor({ state: 'detached' });
  const shown = page.getByRole('img', { name: `Imagen 1 de ${ana.name}` });
  await shown.waitFor();
  // The same file, at the same width: nothing is loaded twice.
  expect(await shownIn('article')).toBe(address);
  expect((await shown.boundingBox())?.width).toBe(frame?.width);
  await expectSteady(page);
});

/** The latest possible order: first the page alone, then its code, at last its fonts. */
test.each([
  { path: '/', heading: 'Siéntate. El fuego está encendido.' },
  { path: '/login', heading: 'Qué bien que vuelves' },
  { path: '/hominini', heading: 'hominini' },
])('$path does not shift when its code and its fonts load late', async ({ path, heading }) => {
  const page = await bench.open(null, '/help');
  await page.addInitScript(watchShifts);
  const letters = await gate(page, fonts);
  const fontsRequest = page.waitForRequest(fonts);
  const code = await arriveWithout(page, path, scripts);
  await page.locator('#root').waitFor({ state: 'attached' });
  await painted(page);
  code.open();
  await page.locator('#first-view').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await fontsRequest;
  await painted(page);
  const loaded = () =>
    page.evaluate<number>(`[...document.fonts].filter(({ status, family }) =>
    status === 'loaded' && family.includes('Variable')).length`);
  expect(await loaded()).toBe(0);
  letters.open();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await until(async () => (await loaded()) === 2, 'both fonts are loaded');
  await painted(page);
  await expectSteady(page);
});

test.each([
  { path: '/register', size: 'phone' },
  { path: '/register', size: 'desk' },
  { path: '/login', size: 'phone' },
  { path: '/login', size: 'desk' },
] as const)('$path on a $size does not shift when the button of Google loads late', async ({ path, size }) => {
  const page = await bench.open(null, '/help', { size });
  await page.addInitScript(watchShifts);
  const site = await arriveWithout(page, path, '**/api/public/site');
  await page.locator('#first-view').waitFor({ state: 'detached' });
  await painted(page);
  const google = page.getByText(/con Google$/);
  expect(await google.count()).toBe(0);
  site.open();
  await google.waitFor();
  await painted(page);
  await expectSteady(page);
});

test.each([
  { path: '/tools', name: 'Herramientas', size: 'phone' },
  { path: '/profile', name: undefined, size: 'phone' },
  { path: '/tools', name: 'Herramientas', size: 'desk' },
] as const)(
  '$path on a $size has no layout shift for a member when the reminder to confirm their address loads late',
  async ({ path, name, size }) => {
    const ana = await bench.system.newcomer('ana');
    // A screen that showed the reminder before: this device has a stored session.
    const page = await bench.open(ana, path, { size });
    const reminder = page.getByRole('region', { name: 'Correo sin confirmar' });
    await reminder.waitFor();
    await page.addInitScript(watchShifts);
    const code = await gate(page, '**/assets/unverified-banner-*.js');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: name ?? ana.name }).waitFor();
    const busy = page.getByRole('main').locator('[aria-busy="true"]');
    await until(async () => (await busy.count()) === 0, 'all requests have ended');
    await painted(page);
    expect(await reminder.count()).toBe(0);
    code.open();
    await reminder.waitFor();
    await painted(page);
    await expectSteady(page);
  },
);

const first = (page: Page) => page.locator('#first-view');

test('the app leaves a visitor where they have scrolled the first view, and a reload returns there', async () => {
  const page = await bench.open(null, '/help');
  const code = await arriveWithout(page, '/', scripts);
  await hero(page).waitFor();
  await page.evaluate('scrollTo(0, 300)');
  await painted(page);
  code.open();
  await first(page).waitFor({ state: 'detached' });
  await hero(page).waitFor();
  await painted(page);
  const offset = () => page.evaluate<number>('scrollY');
  // Fonts that load meanwhile change the heights above by a few pixels.
  expect(await offset()).toBeGreaterThan(250);
  await page.reload();
  await until(async () => (await offset()) > 250, 'the page is where it was before the reload');
});

test.each([
  { person: 'a member', isMember: true, language: 'es' },
  { person: 'a visitor with another chosen language', isMember: false, language: 'en' },
] as const)('$person sees a skeleton until the code has loaded', async ({ isMember, language }) => {
  const user = isMember ? await bench.system.newcomer('ana') : null;
  const page = await bench.open(user, '/help', { language });
  for (const path of ['/', '/help']) {
    const code = await arriveWithout(page, path, scripts);
    await page.locator('.start-skeleton').waitFor();
    code.open();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('.start-skeleton').count()).toBe(0);
    await page.unroute(scripts);
  }
});
