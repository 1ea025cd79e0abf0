import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { barriers, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

test('a private tribe shows its rules and questions to outsiders, and applicants can see and withdraw their request', async () => {
  const [beto, dora] = [await bench.system.newcomer('beto'), await bench.system.newcomer('dora')];
  const name = 'L'.repeat(60);
  const rules = {
    isPrivate: true,
    rules: ['Se avisa antes', ...Array.from({ length: 9 }, (_, index) => `${index + 2}. `.padEnd(180, 'Norma larga '))],
    questions: [{ text: '¿Qué traes?' }, { text: '¿Cuándo?' }],
  };
  const { id } = await dora.createTribe(name, rules);
  const page = await bench.open(beto, `/tools/tribes/${id}`, { size: 'narrow' });
  const main = page.getByRole('main');
  await main.getByText('Se avisa antes').waitFor();
  await main.getByRole('heading', { name: 'Al pedir entrar contestas 2 preguntas' }).waitFor();
  await main.getByText('¿Qué traes?').waitFor();
  expect([...(await barriers(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await main.getByRole('button', { name: 'Pedir entrar' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('¿Qué traes?').fill('Leña');
  await sheet.getByLabel('¿Cuándo?').fill('El jueves');
  expect([...(await barriers(page)), ...(await tooSmall(page))]).toEqual([]);
  await sheet.getByRole('button', { name: 'Pedir entrar' }).click();
  await main.getByText(/^Lo pediste el /).waitFor();
  await main.getByText('Si cambias de idea, «Cancelar solicitud» retira tu solicitud.').waitFor();
  await sheet.waitFor({ state: 'detached' });
  expect([...(await barriers(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await main.getByRole('button', { name: 'Cancelar solicitud' }).click();
  await main.getByRole('button', { name: 'Pedir entrar' }).waitFor();
  await main.getByText(/^Lo pediste el /).waitFor({ state: 'detached' });

  const desk = await bench.open(beto, `/tools/tribes/${id}`, { size: 'desk' });
  const ask = desk.getByRole('main').getByRole('button', { name: 'Pedir entrar' });
  await desk.getByRole('heading', { name: 'Al pedir entrar contestas 2 preguntas' }).waitFor();
  const isInView = async () => {
    const box = await ask.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 900;
  };
  await until(isInView, 'the button is visible without scrolling');
  await desk.getByText('¿Cuándo?').scrollIntoViewIfNeeded();
  await until(isInView, 'the button stays in view');
}, 120_000);

test('the directory shows the rules of a tribe before a person joins it', async () => {
  const [beto, dora] = [await bench.system.newcomer('beto'), await bench.system.newcomer('dora')];
  const { name } = await dora.createTribe(`Con normas de ${dora.name}`, { rules: ['Se avisa antes'] });
  const page = await bench.open(beto, `/tools/tribes?q=${encodeURIComponent(name)}`);
  const card = page.getByRole('listitem').filter({ hasText: name });
  await card.getByRole('button', { name: 'Unirme' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Se avisa antes').waitFor();
  await expectToast(page, `Ya estás en ${name}`, () => sheet.getByRole('button', { name: 'Unirme' }).click());
  await card.getByText('Miembro', { exact: true }).waitFor();
}, 120_000);
