import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { choose, pngFile } from './files.ts';
import { untilFieldIs } from './until-field.ts';

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

const challengeOf = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, level: 4 }) })
    .last();

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
  const isCut = () => end.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1);
  expect(await isCut()).toBe(false);
  expect(await flaws(page)).toEqual([]);
  await own.getByRole('button', { name: 'Imagen enviada con la respuesta' }).click();
  const picture = page.getByRole('dialog').getByRole('img', { name: 'Imagen enviada con la respuesta' });
  await picture.waitFor();
  expect((await picture.boundingBox())?.width).toBeGreaterThan(300);
  await page.keyboard.press('Escape');
  await picture.waitFor({ state: 'detached' });
});

test('an answer that is being written is still there after a reload, which asks first when a file was chosen', async () => {
  await addChallenge(2, 'el pan de hoy');
  const page = await bench.open(beto, `/tools/tribes/${tribeId}/levels`);
  const item = challengeOf(page, 'el pan de hoy');
  await item.getByRole('button', { name: 'Responder' }).click();
  await item.getByLabel('Tu respuesta').fill('He amasado');
  await item.getByLabel('Una nota para quien la revise (opcional)').fill('Con prisa');
  await choose(page, item.getByRole('button', { name: 'Añade una imagen, un PDF o un texto' }), [await pngFile('pan')]);
  await item.getByRole('img', { name: 'La imagen elegida' }).waitFor();

  // Leaving the screen keeps the file too.
  await page.getByRole('navigation').getByRole('link', { name: 'Inicio', exact: true }).click();
  await item.waitFor({ state: 'detached' });
  await page.goBack();
  await item.getByRole('img', { name: 'La imagen elegida' }).waitFor();

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await untilFieldIs(item.getByLabel('Tu respuesta'), 'He amasado');
  expect(asked).toEqual(['beforeunload']);
  await untilFieldIs(item.getByLabel('Una nota para quien la revise (opcional)'), 'Con prisa');
  await item.getByText('Recuperado de la última vez, sin guardar.').waitFor();
  await item.getByText('Vuelve a elegir el archivo «pan.png»: no se guarda con el texto.').waitFor();
  expect(await flaws(page)).toEqual([]);
  await choose(page, item.getByRole('button', { name: 'Añade una imagen, un PDF o un texto' }), [await pngFile('pan')]);
  await item.getByText(/^Vuelve a elegir el archivo/).waitFor({ state: 'detached' });
  await item.getByRole('button', { name: 'Enviar' }).click();
  await item.getByText('En revisión').waitFor();

  await page.reload();
  await item.getByText('En revisión').waitFor();
  expect(await item.getByLabel('Tu respuesta').count()).toBe(0);
  expect(asked).toEqual(['beforeunload']);
});

test('after a reload a level that was reached before is open at the answer that was begun, until it is cancelled', async () => {
  await addChallenge(1, 'el primer pan');
  const page = await bench.open(beto, `/tools/tribes/${tribeId}/levels`);
  const item = challengeOf(page, 'el primer pan');
  await page.getByRole('button', { name: /^Nivel 1: / }).click();
  await item.getByRole('button', { name: 'Responder' }).click();
  await item.getByLabel('Tu respuesta').fill('Era de centeno');
  await page.reload();
  await untilFieldIs(item.getByLabel('Tu respuesta'), 'Era de centeno');
  await item.getByRole('button', { name: 'Cancelar' }).click();
  await item.getByRole('button', { name: 'Responder' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Nivel 1: /, expanded: false }).waitFor();
});
