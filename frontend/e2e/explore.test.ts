import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { untilFieldIs } from './until-field.ts';

const bench = openBrowserBench();

let ana: Person;
let lucia: Person;
beforeAll(async () => {
  [ana, lucia] = [await bench.system.newcomer('ana'), await bench.system.newcomer('lucia')];
  await lucia.put('/auth/me', { name: 'Lucía Quiñones' });
  const tribe = await ana.createTribe('Cestería');
  await lucia.join(tribe.id);
  await lucia.publish(tribe.id, { content: 'Las canastas de quiñones', tags: 'mimbre', place: 'Priego' });
  await bench.system.settled();
});

const field = (page: Page) => page.getByRole('searchbox', { name: 'Buscar en Tribus' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Qué buscar' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a member finds people, posts, tags and places as they type, and Back returns to the empty search', async () => {
  const page = await bench.open(ana, '/');
  await page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link', { name: 'Explorar' }).click();
  await page.waitForURL('**/explore/search/top');
  await page.getByRole('heading', { level: 2, name: 'Tribus para ti' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Qué buscar' }).count()).toBe(0);
  await field(page).fill('quinonse');
  const found = page.getByRole('main').getByRole('listitem');
  await found.filter({ hasText: 'Lucía Quiñones' }).getByText('De Cestería').first().waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('quinonse');
  await section(page, 'Personas').getByRole('link', { name: 'Ver todo: Personas' }).click();
  await page.waitForURL('**/explore/search/accounts?q=quinonse');
  await tab(page, 'Publicaciones').click();
  await page.getByText('Nada con “quinonse”').waitFor();
  await field(page).fill('canasta');
  await found.getByText('Las canastas de quiñones').waitFor();
  expect(await flaws(page)).toEqual([]);
  await tab(page, 'Etiquetas').click();
  await field(page).fill('mim');
  await found.filter({ hasText: 'mimbre' }).getByText('1 publicación').waitFor();
  await tab(page, 'Lugares').click();
  await field(page).fill('prie');
  await found.filter({ hasText: 'Priego' }).getByText('1 publicación').waitFor();

  await page.goto('/explore/search/accounts');
  await field(page).fill('Lucía');
  // Until the search begins, the page suggests people, who may be the same.
  await found.getByText('De Cestería').waitFor();
  await found.getByRole('link', { name: 'Lucía Quiñones' }).last().click();
  await page.waitForURL(`**/u/${lucia.id}`);
  await page.goBack();
  await found.getByText('De Cestería').waitFor();
  await page.goBack();
  await page.waitForURL(({ search }) => search === '');
  await untilFieldIs(field(page), '');
});

test.each(['/explore', '/explore/search'])('the search of %s with words is the one of all kinds', async (address) => {
  const page = await bench.open(ana, `${address}?q=mimbre`);
  await page.waitForURL('**/explore/search/top?q=mimbre');
  await page.getByRole('main').getByText('Las canastas de quiñones').waitFor();
});

test('the best results have a heading for each kind instead of tabs, which leads to all of them and back', async () => {
  const page = await bench.open(ana, '/explore/search/top?q=mimbre');
  await section(page, 'Etiquetas').getByRole('listitem').filter({ hasText: 'mimbre' }).waitFor();
  await section(page, 'Publicaciones').getByText('Las canastas de quiñones').waitFor();
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  expect(await headings.allInnerTexts()).toEqual(['Etiquetas', 'Publicaciones']);
  expect(await tabs(page).count()).toBe(0);
  await section(page, 'Publicaciones').getByRole('link', { name: 'Ver todo: Publicaciones' }).click();
  await page.waitForURL('**/explore/search/posts?q=mimbre');
  // The address changes before its screen is shown, and the post is on both.
  await tab(page, 'Lugares').waitFor();
  expect(await tabs(page).getByRole('link').allInnerTexts()).toEqual([
    ...['Destacado', 'Personas', 'Publicaciones', 'Etiquetas', 'Lugares'],
  ]);
  await page.getByRole('main').getByText('Las canastas de quiñones').waitFor();
  await tab(page, 'Destacado').click();
  await section(page, 'Etiquetas').waitFor();
  await page.goto('/explore/search/audio?q=mimbre');
  await page.getByText('Todavía no hay música').waitFor();
});

test('on a phone the search stays below the bar, and another text is shown from its first result', async () => {
  const member = await bench.system.newcomer('lector');
  const { id } = await member.createTribe('Juncos');
  for (let each = 0; each < 12; each += 1) await member.publish(id, { content: `Junco ${each} de la ribera` });
  await bench.system.settled();
  const page = await bench.open(member, '/explore/search/posts?q=ribera');
  const found = page.getByRole('main').getByRole('listitem');
  await found.nth(11).waitFor();
  await found.nth(11).scrollIntoViewIfNeeded();
  expect(await page.evaluate<number>('window.scrollY')).toBeGreaterThan(200);
  const bar = await page.getByRole('banner').boundingBox();
  const box = await field(page).boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  expect(box?.y).toBeLessThan(100);
  await field(page).fill('junco');
  await until(async () => (await page.evaluate<number>('window.scrollY')) === 0, 'the results begin at the top');
});

test('a found tag or place leads to its posts, in the tribe that has the most', async () => {
  const [member, founder] = [await bench.system.newcomer('diego'), await bench.system.newcomer('elsa')];
  const first = await founder.createTribe('Alfarería');
  const second = await founder.createTribe('Telares');
  const third = await founder.createTribe('Vidrio');
  for (const { id } of [first, second, third]) await member.join(id);
  const tag = `hilo-${member.id.slice(-8)}`;
  for (const content of ['Un ovillo', 'Dos ovillos'])
    await founder.publish(second.id, { content, tags: tag, place: `Valle ${tag}` });
  await founder.publish(third.id, { content: 'Hilo de vidrio', tags: tag });
  await bench.system.settled();
  const page = await bench.open(member, `/explore/search/tags?q=${tag}`);
  await page.getByRole('main').getByRole('link', { name: tag }).click();
  const post = page.getByRole('article').filter({ hasText: 'Dos ovillos' });
  await post.waitFor();
  const tribes = page.getByRole('group', { name: '¿En qué tribu?' });
  expect(await tribes.getByRole('button', { name: 'Telares' }).getAttribute('aria-pressed')).toBe('true');
  await tribes.getByRole('button', { name: 'Vidrio' }).click();
  await page.getByRole('article').filter({ hasText: 'Hilo de vidrio' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(`Valle ${tag}`);
  await page.getByRole('option', { name: `Valle ${tag}`, exact: true }).click();
  await page.waitForURL('**/place/**');
  await post.waitFor();
});

test('opened searches are offered again, until they are removed or the person signs out', async () => {
  const page = await bench.open(await bench.system.newcomer('carla'), '/explore/search/top');
  for (const word of ['cestas', 'mimbre']) {
    await field(page).fill(word);
    await field(page).press('Enter');
    await page.waitForURL(({ searchParams }) => searchParams.get('q') === word);
    await page.getByRole('button', { name: 'Borrar la búsqueda' }).click();
    await page.getByRole('button', { name: word, exact: true }).waitFor();
  }
  await page.reload();
  await page.getByRole('button', { name: 'Quitar “cestas” de las recientes' }).click();
  await page.getByRole('button', { name: 'cestas', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'mimbre', exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === 'mimbre');
  const stored = () => page.evaluate<string[]>('Object.keys(localStorage).filter((key) => key.includes("searches"))');
  expect(await stored()).toHaveLength(1);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Cerrar sesión');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  expect(await stored()).toEqual([]);
});

test.each(['phone', 'desk'] as const)(
  'the search has no barriers on a %s, in both themes and before words',
  async (size) => {
    const page = await bench.open(ana, '/explore/search/top?q=qui%C3%B1ones', { size });
    await page.getByRole('main').getByText('Las canastas de quiñones').waitFor();
    for (const scheme of ['dark', 'light'] as const) {
      await page.evaluate(`document.documentElement.dataset.theme = '${scheme}'`);
      expect(await flaws(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await flaws(page)).toEqual([]);
  },
);
