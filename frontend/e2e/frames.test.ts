import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { brokenWords } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';

const bench = openBrowserBench();

/** The heights of the document and of the window. */
const heights = (page: Page) => page.evaluate<number[]>('[document.documentElement.scrollHeight, innerHeight]');

async function chatOf(ana: Person, count: number): Promise<number> {
  const { id } = await ana.createTribe(`Charla de ${ana.name}`);
  for (let number = 1; number <= count; number += 1)
    await ana.post(`/tribes/${id}/chat`, { content: `Nota ${number}` });
  return id;
}

test.each(['phone', 'desk'] as const)(
  'a chat with many own messages is exactly as high as the window of a %s, so that only its messages scroll',
  async (size) => {
    const ana = await bench.system.newcomer('ana');
    const id = await chatOf(ana, 25);
    const page = await bench.open(ana, `/inbox/${id}`, { size });
    await page.getByText('Nota 25', { exact: true }).waitFor();
    await page.getByText('Enviado', { exact: true }).last().waitFor({ state: 'attached' });
    const [document, window] = await heights(page);
    expect(document).toBe(window);
    await page.keyboard.press('End');
    expect(await page.evaluate('scrollY')).toBe(0);
  },
);

test.each(['phone', 'desk'] as const)('the vibes are exactly as high as the window of a %s', async (size) => {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Vibes de ${ana.name}`);
  const page = await bench.open(ana, `/vibes-feed?tribeId=${id}`, { size });
  await page.getByText('Aún no hay Vibes').first().waitFor();
  const [document, window] = await heights(page);
  expect(document).toBe(window);
});

test('on a phone held sideways a conversation has neither the bar nor the tabs, and they return upright', async () => {
  const ana = await bench.system.newcomer('ana');
  const id = await chatOf(ana, 3);
  const page = await bench.open(ana, `/inbox/${id}`);
  await page.getByText('Nota 3', { exact: true }).waitFor();
  const tabs = page.getByRole('navigation', { name: 'Navegación principal' });
  const bell = page.getByRole('link', { name: /^Bandeja/ });
  await tabs.waitFor();
  await page.setViewportSize({ width: 844, height: 390 });
  await tabs.waitFor({ state: 'hidden' });
  await bell.waitFor({ state: 'hidden' });
  const box = await page.getByRole('log').boundingBox();
  expect(box?.height).toBeGreaterThan(200);
  await page.setViewportSize({ width: 390, height: 844 });
  await tabs.waitFor();
  await bell.waitFor();
});

test('a tile of the tools shows its whole name at 320 px, also with pending work', async () => {
  const [ana, admin] = [await bench.system.newcomer('ana'), await bench.system.admin()];
  await admin.post(`/admin/users/${ana.id}/sanctions`, {
    kind: 'silence',
    reason: 'spam',
    message: 'Basta de anuncios, por favor.',
  });
  const { items } = await ana.read('/auth/me/sanctions');
  await ana.post(`/auth/me/sanctions/${items[0].id}/appeal`, { text: 'No he sido yo, de verdad.' });
  const page = await bench.open(admin, '/tools', { size: 'narrow' });
  const tiles = page.getByRole('main').getByRole('listitem').getByRole('link');
  await tiles.filter({ hasText: /^Administración · \d/ }).waitFor();
  // The name is the first part; the pending work follows, with words for screen readers.
  const isCut = await tiles.evaluateAll((links) =>
    links
      .filter(({ firstElementChild: name }) => name && name.scrollWidth > name.clientWidth)
      .map((link) => link.textContent),
  );
  expect([isCut, await brokenWords(page)]).toEqual([[], []]);
});

test('the badge of the last link of a tribe is visible at 320 px', async () => {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Larga de ${ana.name}`);
  const page = await bench.open(ana, `/tools/tribes/${id}`, { size: 'narrow' });
  const more = page.getByRole('link', { name: 'Más', exact: true });
  await more.waitFor();
  const box = await more.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
});

test('a tribe that does not exist is not linked from its vibes', async () => {
  const page = await bench.open(await bench.system.newcomer('ana'), '/vibes-feed?tribeId=99999', { refusals: [404] });
  await page.getByRole('link', { name: 'Ver tribus' }).waitFor();
  expect(await page.getByRole('link', { name: 'Ir a la tribu' }).count()).toBe(0);
});

test('the chat of a tribe shows the tribe’s name to non-members', async () => {
  const [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  const { id, name } = await ana.createTribe(`Cerrada de ${ana.name}`);
  const page = await bench.open(beto, `/inbox/${id}`, { refusals: [403] });
  await page.getByRole('heading', { level: 1, name }).waitFor();
});

test('Back from a direct message leads to the inbox that it was opened from', async () => {
  const [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  const { id } = await ana.createTribe(`Dos de ${ana.name}`);
  await beto.join(id);
  await beto.post('/messages', { tribeId: id, toUserId: ana.id, content: '¿Vienes?' });
  const page = await bench.open(ana, '/tools/tribes');
  await page.getByRole('link', { name: /^Bandeja/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Bandeja' });
  await inbox.getByText('¿Vienes?').first().click();
  await page.getByRole('log').waitFor();
  await page.goBack();
  await inbox.waitFor();
  expect(new URL(page.url()).pathname).toBe('/(modal)/inbox');
  await page.goBack();
  await inbox.waitFor({ state: 'detached' });
  await until(async () => new URL(page.url()).pathname === '/tools/tribes', 'the page behind the inbox is shown');
});
