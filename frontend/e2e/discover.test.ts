import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench, sizes } from './browser-bench.ts';
import { expectSteady, painted, watchShifts } from './layout-shifts.ts';

const bench = openBrowserBench();

let ana: Person;
let carla: Person;
let commonId: number;
beforeAll(async () => {
  [ana, carla] = [await bench.system.newcomer('ana'), await bench.system.newcomer('carla')];
  const beto = await bench.system.newcomer('beto');
  await carla.put('/auth/me', { name: 'Carla Juncal' });
  const common = await beto.createTribe('Fogón de mimbre');
  commonId = common.id;
  for (const person of [ana, carla]) await person.join(commonId);
  const [cuatro] = [await bench.system.newcomer('cuatro')];
  await cuatro.createTribe('Cestería de ribera', { tags: ['mimbre'] });
  await cuatro.createTribe('Taller cerrado', { tags: ['mimbre'], isPrivate: true });
  await cuatro.createTribe('La conjura del mimbre', { tags: ['mimbre'], isInvisible: true });
  await carla.publish(common.id, { content: 'Una canasta', tags: 'mimbre,juncos' });
  await ana.post('/auth/me/follows/tags/mimbre');
  await bench.system.settled();
});

const open = (person: Person, more = {}) => bench.open(person, '/explore/search/top', more);
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const item = (page: Page, name: string, text: string) =>
  section(page, name).getByRole('listitem').filter({ hasText: text });

test('the search without words offers tribes, people and tags, each with its reason, and no invisible tribe', async () => {
  const page = await open(ana);
  await item(page, 'Tribus para ti', 'Cestería de ribera')
    .getByText('Tiene una etiqueta que sigues: #mimbre')
    .waitFor();
  await item(page, 'Tribus para ti', 'Taller cerrado').getByText('Privada').waitFor();
  await item(page, 'Personas', 'Carla Juncal').getByText('Escribe sobre #mimbre').waitFor();
  await item(page, 'Etiquetas', '#juncos').getByText('Aparece junto a #mimbre').waitFor();
  const text = await page.getByRole('main').textContent();
  expect(text).not.toContain('La conjura del mimbre');
  expect(
    await item(page, 'Tribus para ti', 'Fogón de mimbre').getByRole('link', { name: 'Fogón de mimbre' }).count(),
  ).toBe(0);
  await item(page, 'Etiquetas', '#juncos').getByRole('link', { name: '#juncos' }).click();
  await page.getByRole('article').filter({ hasText: 'Una canasta' }).waitFor();
  await page.goBack();
  await page.getByRole('searchbox').fill('canasta');
  await section(page, 'Etiquetas').waitFor({ state: 'detached' });
});

