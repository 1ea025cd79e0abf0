import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowserBench } from './browser-bench.ts';
import { goOffline } from './connection.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

/** The code of the tribes screen, under whatever name the build gave it. */
const code = '**/assets/tribes-page-*.js';
/** The browser's own messages about a file that fails to load. */
const notFetched = /net::ERR_|dynamically imported module|status of 404|ChunkLoadError/;

const navigation = (page: Page) => page.getByRole('navigation');
const toTribes = (page: Page) => navigation(page).getByRole('link', { name: 'Tribus', exact: true }).click();
const tribes = (page: Page) => page.getByRole('heading', { level: 1, name: 'Tribus', exact: true });
const greeting = (page: Page) => page.getByRole('heading', { level: 1, name: /^Buen/ });

/** Marks the page, so that a reload is detectable. */
const mark = (page: Page) => page.evaluate('window.marked = true');
const isMarked = (page: Page) => page.evaluate('window.marked === true');

/** The server has another build from now on. */
const deployNewer = (page: Page) => page.route('**/build.json', (route) => route.fulfill({ json: { id: 'newer' } }));

/** Responds 404 for the file until the page has requested it `times` times. */
async function missingFor(page: Page, times: number): Promise<void> {
  let left = times;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) left -= 1;
  });
  await page.route(code, (route) =>
    left > 0
      ? route.fulfill({ status: 404, contentType: 'application/json', body: '{"code":"not_found"}' })
      : route.continue(),
  );
}

test('offline a new screen shows that, and opens by itself when the connection is back', async () => {
  const page = await bench.open(await bench.system.newcomer(), '/', { provoked: notFetched });
  await greeting(page).waitFor();
  await mark(page);
  await goOffline(page);
  await toTribes(page);
  await page.getByRole('alert').getByRole('heading', { level: 1, name: 'Sin conexión' }).waitFor();
  expect(await page.getByRole('main').count()).toBe(1);
  await navigation(page).getByRole('link', { name: 'Inicio' }).click();
  await greeting(page).waitFor();
  await toTribes(page);
  await page.getByRole('heading', { level: 1, name: 'Sin conexión' }).waitFor();
  await page.context().setOffline(false);
  await tribes(page).waitFor();
  expect(await isMarked(page)).toBe(true);
});

test('code deleted by a deployment makes the page reload once, without a message', async () => {
  const page = await bench.open(await bench.system.newcomer(), '/', { provoked: notFetched });
  await greeting(page).waitFor();
  await mark(page);
  await missingFor(page, 1);
  await toTribes(page);
  await tribes(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/tools/tribes');
  expect(await isMarked(page)).toBe(false);
});

test('when the reload does not help the page shows an error, and reloads only on request', async () => {
  const page = await bench.open(await bench.system.newcomer(), '/', { size: 'desk', provoked: notFetched });
  await greeting(page).waitFor();
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await deployNewer(page);
  await missingFor(page, 2);
  await toTribes(page);
  const notice = page.getByRole('alert');
  await notice.getByRole('heading', { level: 1, name: 'Hay una versión nueva' }).waitFor();
  expect(loads).toBe(1);
  await navigation(page).getByRole('link', { name: 'Inicio' }).click();
  await greeting(page).waitFor();
  await toTribes(page);
  await notice.waitFor();
  expect(loads).toBe(1);
  await notice.getByRole('button', { name: 'Recargar la página' }).click();
  await tribes(page).waitFor();
});

test('a newer build on the server is detected when the tab is shown again, and the next screen loads it', async () => {
  const page = await bench.open(await bench.system.newcomer(), '/tools/tribes', { provoked: notFetched });
  await tribes(page).waitFor();
  await mark(page);
  await deployNewer(page);
  const buildRequest = page.waitForResponse('**/build.json').then((response) => response.finished());
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await buildRequest;
  // The page has processed the first response once it has received another one.
  await page.evaluate("fetch('/build.json').then((answer) => answer.json())");
  await page.getByRole('searchbox', { name: 'Buscar tribus' }).fill('níscalos');
  expect(await isMarked(page)).toBe(true);
  const reloaded = page.waitForEvent('domcontentloaded');
  await navigation(page).getByRole('link', { name: 'Inicio' }).click();
  await reloaded;
  await greeting(page).waitFor();
});

test('a late part that fails to load leaves its screen as it is', async () => {
  const page = await bench.open(null, '/', { provoked: notFetched });
  await page.getByRole('heading', { level: 1, name: 'Siéntate. El fuego está encendido.' }).waitFor();
  await goOffline(page);
  await expectToast(page, 'No llegamos al servidor. Revisa tu conexión.', () =>
    page.getByRole('combobox', { name: 'Idioma' }).selectOption('en'),
  );
  await page.getByRole('heading', { name: 'Lo que se cuenta ahora' }).scrollIntoViewIfNeeded();
  await page.getByRole('alert').getByText('No hemos podido abrir esta pantalla.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Siéntate. El fuego está encendido.' }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('No hemos podido abrir esta pantalla.').waitFor({ state: 'hidden' });
});

test('an offline visitor sees that on a screen beyond the first ones, which loads when the connection is back', async () => {
  const page = await bench.open(null, '/login', { provoked: notFetched });
  const hominini = page.getByRole('link', { name: /hominini/ });
  await hominini.waitFor();
  await mark(page);
  await goOffline(page);
  await hominini.click();
  await page.getByRole('heading', { level: 1, name: 'Sin conexión' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'hominini' }).waitFor();
  expect(await isMarked(page)).toBe(true);
});

test('code whose connection broke is loaded by a reload, and later by one on request, not as a new version', async () => {
  const page = await bench.open(await bench.system.newcomer(), '/', { size: 'desk', provoked: notFetched });
  await greeting(page).waitFor();
  await page.route(code, (route) => route.abort('connectionreset'), { times: 1 });
  await toTribes(page);
  await tribes(page).waitFor();
  await page.goBack();
  await greeting(page).waitFor();
  await mark(page);
  await page.route('**/assets/explore-screen-*.js', (route) => route.abort('connectionreset'), { times: 1 });
  await navigation(page).getByRole('link', { name: 'Explorar', exact: true }).click();
  const notice = page.getByRole('alert');
  await notice.getByRole('heading', { level: 1, name: 'Se cortó la conexión' }).waitFor();
  expect(await isMarked(page)).toBe(true);
  await notice.getByRole('button', { name: 'Recargar la página' }).click();
  await page.getByRole('heading', { level: 1, name: 'Explorar' }).waitFor();
});
