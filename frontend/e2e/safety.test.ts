import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { pressAgain } from './press-again.ts';
import { expectToast, holdToast } from './toasts.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
let eva: Person;
let tribe: { id: number };
beforeAll(async () => {
  [ana, beto, eva] = await Promise.all([
    bench.system.newcomer('ana'),
    bench.system.newcomer('beto'),
    bench.system.newcomer('eva'),
  ]);
  tribe = await eva.createTribe('Los de la ribera');
  for (const each of [ana, beto]) await each.join(tribe.id);
  await eva.publish(tribe.id, { content: 'Mañana hay mercado' });
  await beto.publish(tribe.id, { content: 'Lo de Beto' });
});

const openMenuOf = async (page: Page, text: string) => {
  const post = page.getByRole('article').filter({ hasText: text });
  await post.getByRole('button', { name: 'Más opciones' }).click();
};

const undoOf = (page: Page) => page.getByRole('button', { name: 'Deshacer' });
/** In the open menu. The toast has the undo, and closes after eight seconds. */
const blockBeto = (page: Page) =>
  holdToast(undoOf(page), () => page.getByRole('menuitem', { name: `Bloquear a ${beto.name}` }).click());
/** Blocked items are removed from the screen and restored at once, before the server has processed the request. */
const responseFor = (page: Page, method: 'PUT' | 'DELETE') =>
  page.waitForResponse(
    (response) => response.request().method() === method && response.url().includes('/auth/me/blocks/users/'),
  );
const undo = async (page: Page) => {
  const unblocked = responseFor(page, 'DELETE');
  await undoOf(page).click();
  await undoOf(page).waitFor({ state: 'detached' });
  await unblocked;
};

test('a person is blocked from the menu of a post in two taps, disappears at once, and can be restored', async () => {
  // A post viewed for a second while its author is being blocked is inaccessible by the time its view is counted.
  const page = await bench.open(ana, `/tools/tribes/${tribe.id}`, { refusals: [404] });
  await page.getByText('Lo de Beto').waitFor();
  await openMenuOf(page, 'Lo de Beto');
  await blockBeto(page);
  await page.getByText('Lo de Beto').waitFor({ state: 'detached' });
  await page.getByText('Mañana hay mercado').waitFor();
  await undo(page);
  await page.getByText('Lo de Beto').waitFor();

  await openMenuOf(page, 'Lo de Beto');
  const blocked = responseFor(page, 'PUT');
  await blockBeto(page);
  await page.getByText('Lo de Beto').waitFor({ state: 'detached' });
  await blocked;
  await bench.system.settled();
  await page.reload();
  await page.getByText('Mañana hay mercado').waitFor();
  expect(await page.getByText('Lo de Beto').count()).toBe(0);
});

const more = 'Más opciones';
test('a comment, a chat message, a conversation and a vibe of a blocked person disappear in place, and are restored', async () => {
  await ana.delete(`/auth/me/blocks/users/${beto.id}`);
  await eva.delete(`/auth/me/blocks/users/${beto.id}`);
  const post = await eva.publish(tribe.id, { content: 'Se buscan manos' });
  await beto.post(`/tribes/${tribe.id}/posts/${post.id}/comments`, { content: 'Ni una' });
  await eva.publish(tribe.id, { kind: 'story', tags: 'chill', pictures: [await png(720, 1280)], content: 'La ribera' });
  await beto.publish(tribe.id, {
    kind: 'story',
    tags: 'chill',
    pictures: [await png(720, 1280)],
    content: 'Me río de la ribera',
  });
  await beto.post(`/tribes/${tribe.id}/chat`, { content: 'Sois de risa' });
  await beto.post('/messages', { toUserId: ana.id, tribeId: tribe.id, content: 'Y tú más' });
  await bench.system.settled();
  const page = await bench.open(ana, `/post/${post.id}?tribe=${tribe.id}`);
  const { origin } = new URL(page.url());
  const expectHidden = async (text: string) => {
    await blockBeto(page);
    await page.getByText(text).waitFor({ state: 'detached' });
  };

  await page.getByRole('button', { name: `Más sobre el comentario de ${beto.name}` }).click();
  await page.getByRole('menuitem', { name: 'Reportar' }).waitFor();
  await expectHidden('Ni una');
  await undo(page);
  await page.getByText('Ni una').waitFor();
  expect(await flaws(page)).toEqual([]);

  await page.goto(`${origin}/inbox/${tribe.id}`);
  await page.getByText('Sois de risa').click();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: `Más sobre el mensaje de ${beto.name}` }).click();
  await expectHidden('Sois de risa');
  await undo(page);
  await page.getByText('Sois de risa').waitFor();

  await page.goto(`${origin}/dm/${beto.id}?tribeId=${tribe.id}`);
  await page.getByText('Y tú más').waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: more }).click();
  await expectHidden('Y tú más');
  await undo(page);

  await page.goto(`${origin}/vibes-feed?tribeId=${tribe.id}`);
  const vibe = page.getByRole('article', { name: beto.name });
  await vibe.waitFor();
  expect(await flaws(page)).toEqual([]);
  await vibe.getByRole('button', { name: more }).click();
  await page.getByRole('menuitem', { name: 'Reportar' }).waitFor();
  await blockBeto(page);
  await vibe.waitFor({ state: 'detached' });
  await page.getByRole('article', { name: eva.name }).waitFor();
  await undo(page);
  await vibe.waitFor();
});

