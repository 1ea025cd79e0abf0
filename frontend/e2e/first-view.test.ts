import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { gate } from './gate.ts';
import { painted, shiftSum, watchShifts } from './layout-shifts.ts';

const bench = openBrowserBench();

const scripts = '**/assets/*.js';
const fonts = '**/*.woff2';
const hero = (page: Page) => page.getByRole('heading', { level: 1, name: 'Siéntate. El fuego está encendido.' });

/** Goes to `path` and holds what fits `address` back. */
async function arriveWithout(page: Page, path: string, address: string): Promise<{ open: () => void }> {
  const held = await gate(page, address);
  await page.goto(path, { waitUntil: 'commit' });
  return held;
}

test('a visitor sees the hero, its picture and the ways in before any script of the app has come', async () => {
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
}, 120_000);

test.each<{ who: string; isMember?: boolean; wish: PageOptions; shows: RegExp }>([
  { who: 'a member', isMember: true, wish: {}, shows: /^Buen/ },
  { who: 'a reader of English', wish: { language: 'en' }, shows: /^Pull up a seat/ },
  { who: 'a reader of Chinese', wish: { language: 'zh' }, shows: /[一-鿿]/ },
])('$who never sees the first view of Spanish visitors', async ({ isMember, wish, shows }) => {
  const who: Person | null = isMember ? await bench.system.newcomer('ana') : null;
  const page = await bench.open(who, '/help', wish);
  const code = await arriveWithout(page, '/', scripts);
  // Its last part is there, so nothing of it can show later.
  await page.locator('#first-view footer').waitFor({ state: 'attached' });
  await painted(page);
  expect(await hero(page).isVisible()).toBe(false);
  expect(await page.locator('#first-view').isVisible()).toBe(false);
  code.open();
  await page.getByRole('heading', { level: 1, name: shows }).waitFor();
  expect(await page.locator('#first-view').count()).toBe(0);
});

/** Everything comes as late as it can: first the page alone, then its code, at last its fonts. */
test.each([
  { path: '/', heading: 'Siéntate. El fuego está encendido.' },
  { path: '/login', heading: 'Qué bien que vuelves' },
])('$path does not move under the reader when its code and its fonts come late', async ({ path, heading }) => {
  const page = await bench.open(null, '/help');
  await page.addInitScript(watchShifts);
  const letters = await gate(page, fonts);
  const asked = page.waitForRequest(fonts);
  const code = await arriveWithout(page, path, scripts);
  await page.locator('#root').waitFor({ state: 'attached' });
  await painted(page);
  code.open();
  await page.locator('#first-view').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await asked;
  await painted(page);
  const loaded = () =>
    page.evaluate<number>(`[...document.fonts].filter(({ status, family }) =>
    status === 'loaded' && family.includes('Variable')).length`);
  expect(await loaded()).toBe(0);
  letters.open();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await until(async () => (await loaded()) === 2, 'both fonts are loaded');
  await painted(page);
  expect(await shiftSum(page)).toBeLessThanOrEqual(0.05);
});

test.each([
  { path: '/tools', name: 'Herramientas', size: 'phone' },
  { path: '/profile', name: undefined, size: 'phone' },
  { path: '/tools', name: 'Herramientas', size: 'desk' },
] as const)(
  'on a $size $path does not move under a member while the reminder to confirm their address comes late',
  async ({ path, name, size }) => {
    const ana = await bench.system.newcomer('ana');
    // A screen with the reminder on it before: this device knows who they are.
    const page = await bench.open(ana, path, { size });
    const reminder = page.getByRole('region', { name: 'Correo sin confirmar' });
    await reminder.waitFor();
    await page.addInitScript(watchShifts);
    const code = await gate(page, '**/assets/unverified-banner-*.js');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: name ?? ana.name }).waitFor();
    const busy = page.getByRole('main').locator('[aria-busy="true"]');
    await until(async () => (await busy.count()) === 0, 'nothing is being loaded');
    await painted(page);
    expect(await reminder.count()).toBe(0);
    code.open();
    await reminder.waitFor();
    await painted(page);
    expect(await shiftSum(page)).toBeLessThanOrEqual(0.05);
  },
);
