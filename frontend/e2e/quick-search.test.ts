import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';

/** Properties of an element that the tests read. */
interface Width {
  scrollWidth: number;
  clientWidth: number;
}

const bench = openBrowserBench();

let ana: Person;
let lucia: Person;
beforeAll(async () => {
  [ana, lucia] = [await bench.system.newcomer('ana'), await bench.system.newcomer('lucia')];
  await lucia.put('/auth/me', { name: 'Lucía Ventisca' });
  const tribe = await ana.createTribe('Alfarería de ribera');
  await lucia.join(tribe.id);
  await lucia.publish(tribe.id, { content: 'Un cuenco de arcilla roja', tags: 'esmalte', place: 'Úbeda' });
  await bench.system.settled();
});

/** Opens the quick menu by its keys, and types. */
async function search(page: Page, text: string) {
  await page.getByRole('main').waitFor();
  await page.keyboard.press('Control+k');
  const menu = page.getByRole('dialog', { name: 'Ir a…' });
  await menu.getByRole('combobox').fill(text);
  return menu.getByRole('option');
}

test('the quick menu finds a person, a post, a tag and a place of the member’s tribes and opens them', async () => {
  const page = await bench.open(ana, '/tools');
  await (await search(page, 'ventisca')).getByText('De Alfarería de ribera').first().waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('option', { name: 'Lucía Ventisca' }).first().click();
  await page.waitForURL(`**/u/${lucia.id}`);
  await (await search(page, 'arcilla')).filter({ hasText: 'Un cuenco de arcilla roja' }).click();
  await page.waitForURL('**/post/*?tribe=*');
  await (await search(page, 'esmal')).filter({ hasText: /^esmalte$/ }).click();
  await page.waitForURL('**/tag/esmalte');
  await (await search(page, 'úbe')).filter({ hasText: /^Úbeda$/ }).click();
  await page.waitForURL('**/place/ubeda');
});

test('the last entry of the quick menu opens the whole search, and Back returns to the page before', async () => {
  const page = await bench.open(ana, '/tools');
  const entries = await search(page, 'arcilla');
  await entries.filter({ hasText: 'Un cuenco de arcilla roja' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/explore/search/top?q=arcilla');
  await page.goBack();
  await page.waitForURL('**/tools');
});

test('text typed while the code of the quick menu is loading is in its field', async () => {
  const page = await bench.open(ana, '/tools');
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/assets/quick-menu-*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  const requested = page.waitForRequest('**/assets/quick-menu-*.js');
  await page.getByRole('main').waitFor();
  await page.keyboard.press('Control+k');
  await requested;
  await page.keyboard.type('arci');
  load();
  const field = page.getByRole('dialog', { name: 'Ir a…' }).getByRole('combobox');
  await field.waitFor();
  await page.keyboard.type('lla');
  expect(await field.inputValue()).toBe('arcilla');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await field.waitFor();
  expect(await field.inputValue()).toBe('');
});

test('a person outside the tribe finds nothing of it in the quick menu', async () => {
  const page = await bench.open(await bench.system.newcomer('nora'), '/tools');
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/search');
  const entries = await search(page, 'arcilla');
  await answered;
  await entries.filter({ hasText: 'Buscar «arcilla» en Tribus' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/explore/search/top?q=arcilla');
  await page.getByText('Nada con “arcilla”').waitFor();
});

test('one letter finds the pages with a word that begins with it', async () => {
  const page = await bench.open(ana, '/tools');
  const entries = await search(page, 'm');
  await entries.filter({ hasText: 'Mis membresías' }).first().waitFor();
  const found = await entries.allTextContents();
  expect(['Mis membresías', 'Gente de mis tribus', 'Herramientas'].map((page) => found.includes(page))).toEqual([
    true,
    true,
    false,
  ]);
});

test('beside a long text of a post, the quick menu shows its tribe, and cuts the text', async () => {
  const words = `Un horno ${'de leña muy antiguo '.repeat(8)}`;
  const { id } = await lucia.createTribe('Hornos de barro');
  await ana.join(id);
  await lucia.publish(id, { content: words });
  await bench.system.settled();
  const page = await bench.open(ana, '/tools');
  const entry = (await search(page, 'horno')).filter({ hasText: 'Un horno' });
  const detail = entry.getByText('De Hornos de barro');
  await detail.waitFor();
  expect(await detail.evaluate((shown: Width) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
  expect(await flaws(page)).toEqual([]);
});
