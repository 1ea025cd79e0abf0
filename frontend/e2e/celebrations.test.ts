import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { holdToast } from './toasts.ts';

const bench = openBrowserBench();

let ana: Person;
beforeAll(async () => {
  ana = await bench.system.newcomer('ana');
});

/** A member whose answer opens level 2 and a post, once it is approved. */
async function climb(name: string) {
  const member = await bench.system.newcomer(name);
  const tribe = await ana.createTribe(`La cuesta de ${name} ${member.id.slice(-6)}`);
  await member.join(tribe.id);
  await ana.publish(tribe.id, { content: 'MARCA de arriba', minLevelOrder: 2 });
  const { levels } = await ana.read(`/tribes/${tribe.id}/config`);
  const manual = { type: 'manual', title: 'La subida', prompt: 'Cuenta cómo subiste.' };
  const { body } = await ana.post(`/tribes/${tribe.id}/levels/${levels[1].id}/challenges`, manual);
  const form = new FormData();
  form.append('text', 'Por la cara norte.');
  const { submission } = (await member.post(`/tribes/${tribe.id}/challenges/${body.id}/submit/file`, form)).body;
  const decide = async (decision: 'review' | 'reopen', body: object) => {
    await ana.post(`/tribes/${tribe.id}/submissions/${submission.id}/${decision}`, body);
    await bench.system.settled();
  };
  const approve = () => decide('review', { action: 'approve', score: 100 });
  const reopen = () => decide('reopen', {});
  return { member, approve, reopen, path: `/tools/tribes/${tribe.id}`, message: new RegExp(`nivel 2.*${tribe.name}`) };
}

/** Keeps the scene open, which closes by itself after 4 s: a check may take longer. */
const holdScene = `{
  const { setTimeout } = window;
  window.setTimeout = (run, ms, ...rest) => (ms === 4000 ? 0 : setTimeout(run, ms, ...rest));
}`;

const onwards = (page: Page) => page.getByRole('button', { name: 'Continuar' });
const countScenes = async (pages: readonly Page[]) =>
  (await Promise.all(pages.map((page) => onwards(page).count()))).reduce((sum, count) => sum + count);
const animationsOf = (page: Page) =>
  page.evaluate<string[]>(`document.querySelector('.level-up').getAnimations({ subtree: true })
    .map(({ animationName }) => animationName)`);

/** Shows the scene between its entrance and its end, which would fade its colours. */
const stillScene = `for (const animation of document.querySelector('.level-up').getAnimations({ subtree: true }))
  animation.animationName === 'level-up-go' ? animation.cancel() : animation.finish()`;

test('an approved answer is celebrated at once in one tab of the member, and opens the posts of the level', async () => {
  const { member, approve, path, message } = await climb('dora');
  const first = await bench.open(member, `${path}/levels`);
  const second = await first.context().newPage();
  await second.goto(`${path}/levels`);
  const tabs = [first, second];
  for (const page of tabs) {
    await page.getByRole('img', { name: 'Estás en el nivel 1 de 5: Principiante' }).waitFor();
    await page.evaluate(holdScene);
  }
  await approve();
  await until(async () => (await countScenes(tabs)) > 0, 'one tab celebrates');
  // Both have fetched the new level.
  for (const page of tabs) await page.getByRole('img', { name: 'Estás en el nivel 2 de 5: Junior' }).waitFor();
  expect(await countScenes(tabs)).toBe(1);
  const page = (await onwards(first).count()) === 1 ? first : second;
  await page.getByRole('status').filter({ hasText: 'Más cerca del fuego' }).getByText('Junior').waitFor();
  expect(await animationsOf(page)).toEqual([]);
  expect(await flaws(page)).toEqual([]);
  await holdToast(page.getByRole('button', { name: 'Abrir' }), () => onwards(page).click());
  await page.getByRole('status').getByText(message).waitFor();
  expect(await countScenes(tabs)).toBe(0);
  await page.goto(path);
  await page.getByRole('article').filter({ hasText: 'MARCA de arriba' }).waitFor();
});

test('an answer approved while the member was away is celebrated when they arrive, with motion, and once', async () => {
  const { member, approve, path, message } = await climb('elia');
  const before = await bench.open(member, path, { size: 'desk', theme: 'light' });
  await before.getByRole('region', { name: 'Te esperan más arriba' }).getByText('Nivel 2').waitFor();
  expect(await flaws(before)).toEqual([]);
  const page = await before.context().newPage();
  await before.close();
  await approve();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(holdScene);
  await page.goto(path);
  await onwards(page).waitFor();
  await page.getByRole('status').filter({ hasText: 'Más cerca del fuego' }).getByText('Junior').waitFor();
  expect(await animationsOf(page)).toContain('level-up-go');
  await page.evaluate(stillScene);
  expect(await flaws(page)).toEqual([]);
  await holdToast(page.getByRole('button', { name: 'Abrir' }), () => page.keyboard.press('Enter'));
  await page.getByRole('status').getByText(message).waitFor();
  await page.getByRole('article').filter({ hasText: 'MARCA de arriba' }).waitFor();
  const read = page.waitForResponse('**/api/notifications');
  await page.reload();
  await read;
  await page.getByRole('link', { name: 'Niveles', exact: true }).click();
  await page.getByRole('img', { name: 'Estás en el nivel 2 de 5: Junior' }).waitFor();
  expect([await onwards(page).count(), await page.evaluate('window.toasts')]).toEqual([0, []]);
});

test('only one of a member’s two devices celebrates a level, also when it is reached again after a loss', async () => {
  const { member, approve, reopen, path } = await climb('fabio');
  const phone = await bench.open(member, `${path}/levels`);
  const desk = await bench.open(member, `${path}/levels`, { size: 'desk', theme: 'light' });
  const devices = [phone, desk];
  const showLevel = async (level: string) => {
    for (const page of devices) await page.getByRole('img', { name: `Estás en el nivel ${level}` }).waitFor();
  };
  const reachLevel = async () => {
    await showLevel('1 de 5: Principiante');
    await approve();
    await until(async () => (await countScenes(devices)) > 0, 'one device celebrates');
    await showLevel('2 de 5: Junior');
    expect(await countScenes(devices)).toBe(1);
    const page = (await onwards(phone).count()) === 1 ? phone : desk;
    await holdToast(page.getByRole('button', { name: 'Abrir' }), () => onwards(page).click());
    await page.getByRole('button', { name: 'Cerrar' }).click();
  };
  for (const page of devices) await page.evaluate(holdScene);
  await reachLevel();
  await reopen();
  for (const page of devices) {
    await page.reload();
    await page.evaluate(holdScene);
  }
  await reachLevel();
  const other = await bench.open(member, `${path}/levels`);
  await other.getByRole('img', { name: 'Estás en el nivel 2 de 5: Junior' }).waitFor();
  expect(await countScenes([...devices, other])).toBe(0);
});
