import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { dragRowByFinger, dragRowByMouse } from './list-drag.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
let carla: Person;
beforeAll(async () => {
  [ana, beto, carla] = [
    await bench.system.newcomer('ana'),
    await bench.system.newcomer('beto'),
    await bench.system.newcomer('carla'),
  ];
});

interface StoredLevel {
  id: string;
  name: string;
  challenges: { title: string }[];
}

const levelsOf = async (tribeId: number): Promise<StoredLevel[]> =>
  (await ana.read(`/tribes/${tribeId}/config`)).levels;
const namesOf = async (tribeId: number) => (await levelsOf(tribeId)).map(({ name }) => name);

/** Opens the editor of the levels as their owner. */
async function openEditor(tribeId: number, options?: PageOptions): Promise<Page> {
  const page = await bench.open(ana, `/tools/tribes/${tribeId}/levels`, options);
  await showEditor(page);
  return page;
}

async function showEditor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Editar niveles y retos' }).click();
  await untilEditing(page);
}

const untilEditing = (page: Page) =>
  page
    .getByRole('button', { name: /^Mover / })
    .first()
    .waitFor();

const list = 'Niveles en orden';

async function untilShown(page: Page, names: string[]): Promise<void> {
  const titles = page.getByRole('list', { name: list }).getByRole('heading', { level: 2 });
  const shown = names.map((name, index) => `${index + 1}. ${name}`).join();
  await until(async () => (await titles.allTextContents()).join() === shown, `the levels are ${shown}`);
}

test('an owner orders levels and challenges by mouse, finger and keys, above the levels that posts require', async () => {
  const { id: tribeId } = await ana.createTribe(`Alfareros ${ana.id.slice(-6)}`);
  const [, junior] = await levelsOf(tribeId);
  for (const title of ['El torno', 'El horno'])
    await ana.post(`/tribes/${tribeId}/levels/${junior?.id}/challenges`, { type: 'manual', title });
  await ana.publish(tribeId, { content: 'Para quien ya sabe amasar', minLevelOrder: 2 });
  await bench.system.settled();

  const desk = await openEditor(tribeId, { size: 'desk' });
  await desk
    .getByText(
      'Los niveles hasta el 2 no se mueven ni se borran: ya hay quien ha llegado, o publicaciones que los piden.',
    )
    .waitFor();
  for (const name of ['Principiante', 'Junior'])
    for (const action of [`Mover ${name}, `, `Borrar ${name}`])
      expect(await desk.getByRole('button', { name: action }).count()).toBe(0);
  await dragRowByMouse(desk, { list, item: 'Guru', onto: 'Senior' });
  await untilShown(desk, ['Principiante', 'Junior', 'Guru', 'Senior', 'Master']);
  // Dropped on a fixed level, it becomes the first of the others.
  await dragRowByMouse(desk, { list, item: 'Master', onto: { button: 'Editar Junior' } });
  await untilShown(desk, ['Principiante', 'Junior', 'Master', 'Guru', 'Senior']);
  await dragRowByMouse(desk, { list: 'Retos de Junior', item: 'El horno', onto: 'El torno' });
  await until(
    async () => (await levelsOf(tribeId))[1]?.challenges.map(({ title }) => title).join() === 'El horno,El torno',
    'the challenges are stored in their new order',
  );
  expect(await flaws(desk)).toEqual([]);

  const phone = await openEditor(tribeId);
  await dragRowByFinger(phone, { list, item: 'Senior', onto: 'Guru' });
  await untilShown(phone, ['Principiante', 'Junior', 'Master', 'Senior', 'Guru']);
  const master = phone.getByRole('button', { name: /^Mover Master, / });
  await master.press('End');
  await untilShown(phone, ['Principiante', 'Junior', 'Senior', 'Guru', 'Master']);
  await master.press('Home');
  await master.press('ArrowUp');
  const last = ['Principiante', 'Junior', 'Master', 'Senior', 'Guru'];
  await untilShown(phone, last);
  await until(async () => (await namesOf(tribeId)).join() === last.join(), 'the last order is stored');
  await phone.reload();
  await untilEditing(phone);
  await untilShown(phone, last);
  const challenges = phone.getByRole('list', { name: 'Retos de Junior' }).getByRole('listitem');
  expect((await challenges.allTextContents()).map((text) => text.match(/El (horno|torno)/)?.[0])).toEqual([
    'El horno',
    'El torno',
  ]);
  expect(await flaws(phone)).toEqual([]);
});

