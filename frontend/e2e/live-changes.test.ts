import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
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

/** The post with this text on a page. */
const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('a post that is hidden, shown again or deleted changes at once on the open pages of its author and other members', async () => {
  const caro = await bench.system.newcomer('caro');
  const { id } = await ana.createTribe(`Los del eco de ${ana.name}`);
  for (const person of [beto, caro]) await person.join(id);
  await beto.publish(id, { content: 'Se queda' });
  const post = await beto.publish(id, { content: 'Va y viene' });
  await bench.system.settled();
  const feed = `/tools/tribes/${id}`;
  const device = await bench.open(beto, feed);
  // It counts its view of the post, perhaps only when the post is hidden.
  const member = await bench.open(caro, feed, { refusals: [404] });
  const alone = await bench.open(caro, `/post/${post.id}?tribe=${id}`, { refusals: [404] });
  for (const page of [device, member, alone]) await article(page, 'Va y viene').waitFor();

  await caro.post('/reports/post', { postId: post.id, reason: 'spam' });
  const [{ id: caseId }] = (await ana.read(`/tribes/${id}/reports`)).items;
  expect((await ana.post(`/reports/${caseId}/resolve`, { action: 'hide' })).status).toBe(200);
  await article(device, 'Va y viene').getByText('Oculto hasta que se edite').waitFor();
  await article(member, 'Va y viene').waitFor({ state: 'detached' });
  await article(alone, 'Va y viene').waitFor({ state: 'detached' });
  expect(await flaws(device)).toEqual([]);

  const changed = { content: 'Va y vuelve' };
  expect((await beto.put(`/tribes/${id}/posts/${post.id}`, changed)).status).toBe(200);
  await article(device, changed.content).waitFor();
  await article(device, 'Oculto hasta que se edite').waitFor({ state: 'detached' });
  await article(alone, 'Va y vuelve').waitFor();
  await member.reload();
  await article(member, 'Va y vuelve').waitFor();

  expect((await beto.delete(`/tribes/${id}/posts/${post.id}`)).status).toBe(200);
  for (const page of [device, member, alone]) await article(page, 'Va y vuelve').waitFor({ state: 'detached' });
  for (const page of [device, member]) await article(page, 'Se queda').waitFor();
});

test('a comment that is removed or deleted disappears at once from the open pages of other members', async () => {
  const dora = await bench.system.newcomer('dora');
  const { id } = await ana.createTribe(`Los del hilo de ${ana.name}`);
  for (const person of [beto, dora]) await person.join(id);
  const post = await ana.publish(id, { content: 'Con hilo' });
  const comments = `/tribes/${id}/posts/${post.id}/comments`;
  for (const content of ['Un hilo suelto', 'Otro cabo']) await beto.post(comments, { content });
  await bench.system.settled();
  const page = await bench.open(dora, `/post/${post.id}?tribe=${id}`);
  for (const text of ['Un hilo suelto', 'Otro cabo']) await page.getByText(text).waitFor();

  const [first, second] = (await ana.read(comments)).items;
  expect((await dora.post('/reports/comment', { commentId: first.id, reason: 'spam' })).status).toBe(201);
  const [{ id: caseId }] = (await ana.read(`/tribes/${id}/reports`)).items;
  expect((await ana.post(`/reports/${caseId}/resolve`, { action: 'remove' })).status).toBe(200);
  await page.getByText('Un hilo suelto').waitFor({ state: 'detached' });
  expect((await beto.delete(`${comments}/${second.id}`)).status).toBe(200);
  await page.getByText('Otro cabo').waitFor({ state: 'detached' });
});
