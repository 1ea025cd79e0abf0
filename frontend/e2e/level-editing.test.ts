import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { barriers, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { dragRowByFinger, dragRowByMouse } from './list-drag.ts';

const bench = openBrowserBench();

let ana: Person;
beforeAll(async () => {
  ana = await bench.system.newcomer('ana');
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
  await page
    .getByRole('button', { name: /^Mover / })
    .first()
    .waitFor();
}

const list = 'Niveles en orden';

async function untilShown(page: Page, names: string[]): Promise<void> {
  const titles = page.getByRole('list', { name: list }).getByRole('heading', { level: 2 });
  const shown = names.map((name, index) => `${index + 1}. ${name}`).join();
  await until(async () => (await titles.allTextContents()).join() === shown, `the levels are ${shown}`);
}

const clean = async (page: Page) => [...(await barriers(page)), ...(await tooSmall(page)), ...(await tooWide(page))];

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
  expect(await clean(desk)).toEqual([]);

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
  await showEditor(phone);
  await untilShown(phone, last);
  const challenges = phone.getByRole('list', { name: 'Retos de Junior' }).getByRole('listitem');
  expect((await challenges.allTextContents()).map((text) => text.match(/El (horno|torno)/)?.[0])).toEqual([
    'El horno',
    'El torno',
  ]);
  expect(await clean(phone)).toEqual([]);
});