test('an owner adds, edits and deletes levels and challenges on a phone, and members see the result', async () => {
  const { id: tribeId } = await ana.createTribe(`Cesteros ${ana.id.slice(-6)}`);
  await beto.join(tribeId);
  const [, junior] = await levelsOf(tribeId);
  const challenge = { type: 'manual', title: 'El mimbre', prompt: 'Córtalo en invierno.' };
  await ana.post(`/tribes/${tribeId}/levels/${junior?.id}/challenges`, challenge);
  const page = await openEditor(tribeId);

  await page.getByRole('button', { name: 'Añadir nivel' }).click();
  const added = page.getByRole('dialog', { name: 'Nuevo nivel' });
  await added.getByRole('textbox', { name: 'Nombre' }).fill('Leyenda');
  expect(await flaws(page)).toEqual([]);
  await added.getByRole('button', { name: 'Guardar' }).click();
  await added.waitFor({ state: 'detached' });
  await untilShown(page, ['Principiante', 'Junior', 'Senior', 'Master', 'Guru', 'Leyenda']);

  await page.getByRole('button', { name: 'Editar Junior' }).click();
  const level = page.getByRole('dialog', { name: 'Editar Junior' });
  await level.getByRole('textbox', { name: 'Nombre' }).fill('Aprendiz de cestero');
  await level.getByRole('spinbutton', { name: 'Mínimo para superar cada reto (%)' }).fill('80');
  expect(await flaws(page)).toEqual([]);
  await level.getByRole('button', { name: 'Guardar' }).click();
  await level.waitFor({ state: 'detached' });
  await page.getByText('80 % · +10 puntos · 1 reto').waitFor();

  await page.getByRole('button', { name: 'Editar El mimbre' }).click();
  const form = page.getByRole('dialog', { name: 'Editar El mimbre' });
  await form.getByRole('textbox', { name: 'Título' }).fill('El mimbre verde');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('El mimbre verde', { exact: true }).waitFor();
  const shown = async () => (await beto.read(`/tribes/${tribeId}/config`)).levels;
  expect((await shown())[1]).toMatchObject({
    name: 'Aprendiz de cestero',
    minScore: 80,
    rewardPoints: 10,
    challenges: [{ title: 'El mimbre verde', prompt: 'Córtalo en invierno.' }],
  });

  const confirmDeletion = async (name: string, loss: RegExp) => {
    await page.getByRole('button', { name: `Borrar ${name}`, exact: true }).click();
    const asking = page.getByRole('dialog', { name: `¿Borrar «${name}»?` });
    await asking.getByText(loss).waitFor();
    expect(await flaws(page)).toEqual([]);
    await asking.getByRole('button', { name: 'Borrar', exact: true }).click();
    await page.getByRole('button', { name: `Borrar ${name}`, exact: true }).waitFor({ state: 'detached' });
  };
  await confirmDeletion('El mimbre verde', /^Se borra con todas sus respuestas/);
  await confirmDeletion('Senior', /^Se borran sus retos y todo lo que se haya respondido/);
  await untilShown(page, ['Principiante', 'Aprendiz de cestero', 'Master', 'Guru', 'Leyenda']);
  expect((await shown()).map(({ name, challenges }: StoredLevel) => [name, challenges.length])).toEqual(
    ['Principiante', 'Aprendiz de cestero', 'Master', 'Guru', 'Leyenda'].map((name) => [name, 0]),
  );
  const desk = await bench.open(beto, `/tools/tribes/${tribeId}/levels`, { size: 'desk' });
  await desk.getByRole('heading', { name: 'Nivel 2: Aprendiz de cestero' }).waitFor();
  expect(await flaws(desk)).toEqual([]);
});

test('an officer turns answers down with a note, by key and by button, on a desk and on a phone', async () => {
  const { id: tribeId } = await ana.createTribe(`Vidrieros ${ana.id.slice(-6)}`);
  const [first] = await levelsOf(tribeId);
  const title = 'El vidrio';
  const { body } = await ana.post(`/tribes/${tribeId}/levels/${first?.id}/challenges`, { type: 'manual', title });
  for (const [person, text] of [
    [beto, 'Lo soplé ayer'],
    [carla, 'Lo corté en frío'],
  ] as const) {
    await person.join(tribeId);
    await person.post(`/tribes/${tribeId}/challenges/${body.id}/submit`, { text });
  }
  const noteOf = async (person: Person) => {
    const { status, note } = (await person.read(`/tribes/${tribeId}/progress`)).lastSubs[0];
    return [status, note];
  };

  const desk = await bench.open(ana, `/tools/tribes/${tribeId}/submissions`, { size: 'desk' });
  await desk.getByText('Lo soplé ayer').waitFor();
  await desk.getByText('1 de 2', { exact: true }).waitFor();
  await desk.keyboard.press('ArrowRight');
  await desk.getByText('Lo corté en frío').waitFor();
  await desk.getByText('2 de 2', { exact: true }).waitFor();
  await desk.keyboard.press('ArrowLeft');
  await desk.getByText('Lo soplé ayer').waitFor();
  const note = desk.getByRole('textbox', { name: 'Un comentario (opcional)' });
  // Letters in a text field decide nothing.
  await note.pressSequentially('Falta la raspadura');
  await desk.getByRole('heading', { name: title }).click();
  // As with Caps Lock.
  await expectToast(desk, 'Respuesta rechazada', () => desk.keyboard.press('R'));
  await desk.getByText('Lo corté en frío').waitFor();
  expect(await noteOf(beto)).toEqual(['rejected', 'Falta la raspadura']);
  expect(await noteOf(carla)).toEqual(['pending', '']);

  const phone = await bench.open(ana, `/tools/tribes/${tribeId}/submissions`);
  await phone.getByText('Lo corté en frío').waitFor();
  await phone.getByText('1 de 1', { exact: true }).waitFor();
  expect(await flaws(phone)).toEqual([]);
  await phone.getByRole('textbox', { name: 'Un comentario (opcional)' }).fill('Con guantes, por favor');
  await expectToast(phone, 'Respuesta rechazada', () => phone.getByRole('button', { name: 'Rechazar' }).click());
  await phone.getByText('Nada por revisar').waitFor();
  expect(await noteOf(carla)).toEqual(['rejected', 'Con guantes, por favor']);
});
