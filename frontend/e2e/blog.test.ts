import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { expectSteady, painted, watchShifts } from './layout-shifts.ts';
import { overlaysLeft } from './overlays.ts';
import { faultsOf } from './sign-in-screens.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

const LOOKS: PageOptions[] = [
  { size: 'phone', theme: 'dark', language: 'es' },
  { size: 'phone', theme: 'light', language: 'zh' },
  { size: 'desk', theme: 'dark', language: 'en' },
  { size: 'desk', theme: 'light', language: 'es' },
  { size: 'narrow', theme: 'dark', language: 'es' },
];

const article = (page: Page) => page.getByRole('heading', { level: 1, name: 'Tus datos, en claro' });
const headings = (page: Page) => page.locator('main h2').allTextContents();

test('a visitor goes from the landing page to an article of one category, copies its link, and Back leads all the way', async () => {
  const page = await bench.open(null, '/');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Blog', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
  const all = await headings(page);
  expect(all.length).toBeGreaterThanOrEqual(6);

  await page.getByRole('button', { name: 'Privacidad' }).click();
  await page.waitForURL('**/blog?category=privacy');
  const isFiltered = async () => (await headings(page)).join() === 'Tus datos, en claro';
  await until(isFiltered, 'only the articles of the category are listed');
  await page.getByRole('link', { name: 'Tus datos, en claro' }).click();
  await article(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/blog/tus-datos-en-claro');
  await page.getByRole('heading', { level: 2, name: 'Llevarte una copia' }).waitFor();
  await until(async () => (await page.title()) === 'Tus datos, en claro · Tribus', 'the document has the title');

  await page.getByRole('button', { name: 'Compartir o copiar el enlace' }).click();
  const sheet = page.getByRole('dialog', { name: 'Compartir este artículo' });
  await expectToast(page, /copiado/i, () => sheet.getByRole('button', { name: 'Copiar enlace' }).click());
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await overlaysLeft(page);

  await page.goBack();
  await until(isFiltered, 'the category is listed again');
  await page.goBack();
  await until(async () => (await headings(page)).length === all.length, 'all articles are listed again');
});

test('the list and an article are accessible and fit, on phone and desktop, in both themes', async () => {
  for (const look of LOOKS) {
    const page = await bench.open(null, '/blog', look);
    await page.getByRole('link', { name: 'Moderar con razones' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.goto('/blog/puntos-sin-trampas');
    await page.getByRole('table').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  }
});

test('an article opened by its address does not move while it loads', async () => {
  for (const size of ['phone', 'desk'] as const) {
    const page = await bench.open(null, '/blog', { size });
    await page.addInitScript(watchShifts);
    await page.goto('/blog/retos-que-ensenan');
    await page.getByRole('heading', { level: 2, name: 'Sigue leyendo' }).waitFor();
    await painted(page);
    await expectSteady(page);
  }
});

test('Enter opens the focused article, and an unknown one is not found', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/blog', { size: 'desk', refusals: [404] });
  await page.getByRole('link', { name: 'Tus datos, en claro' }).focus();
  await page.keyboard.press('Enter');
  await article(page).waitFor();

  await page.goto('/blog/no-existe');
  await page.getByRole('heading', { level: 1, name: 'Artículo no encontrado' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Volver al blog' }).click();
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
});