test.each(['phone', 'desk'] as const)(
  'the suggestions have no barriers on a %s in both themes, nor in a narrow window',
  async (size) => {
    const page = await open(ana, { size });
    for (const name of ['Tribus para ti', 'Personas', 'Etiquetas'])
      await section(page, name).getByRole('listitem').first().waitFor();
    for (const scheme of ['dark', 'light'] as const) {
      await page.evaluate(`document.documentElement.dataset.theme = '${scheme}'`);
      expect(await flaws(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await flaws(page)).toEqual([]);
  },
);

test('the suggestions arrive without moving what is shown, in rows of one height with their buttons beside the texts', async () => {
  const page = await bench.open(ana, '/');
  await page.addInitScript(watchShifts);
  // Names of a usual length, also of the tribes of other tests.
  await page.route('**/api/discover/tribes', async (route) => {
    const { items } = await (await route.fetch()).json();
    const short = items.map((each: { tribe: object }, index: number) => ({
      ...each,
      tribe: { ...each.tribe, name: `Taller ${index}` },
    }));
    await route.fulfill({ json: { items: short } });
  });
  await page.goto('/explore/search/top');
  for (const name of ['Tribus para ti', 'Personas', 'Etiquetas'])
    await section(page, name).getByRole('listitem').first().waitFor();
  await painted(page);
  await expectSteady(page);
  const rows = [item(page, 'Personas', 'Carla Juncal'), item(page, 'Etiquetas', '#juncos')];
  for (const row of rows) {
    const [box, button] = [await row.boundingBox(), await row.getByRole('button', { name: /^Seguir/ }).boundingBox()];
    expect(box?.height).toBe(76);
    // In the middle of the row.
    expect(Math.abs((button?.y ?? 0) + (button?.height ?? 0) / 2 - (box?.y ?? 0) - 38)).toBeLessThan(1);
  }
  const people = await section(page, 'Personas').boundingBox();
  expect(people?.y).toBeLessThan(sizes.phone.height);
});

test('in a narrow window the name of an agent keeps its words whole, with the mark of agents below it', async () => {
  const page = await bench.open(ana, '/', { size: 'narrow' });
  await page.route('**/api/discover/people', async (route) => {
    const { items } = await (await route.fetch()).json();
    const agents = items.map((each: { user: object }) => ({ ...each, user: { ...each.user, isAgent: true } }));
    await route.fulfill({ json: { items: agents } });
  });
  await page.goto('/explore/search/top');
  const row = item(page, 'Personas', 'Carla Juncal');
  const name = await row.getByRole('link', { name: 'Carla Juncal', exact: true }).last().boundingBox();
  const mark = await row.getByText('Agente', { exact: true }).boundingBox();
  // One line, or one for each of its words.
  expect(name?.height).toBeLessThan(50);
  expect(mark?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
  expect(await flaws(page)).toEqual([]);
});

test('a section that fails shows its error and can be retried, while the others are shown', async () => {
  const page = await bench.open(ana, '/', { refusals: [503] });
  await page.route('**/api/discover/people', (route) => route.fulfill({ status: 503, json: { error: 'Ahora no' } }));
  await page.goto('/explore/search/top');
  await item(page, 'Etiquetas', '#juncos').waitFor();
  await section(page, 'Personas').getByRole('alert').getByText('Ahora no').waitFor();
  await page.unroute('**/api/discover/people');
  await section(page, 'Personas').getByRole('button', { name: 'Reintentar' }).click();
  await item(page, 'Personas', 'Carla Juncal').waitFor();
});

test('a newcomer who follows nothing is offered tribes and sees all sections', async () => {
  const page = await open(await bench.system.newcomer('nadie'));
  await section(page, 'Tribus para ti').getByRole('listitem').first().waitFor();
  await section(page, 'Personas').waitFor();
  await section(page, 'Etiquetas').waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain('La conjura del mimbre');
});

test('a suggestion followed or joined in place stays with its new state, and is not offered elsewhere', async () => {
  const page = await open(ana);
  await item(page, 'Personas', 'Carla Juncal').getByRole('button', { name: 'Seguir a Carla Juncal' }).click();
  await item(page, 'Personas', 'Carla Juncal')
    .getByRole('button', { name: /^Siguiendo/, pressed: true })
    .waitFor();
  await item(page, 'Etiquetas', '#juncos').getByRole('button', { name: 'Seguir a #juncos' }).click();
  await item(page, 'Etiquetas', '#juncos')
    .getByRole('button', { name: /^Siguiendo/, pressed: true })
    .waitFor();
  await item(page, 'Tribus para ti', 'Cestería de ribera').getByRole('button', { name: 'Unirme' }).click();
  await item(page, 'Tribus para ti', 'Cestería de ribera').getByText('Miembro', { exact: true }).waitFor();
  await item(page, 'Tribus para ti', 'Taller cerrado').getByRole('button', { name: 'Pedir entrar' }).click();
  await item(page, 'Tribus para ti', 'Taller cerrado').getByRole('button', { name: 'Cancelar solicitud' }).waitFor();
  await bench.system.settled();

  const other = await open(ana);
  await item(other, 'Tribus para ti', 'Taller cerrado').getByRole('button', { name: 'Cancelar solicitud' }).waitFor();
  for (const name of ['Personas', 'Etiquetas']) await section(other, name).locator('li, p').first().waitFor();
  expect(await item(other, 'Tribus para ti', 'Cestería de ribera').count()).toBe(0);
  expect(await item(other, 'Personas', 'Carla Juncal').getByRole('link').count()).toBe(0);
  expect(await item(other, 'Etiquetas', '#juncos').getByRole('link', { name: '#juncos' }).count()).toBe(0);
  // The first tab keeps its list.
  expect(await item(page, 'Personas', 'Carla Juncal').count()).toBe(1);
});

test('a dismissed tribe, person and tag disappear at once and do not come back, unless that is undone', async () => {
  const viewer = await bench.system.newcomer('dora');
  await viewer.join(commonId);
  // Before the tribes of other tests.
  await viewer.post('/auth/me/follows/tags/mimbre');
  const page = await open(viewer);
  const subjects = [
    ['Tribus para ti', 'Cestería de ribera'],
    ['Personas', 'Carla Juncal'],
    ['Etiquetas', '#juncos'],
  ] as const;
  const dismissal = (name: string, subject: string) =>
    item(page, name, subject).getByRole('button', { name: `No me interesa: ${subject}` });
  for (const [name, subject] of subjects) {
    const box = await dismissal(name, subject).boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
    await dismissal(name, subject).click();
    await item(page, name, subject).waitFor({ state: 'detached' });
  }
  const toast = page.getByRole('status').locator('div').filter({ hasText: 'Ya no te sugeriremos: #juncos' });
  await toast.getByRole('button', { name: 'Deshacer' }).click();
  await dismissal('Etiquetas', '#juncos').waitFor();
  await page.waitForLoadState('networkidle');
  await page.reload();
  await dismissal('Etiquetas', '#juncos').waitFor();
  for (const [name, subject] of subjects.slice(0, 2)) {
    await section(page, name).locator('li, p').first().waitFor();
    expect(await item(page, name, subject).count()).toBe(0);
  }
  await page.goto(`/u/${carla.id}`);
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  await page.getByRole('button', { name: 'Seguir', exact: true }).waitFor({ state: 'detached' });
});

test('a suggestion whose dismissal fails returns with a message, and a double click dismisses one only', async () => {
  const page = await bench.open(ana, '/', { refusals: [503] });
  await page.goto('/explore/search/top');
  const tribes = section(page, 'Tribus para ti').getByRole('listitem');
  await tribes.first().waitFor();
  const before = await tribes.allTextContents();
  await page.route('**/api/auth/me/dismissed-suggestions/**', (route) =>
    route.fulfill({ status: 503, json: { error: 'Ahora no' } }),
  );
  await tribes
    .first()
    .getByRole('button', { name: /^No me interesa/ })
    .dblclick();
  await page.getByRole('status').getByText('Ahora no').waitFor();
  expect(await page.getByRole('status').getByText('Ahora no').count()).toBe(1);
  expect(await tribes.allTextContents()).toEqual(before);
});
