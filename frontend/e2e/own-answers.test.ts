import { beforeAll, expect, test } from '@jest/globals';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
let tribeId: number;
let levels: { id: string }[];
beforeAll(async () => {
  [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  tribeId = (await ana.createTribe(`Las del horno ${ana.id.slice(-6)}`)).id;
  await beto.join(tribeId);
  ({ levels } = await ana.read(`/tribes/${tribeId}/config`));
});

const addChallenge = async (order: number, title: string): Promise<string> => {
  const challenge = { type: 'manual', title, prompt: `Cuenta ${title}.` };
  const { body } = await ana.post(`/tribes/${tribeId}/levels/${levels[order - 1]?.id}/challenges`, challenge);
  return body.id;
};

test('a sent answer is read in full, and its picture enlarged, by its author', async () => {
  const id = await addChallenge(2, 'el pan de ayer');
  const form = new FormData();
  const paragraph = 'La masa madre se refresca por la noche y se deja junto a la lumbre.';
  form.append('text', `${`${paragraph}\n`.repeat(6)}Y así hasta el alba.`);
  form.append('hint', '');
  form.append('file', new Blob([Buffer.from(await png(900, 600))]), 'pan.png');
  await beto.post(`/tribes/${tribeId}/challenges/${id}/submit/file`, form);
  const page = await bench.open(beto, `/tools/tribes/${tribeId}/levels`);
  const own = page.getByRole('region', { name: 'Mis respuestas' });
  const text = own.getByRole('button', { name: /^La masa madre/ });
  await text.click();
  const end = text.getByText('Y así hasta el alba.');
  const isCut = () => end.evaluate((shown: HTMLElement) => shown.scrollHeight > shown.clientHeight + 1);
  expect(await isCut()).toBe(false);
  expect(await flaws(page)).toEqual([]);
  await own.getByRole('button', { name: 'Imagen enviada con la respuesta' }).click();
  const picture = page.getByRole('dialog').getByRole('img', { name: 'Imagen enviada con la respuesta' });
  await picture.waitFor();
  expect((await picture.boundingBox())?.width).toBeGreaterThan(300);
  await page.keyboard.press('Escape');
  await picture.waitFor({ state: 'detached' });
});
