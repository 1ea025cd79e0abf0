import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { openBrowserBench } from './browser-bench.ts';
import { dragByFinger, dragByMouse } from './drag.ts';
import { steadyBox } from './steady-box.ts';
import { expectToast, holdToast } from './toasts.ts';

const bench = openBrowserBench();

const column = (page: Page, name: string): Locator => page.getByRole('region', { name: new RegExp(`^${name}`) });
const card = (page: Page, title: string): Locator => page.getByRole('listitem').filter({ hasText: title });
const handle = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Mover ${title},`) });
const titles = async (page: Page, name: string): Promise<string[]> =>
  (
    await column(page, name)
      .getByRole('listitem')
      .getByRole('button', { name: /Editar tarea$/ })
      .allInnerTexts()
  ).map((text) => text.split('\n')[0] ?? '');

const untilShown = (page: Page, name: string, expected: readonly string[]) =>
  until(async () => isDeepStrictEqual(await titles(page, name), expected), `${name} shows ${expected.join()}`);

async function personWith(...names: string[]): Promise<Person> {
  const person = await bench.system.newcomer('ana');
  for (const title of names) await person.post('/tasks', { title });
  return person;
}

/** The titles of each column on the server. */
async function storedBoard(person: Person): Promise<Record<string, string[]>> {
  const { tasks } = await person.read('/tasks');
  const of = (status: string) =>
    tasks.filter((task: { status: string }) => task.status === status).map(({ title }: { title: string }) => title);
  return { todo: of('todo'), in_progress: of('in_progress'), done: of('done') };
}

/** Waits for the server: the screen was updated at once. */
async function untilStored(person: Person, expected: Record<string, string[]>): Promise<void> {
  const expectedJson = JSON.stringify(expected);
  await until(async () => JSON.stringify(await storedBoard(person)) === expectedJson, `the server has ${expectedJson}`);
}

test('an empty board explains itself; a task is added, described, done, deleted and restored', async () => {
  const ana = await personWith();
  const page = await bench.open(ana, '/tools');
  await page.getByRole('link', { name: 'Tareas' }).click();
  await page.getByText('Escribe arriba lo primero que quieras hacer').waitFor();
  await page.getByLabel('Nueva tarea').fill('Comprar pan');
  await page.keyboard.press('Enter');
  await card(page, 'Comprar pan').waitFor();
  await page.getByLabel('Nueva tarea').fill('Llamar a Beto');
  await page.keyboard.press('Enter');
  await card(page, 'Llamar a Beto').waitFor();

  await page.getByRole('button', { name: /^Comprar pan/ }).click();
  await page.getByLabel('Título').fill('Comprar pan de centeno');
  await page.getByLabel('Descripción').fill('En la plaza,\nantes de las dos');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('antes de las dos').waitFor();
  // A completed card moves to another column with a checkbox of its own: the test checks the stored status.
  await page.getByRole('checkbox', { name: 'Hecho: Comprar pan de centeno' }).click();
  await untilStored(ana, { todo: ['Llamar a Beto'], in_progress: [], done: ['Comprar pan de centeno'] });

  await handle(page, 'Llamar a Beto').click();
  const undo = page.getByRole('button', { name: 'Deshacer' });
  await holdToast(undo, () => page.getByRole('menuitem', { name: 'Borrar tarea' }).click());
  await card(page, 'Llamar a Beto').waitFor({ state: 'detached' });
  await untilStored(ana, { todo: [], in_progress: [], done: ['Comprar pan de centeno'] });
  await undo.click();
  await untilStored(ana, { todo: ['Llamar a Beto'], in_progress: [], done: ['Comprar pan de centeno'] });
  await page.reload();
  await card(page, 'Llamar a Beto').waitFor();
});

test('a card is dragged with a mouse to any slot of any column', async () => {
  const ana = await personWith('Uno', 'Dos', 'Tres');
  const page = await bench.open(ana, '/tools/tasks', { size: 'desk' });
  await handle(page, 'Uno').waitFor();
  const from = await steadyBox(card(page, 'Uno'));
  const to = await steadyBox(column(page, 'En curso'));
  const isFaded = `[...document.querySelectorAll('li')].some((row) =>
    row.textContent.includes('Uno') && getComputedStyle(row).opacity === '0.4')`;
  await dragByMouse(page, { x: from.x + 120, y: from.y + 20 }, { x: to.x + 100, y: to.y + 80 }, () =>
    until(() => page.evaluate<boolean>(isFaded), 'the dragged card is faded in its slot'),
  );
  await untilStored(ana, { todo: ['Dos', 'Tres'], in_progress: ['Uno'], done: [] });
  await untilShown(page, 'En curso', ['Uno']);

  const [dos, tres] = [await steadyBox(card(page, 'Dos')), await steadyBox(handle(page, 'Tres'))];
  await dragByMouse(page, { x: tres.x + 10, y: tres.y + 10 }, { x: dos.x + 60, y: dos.y + 4 });
  await untilStored(ana, { todo: ['Tres', 'Dos'], in_progress: ['Uno'], done: [] });
  await untilShown(page, 'Por hacer', ['Tres', 'Dos']);
});

test('a card moves from column to column by keyboard alone, and keeps the focus', async () => {
  const ana = await personWith('Uno', 'Dos');
  const page = await bench.open(ana, '/tools/tasks', { size: 'desk' });
  await handle(page, 'Dos').focus();
  for (const [key, announced] of [
    ['ArrowUp', 'Dos está ahora en Por hacer, 1 de 2'],
    ['ArrowRight', 'Dos está ahora en En curso, 1 de 1'],
    ['ArrowRight', 'Dos está ahora en Hecho, 1 de 1'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('status').filter({ hasText: announced }).waitFor({ state: 'attached' });
  }
  const moved = page.getByRole('button', { name: 'Mover Dos, 1 de 1', exact: true });
  await moved.and(page.locator(':focus')).waitFor();
  await untilStored(ana, { todo: ['Uno'], in_progress: [], done: ['Dos'] });
});

test('ten quick presses move a card among 200 by exactly ten slots, on the screen and on the server', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `Tarea ${index + 1}`);
  const ana = await personWith(...names);
  const page = await bench.open(ana, '/tools/tasks', { size: 'desk' });
  await handle(page, 'Tarea 20').focus();
  for (let press = 1; press <= 10; press += 1) await page.keyboard.press('ArrowDown');
  const moved = names.toSpliced(19, 1).toSpliced(29, 0, 'Tarea 20');
  await untilShown(page, 'Por hacer', moved);
  await page
    .getByRole('status')
    .filter({ hasText: 'Tarea 20 está ahora en Por hacer, 30 de 200' })
    .waitFor({ state: 'attached' });
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  await untilStored(ana, { todo: moved.toSpliced(29, 1), in_progress: ['Tarea 20'], done: [] });
  await page.getByRole('button', { name: 'Mover Tarea 20, 1 de 1', exact: true }).and(page.locator(':focus')).waitFor();
  await page.reload();
  await untilShown(page, 'En curso', ['Tarea 20']);
  expect(await titles(page, 'Por hacer')).toEqual(moved.toSpliced(29, 1));
  await column(page, 'Por hacer').getByRole('heading', { name: 'Por hacer 199', exact: true }).waitFor();
});

test('a long word stays within its card on a phone and on a desktop', async () => {
  const ana = await personWith('Supercalifragilistico'.repeat(6));
  for (const size of ['phone', 'desk'] as const) {
    const page = await bench.open(ana, '/tools/tasks', { size });
    await card(page, 'Supercali').waitFor();
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect([size, await page.evaluate(overflow)]).toEqual([size, 0]);
    const [text, around] = [
      await steadyBox(page.getByText(/^Supercali/).first()),
      await steadyBox(card(page, 'Supercali')),
    ];
    expect(text.x + text.width).toBeLessThanOrEqual(around.x + around.width);
  }
});

test('tabs lead to the columns on a phone, and a finger drags a card by its handle', async () => {
  const ana = await personWith('Uno', 'Dos');
  const page = await bench.open(ana, '/tools/tasks');
  await handle(page, 'Uno').waitFor();
  const [uno, dos] = [await steadyBox(handle(page, 'Uno')), await steadyBox(card(page, 'Dos'))];
  const x = uno.x + 20;
  await dragByFinger(page, { x, y: uno.y + 20 }, { x, y: dos.y + dos.height + 20 });
  await untilStored(ana, { todo: ['Dos', 'Uno'], in_progress: [], done: [] });

  await handle(page, 'Dos').click();
  await page.getByRole('menuitem', { name: 'Mover a «Hecho»' }).click();
  await page.getByRole('button', { name: /^Hecho/ }).click();
  await column(page, 'Hecho').getByText('Dos', { exact: true }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('two tabs do not overwrite each other, and a failed change shows the server’s state', async () => {
  const ana = await personWith('Uno', 'Dos');
  const one = await bench.open(ana, '/tools/tasks', { size: 'desk' });
  const other = await bench.open(ana, '/tools/tasks', { size: 'desk', provoked: /net::ERR_/ });
  await handle(other, 'Dos').waitFor();
  await handle(one, 'Dos').focus();
  await one.keyboard.press('ArrowRight');
  await untilStored(ana, { todo: ['Uno'], in_progress: ['Dos'], done: [] });
  await other.getByRole('checkbox', { name: 'Hecho: Uno' }).click();
  await untilStored(ana, { todo: [], in_progress: ['Dos'], done: ['Uno'] });
  await column(other, 'En curso').getByText('Dos', { exact: true }).waitFor();

  await other.route('**/api/tasks/**', (route) => route.abort());
  await expectToast(other, /^No se pudo guardar/, () => other.getByRole('checkbox', { name: 'Hecho: Dos' }).click());
  await column(other, 'En curso').getByText('Dos', { exact: true }).waitFor();
  await untilStored(ana, { todo: [], in_progress: ['Dos'], done: ['Uno'] });
});

test('a card that another tab deletes while it is dragged or edited disappears, and nothing else changes', async () => {
  const ana = await personWith('Uno', 'Dos', 'Tres');
  const page = await bench.open(ana, '/tools/tasks', { size: 'desk', refusals: [404] });
  const { tasks } = await ana.read('/tasks');
  const idOf = (title: string) => tasks.find((task: { title: string }) => task.title === title).id;
  await handle(page, 'Uno').waitFor();
  const [from, to] = [await steadyBox(card(page, 'Uno')), await steadyBox(column(page, 'En curso'))];
  await page.mouse.move(from.x + 120, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 100, to.y + 80, { steps: 8 });
  await ana.delete(`/tasks/${idOf('Uno')}`);
  await expectToast(page, /./, () => page.mouse.up());
  await card(page, 'Uno').waitFor({ state: 'detached' });
  await untilStored(ana, { todo: ['Dos', 'Tres'], in_progress: [], done: [] });
  await untilShown(page, 'Por hacer', ['Dos', 'Tres']);

  // A list fetched again does not touch the text that is typed in a card.
  await page.getByRole('button', { name: /^Dos/ }).click();
  await page.getByLabel('Título').fill('Dos y medio');
  await ana.put(`/tasks/${idOf('Tres')}`, { done: true });
  await handle(page, 'Tres').focus();
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await column(page, 'Hecho').getByText('Tres', { exact: true }).waitFor();
  expect(await page.getByLabel('Título').inputValue()).toBe('Dos y medio');
  await ana.delete(`/tasks/${idOf('Dos')}`);
  await expectToast(page, /./, () => page.getByRole('button', { name: 'Guardar' }).click());
  await untilShown(page, 'Por hacer', []);
});

test('a failed one of several quick moves is reported, and the screen ends with the order of the server', async () => {
  const names = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis'];
  const ana = await personWith(...names);
  const page = await bench.open(ana, '/tools/tasks', { size: 'desk', provoked: /net::ERR_/ });
  const { tasks } = await ana.read('/tasks');
  const last = tasks.at(-1).id;
  await page.route('**/api/tasks/reorder', (route) =>
    route.request().postDataJSON().id === last ? route.abort() : route.continue(),
  );
  await handle(page, 'Uno').focus();
  await page.keyboard.press('ArrowDown');
  await handle(page, 'Seis').focus();
  await expectToast(page, /^No se pudo guardar/, () => page.keyboard.press('ArrowUp'));
  await handle(page, 'Cinco').focus();
  await page.keyboard.press('Home');
  const expected = ['Cinco', 'Dos', 'Uno', 'Tres', 'Cuatro', 'Seis'];
  await untilStored(ana, { todo: expected, in_progress: [], done: [] });
  await untilShown(page, 'Por hacer', expected);
});