test.each(['phone', 'desk'] as const)('the page of blocks and mutes on a %s has a back link', async (size) => {
  for (const person of [eva, beto]) await ana.put(`/auth/me/blocks/users/${person.id}`);
  const page = await bench.open(ana, '/tools/safety', { size });
  const unblock = page.getByRole('button', { name: `Desbloquear a ${beto.name}` });
  await unblock.waitFor();
  const word = `mercado ${size}`;
  await page.getByLabel('Palabra o frase').fill(word);
  await page.getByLabel('Palabra o frase').press('Enter');
  await page.getByRole('button', { name: `Quitar ${word}` }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: `Quitar ${word}` }).click();
  await page.getByRole('button', { name: `Quitar ${word}` }).waitFor({ state: 'detached' });
  await unblock.click();
  await unblock.waitFor({ state: 'detached' });
  const next = page.getByRole('button', { name: `Desbloquear a ${eva.name}` });
  await pressAgain(next);
  await page.reload();
  await next.click();
  await page.getByText('No has bloqueado a nadie').waitFor();
  expect((await ana.read('/auth/me/blocks')).items).toEqual([]);
});

test('mute, report and block have this order in every menu, and a tribe can be muted from its own', async () => {
  await ana.delete(`/auth/me/blocks/users/${beto.id}`);
  const post = await beto.publish(tribe.id, { content: 'Otra de Beto' });
  await beto.post(`/tribes/${tribe.id}/posts/${post.id}/comments`, { content: 'Y lo que digo' });
  const page = await bench.open(ana, `/tools/tribes/${tribe.id}`);
  const { origin } = new URL(page.url());
  const order = [`Silenciar a ${beto.name}`, 'Reportar', `Bloquear a ${beto.name}`];
  const items = async () => {
    await page.getByRole('menuitem', { name: 'Reportar' }).waitFor();
    const texts = await page.getByRole('menuitem').allTextContents();
    return texts.filter((text) => /Silenciar|Reportar|Bloquear/.test(text));
  };
  await openMenuOf(page, 'Otra de Beto');
  expect(await items()).toEqual(order);
  await page.goto(`${origin}/post/${post.id}?tribe=${tribe.id}`);
  await page.getByRole('button', { name: `Más sobre el comentario de ${beto.name}` }).click();
  expect(await items()).toEqual(order);
  await page.goto(`${origin}/u/${beto.id}`);
  // The posts of the person also have headers with the name and a menu, but not the screen's heading.
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: beto.name }) });
  await head.getByRole('button', { name: more }).click();
  expect(await items()).toEqual(order);

  await page.goto(`${origin}/tools/tribes/${tribe.id}`);
  await page.getByRole('main').getByRole('button', { name: more }).first().click();
  expect(await items()).toEqual(['Silenciar esta tribu', 'Reportar']);
  const mute = page.getByRole('menuitem', { name: 'Silenciar esta tribu' });
  await expectToast(page, 'No recibirás más avisos de Los de la ribera', () =>
    holdToast(undoOf(page), () => mute.click()),
  );
  expect((await ana.read('/auth/me/mutes')).tribes).toEqual([expect.objectContaining({ id: tribe.id })]);
  await expectToast(page, 'Volverás a recibir avisos de Los de la ribera', () => undoOf(page).click());
  expect((await ana.read('/auth/me/mutes')).tribes).toEqual([]);
});
