import { beforeAll, expect, test } from '@jest/globals';
import type { Person } from '../../deploy/system-tests/people.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
beforeAll(async () => {
  [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
});

test('a person whose ban is lifted learns it in the inbox, and may join on the page that is open', async () => {
  const { id, name } = await ana.createTribe(`Los del veto de ${ana.name}`);
  await beto.join(id);
  expect((await ana.post(`/tribes/${id}/bans`, { userId: beto.id, reason: 'Dejó restos' })).status).toBe(201);
  await bench.system.settled();
  const page = await bench.open(beto, `/tools/tribes/${id}`, { refusals: [403, 404] });
  await page.getByRole('heading', { name: 'No puedes entrar en esta tribu' }).waitFor();
  const inbox = await bench.open(beto, '/(modal)/inbox');
  await inbox.getByText(`Quien modera ${name} te ha vetado.`).waitFor();
  expect((await ana.delete(`/tribes/${id}/bans/${beto.id}`)).status).toBe(200);
  await page.getByRole('main').getByRole('button', { name: 'Unirme' }).waitFor();
  await inbox.getByText(`Se ha levantado tu veto en ${name}: ya puedes volver.`).waitFor();
  await inbox.getByText(`Quien modera ${name} te ha vetado.`).waitFor({ state: 'detached' });
  expect(await flaws(inbox)).toEqual([]);
});
