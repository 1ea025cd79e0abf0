import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { createModeratedTribe } from './moderated-tribe.ts';

const bench = openBrowserBench();

let owner: Person;
let author: Person;
let member: Person;
let tribe: { id: number };
beforeAll(async () => {
  ({ owner, author, member, tribe } = await createModeratedTribe(bench.system, 'Los de las erratas'));
});

/** A post of the author after some edits, with its address in the app. */
async function editedPost(content: string, ...edits: readonly string[]) {
  const { id } = await author.publish(tribe.id, { content });
  const path = `/tribes/${tribe.id}/posts/${id}`;
  const edit = async (text: string, by: Person = author) =>
    expect((await by.put(path, { content: text })).status).toBe(200);
  for (const text of edits) await edit(text);
  await bench.system.settled();
  return { path, edit, page: `/post/${id}?tribe=${tribe.id}` };
}

const opener = (page: Page, name = 'editado, ver versiones anteriores'): Locator =>
  page.getByRole('main').getByRole('button', { name });
const sheet = (page: Page, name = 'Versiones'): Locator => page.getByRole('dialog', { name });
const textsIn = (dialog: Locator): Promise<string[]> => dialog.locator('li p.prose-safe').allTextContents();

test('a member reads the versions of a post, which follow its edits while they are open', async () => {
  const { edit, page: path } = await editedPost('Nos vemos el lunes', 'Nos vemos el martes', 'Nos vemos el jueves');
  const page = await bench.open(member, path);
  await opener(page).click();
  const dialog = sheet(page);
  await dialog.getByText('Nos vemos el lunes').waitFor();
  expect(await textsIn(dialog)).toEqual(['Nos vemos el jueves', 'Nos vemos el martes', 'Nos vemos el lunes']);
  expect(await dialog.getByRole('listitem').first().textContent()).toContain(`Texto actual · ${author.name} · `);
  expect(await flaws(page)).toEqual([]);

  await edit('Nos vemos el viernes');
  await dialog.getByText('Nos vemos el viernes').waitFor();
  await until(async () => (await textsIn(dialog)).length === 4, 'the replaced text is a version');
  expect((await textsIn(dialog)).slice(0, 2)).toEqual(['Nos vemos el viernes', 'Nos vemos el jueves']);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await until(() => opener(page).evaluate((button) => button.matches(':focus')), 'the focus returns');
  await page.getByRole('article').getByText('Nos vemos el viernes').waitFor();
});

test('versions that cannot be loaded are loaded with a retry, and long ones do not overflow a narrow screen', async () => {
  const { page: path } = await editedPost('a'.repeat(2_200), 'corto');
  const page = await bench.open(member, path, { refusals: [503], size: 'narrow' });
  const failing = '**/versions?*';
  await page.route(failing, (route) =>
    route.fulfill({ status: 503, json: { error: 'Ahora no', code: 'unavailable' } }),
  );
  await opener(page).click();
  const dialog = sheet(page);
  const retry = dialog.getByRole('button', { name: 'Reintentar' });
  await retry.waitFor();
  expect(await textsIn(dialog)).toEqual(['corto']);
  await page.unroute(failing);
  await retry.click();
  await dialog.getByText('a'.repeat(2_200)).waitFor();
  expect(await flaws(page)).toEqual([]);
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
  expect(await page.evaluate(fits)).toBe(true);
});

test.each([
  ['en', 'edited, see earlier versions', 'Versions', 'Current text'],
  ['zh', '已编辑, 查看历史版本', '历史版本', '当前文字'],
] as const)('the versions are shown in the language %s', async (language, button, title, present) => {
  const { page: path } = await editedPost('uno', 'dos');
  const page = await bench.open(member, path, { language });
  await opener(page, button).click();
  await sheet(page, title).getByText('uno').waitFor();
  await sheet(page, title).getByText(present).waitFor();
});

test('a text replaced by a moderator is a version for the author and moderators only', async () => {
  const { edit, page: path } = await editedPost('Compren aquí');
  await edit('[Anuncio retirado]', owner);
  await bench.system.settled();
  for (const person of [author, owner]) {
    const page = await bench.open(person, path);
    await opener(page).click();
    const replaced = sheet(page).getByRole('listitem').filter({ hasText: 'Compren aquí' });
    await replaced.getByText('Solo la ven su autor y la moderación.').waitFor();
    expect(await sheet(page).getByRole('listitem').first().textContent()).toContain('Texto actual · moderación');
  }
  const page = await bench.open(member, path);
  await page.getByRole('article').getByText('editado').waitFor();
  expect(await opener(page).count()).toBe(0);
});

/** Saves a text that was typed while the post was edited elsewhere. */
async function saveLate() {
  const { path, edit, page: address } = await editedPost('Al principio');
  const page = await bench.open(author, `${address}&edit=true`, { refusals: [409] });
  const field = page.getByRole('textbox', { name: 'Texto de la publicación' });
  const save = page.getByRole('button', { name: 'Guardar', exact: true });
  await field.fill('Desde esta pestaña');
  await edit('Desde la otra');
  await save.click();
  return { path, page, field, save };
}

test('a text changed elsewhere meanwhile is not replaced unseen, and nothing typed is lost', async () => {
  const { path, page, field } = await saveLate();
  await page.getByText('Lo que has escrito sigue aquí, sin guardar.').waitFor();
  await page.getByRole('article').getByText('Desde la otra').waitFor();
  expect(await field.inputValue()).toBe('Desde esta pestaña');
  expect((await author.read(path)).content).toBe('Desde la otra');
  expect(await flaws(page)).toEqual([]);

  await page.getByRole('button', { name: 'Guardar el mío encima' }).click();
  await field.waitFor({ state: 'detached' });
  await page.getByRole('article').getByText('Desde esta pestaña').waitFor();
  const { items } = await author.read(`${path}/versions`);
  expect(items.map(({ content }: { content: string }) => content)).toEqual(['Desde la otra', 'Al principio']);
});

test('after a conflict a person may continue with the saved text', async () => {
  const { path, page, field, save } = await saveLate();
  await page.getByRole('button', { name: 'Usar el guardado y descartar el mío' }).click();
  await until(async () => (await field.inputValue()) === 'Desde la otra', 'the saved text is in the form');
  await field.fill('Desde la otra, corregido');
  await save.click();
  await field.waitFor({ state: 'detached' });
  expect((await author.read(path)).content).toBe('Desde la otra, corregido');
});

test('a view is counted of a post with a long list of comments, and of a vibe', async () => {
  const { path, page } = await editedPost('Con mucho que decir');
  const long = Array.from({ length: 40 }, (_, line) => `línea ${line}`).join('\n');
  for (let count = 0; count < 5; count += 1) await author.post(`${path}/comments`, { content: long });
  const viewsOf = async (of: string): Promise<number> => (await author.read(of)).counts.views;
  expect(await viewsOf(path)).toBe(0);
  await bench.open(member, page);
  await until(async () => (await viewsOf(path)) === 1, 'the view of the post is counted');

  const form = { kind: 'story', content: 'Un vibe', tags: 'chill', pictures: [await png(720, 1280)] };
  const vibe = await author.publish(tribe.id, form);
  await bench.open(member, `/vibes-feed?tribeId=${tribe.id}`);
  await until(
    async () => (await viewsOf(`/tribes/${tribe.id}/posts/${vibe.id}`)) === 1,
    'the view of the vibe is counted',
  );
});
