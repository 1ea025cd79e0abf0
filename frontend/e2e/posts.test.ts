import { expect, test } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { type ChosenFile, choose, pngFile } from './files.ts';
import { gate } from './gate.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

async function neighbours(): Promise<{ ana: Person; beto: Person; path: string; tribeId: number }> {
  const [ana, beto] = await Promise.all([bench.system.newcomer('ana'), bench.system.newcomer('beto')]);
  const { id } = await ana.createTribe(`Vecinas ${ana.id}`);
  await beto.join(id);
  return { ana, beto, path: `/tools/tribes/${id}`, tribeId: id };
}

test('a member posts a text, and expands it after its first four words', async () => {
  const { ana, path } = await neighbours();
  const page = await bench.open(ana, path);
  const composer = page.getByRole('form', { name: 'Nueva publicación' });
  const publish = composer.getByRole('button', { name: 'Publicar' });
  const text = composer.getByRole('textbox', { name: 'Qué quieres contar' });
  await text.focus();
  expect(await publish.isDisabled()).toBe(true);
  await text.fill('Uno dos tres cuatro cinco seis');
  await expectToast(page, 'Publicado', () => publish.click());
  const post = page.getByRole('article', { name: ana.name });
  await post.getByText('Uno dos tres cuatro…').waitFor();
  await post.getByRole('button', { name: 'Continuar leyendo' }).click();
  await post.getByText('Uno dos tres cuatro cinco seis').waitFor();
  await post.getByRole('button', { name: 'Mostrar menos' }).click();
  await post.getByText('Uno dos tres cuatro…').waitFor();
});

test('a post published while the posts of its tribe are loaded for the first time appears', async () => {
  const { ana, path } = await neighbours();
  const page = await bench.open(ana, '/help');
  const [read, published] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const respondLate = async (route: Route) => {
    const response = await route.fetch();
    read.resolve();
    await published.promise;
    await route.fulfill({ response });
  };
  await page.route('**/api/tribes/*/posts?*', respondLate, { times: 1 });
  await page.goto(path);
  await read.promise;
  const composer = page.getByRole('form', { name: 'Nueva publicación' });
  await composer.getByRole('textbox', { name: 'Qué quieres contar' }).fill('Primera');
  const stored = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok());
  await composer.getByRole('button', { name: 'Publicar' }).click();
  await stored;
  published.resolve();
  await page.getByRole('article', { name: ana.name }).getByText('Primera').waitFor();
});

test('a post accepts six pictures and no seventh, and pictures only', async () => {
  const { ana, path } = await neighbours();
  const page = await bench.open(ana, path, { size: 'desk' });
  const composer = page.getByRole('form', { name: 'Nueva publicación' });
  const add = composer.getByRole('button', { name: 'Añadir imágenes' });
  const chosen = composer.getByRole('button', { name: /^Quitar la imagen/ });
  const drawing: ChosenFile = { name: 'd.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  await choose(page, add, [drawing]);
  await composer.getByText('Tipo de archivo no válido. Use JPG, PNG, GIF o WebP.').waitFor();
  expect(await chosen.count()).toBe(0);
  const colours = ['#dc2626', '#ea580c', '#ca8a04', '#16a34a', '#2563eb', '#9333ea', '#0f172a'];
  await choose(
    page,
    add,
    await Promise.all(colours.map((colour, index) => pngFile(`foto ${index}`, 600, 400, colour))),
  );
  await composer.getByText('Puedes añadir como máximo 6 imágenes.').waitFor();
  await chosen.nth(5).waitFor();
  expect(await chosen.count()).toBe(6);
  expect(await add.isDisabled()).toBe(true);
  await composer.getByRole('button', { name: 'Publicar' }).click();

  const post = page.getByRole('article', { name: ana.name });
  await post.getByRole('button', { name: 'Abrir imagen 1 de 6' }).click();
  const large = page.getByRole('dialog');
  await large.getByRole('heading', { name: '1 de 6' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await large.getByRole('heading', { name: '2 de 6' }).waitFor();
  await large.getByRole('img', { name: `Imagen 2 de ${ana.name}` }).waitFor();
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'hidden' });
  await post.waitFor();
});

test('a draft whose response was lost is published once when sent again, and with the changes when edited before', async () => {
  const { ana, path, tribeId } = await neighbours();
  const page = await bench.open(ana, path, { provoked: /net::ERR_FAILED/ });
  const composer = page.getByRole('form', { name: 'Nueva publicación' });
  const publish = async (text: string) => {
    await composer.getByRole('textbox', { name: 'Qué quieres contar' }).fill(text);
    await composer.getByRole('button', { name: 'Publicar' }).click();
  };
  const contents = async () => {
    const { items }: { items: { content: string }[] } = await ana.read(`/tribes/${tribeId}/posts`);
    return items.map(({ content }) => content);
  };
  const publishAndLoseResponse = async (text: string) => {
    await page.route('**/posts', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await publish(text);
    await composer.getByRole('alert').waitFor();
  };
  await publishAndLoseResponse('Pan');
  await expectToast(page, 'Publicado', () => publish('Pan'));
  expect(await contents()).toEqual(['Pan']);
  await publishAndLoseResponse('Sal');
  await publish('Sal y pimienta');
  await composer.getByRole('alert').waitFor({ state: 'hidden' });
  await until(async () => (await contents()).length === 3, 'all sent posts are stored');
  expect(await contents()).toEqual(['Sal y pimienta', 'Sal', 'Pan']);
});

test('a like shows before the response, and replaces a dislike', async () => {
  const { ana, beto, path, tribeId } = await neighbours();
  const { id } = await ana.publish(tribeId, { content: 'Hola' });
  const page = await bench.open(beto, path);
  const reactions = await gate(page, '**/reactions');
  await page.getByRole('button', { name: 'Me gusta: 0', exact: true }).click();
  await page.getByRole('button', { name: 'Me gusta: 1', exact: true, pressed: true }).waitFor();
  const counts = async () => (await ana.read(`/tribes/${tribeId}/posts/${id}`)).reactionCounts;
  expect(await counts()).toEqual({ like: 0, dislike: 0 });
  reactions.open();
  await until(async () => (await counts()).like === 1, 'the like has arrived');
  await page.getByRole('button', { name: /^No me gusta/ }).click();
  await page.getByRole('button', { name: 'No me gusta: 1', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Me gusta: 0', exact: true, pressed: false }).waitFor();
  await until(async () => (await counts()).dislike === 1, 'the dislike has arrived');
  expect(await counts()).toEqual({ like: 0, dislike: 1 });
});

test('a comment is answered, liked, and deleted with its replies', async () => {
  const { ana, beto, path, tribeId } = await neighbours();
  await ana.publish(tribeId, { content: '¿Quién viene?' });
  const page = await bench.open(beto, path);
  const post = page.getByRole('article', { name: ana.name });
  await post.getByRole('button', { name: /^0 comentarios/ }).click();
  await post.getByRole('textbox', { name: 'Escribe un comentario' }).fill('Yo voy');
  await page.keyboard.press('Enter');
  const comment = post.getByRole('article').filter({ hasText: 'Yo voy' });
  await comment.getByRole('button', { name: 'Responder' }).click();
  await post.getByRole('textbox', { name: `Responder a ${beto.name}` }).fill('Y llevo pan');
  await page.keyboard.press('Enter');
  await post.getByText('Y llevo pan').waitFor();
  await post.getByRole('button', { name: /^2 comentarios/ }).waitFor();
  // It is shown at once; deleting the comment before the like has arrived would refuse the like.
  const liked = page.waitForResponse('**/comments/*/reactions');
  await comment.getByRole('button', { name: /^Me gusta este comentario/ }).click();
  await comment.getByRole('button', { name: 'Me gusta este comentario: 1', pressed: true }).waitFor();
  await liked;
  await comment.getByRole('button', { name: 'Borrar' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Borrar este comentario?' });
  await dialog.getByText('También se borrará 1 respuesta.').waitFor();
  await dialog.getByRole('button', { name: 'Borrar' }).click();
  await post.getByText('Y llevo pan').waitFor({ state: 'hidden' });
  await post.getByRole('button', { name: /^0 comentarios/ }).waitFor();
});

test('the menu of a post opens by its button and a right click, on a phone by its button only', async () => {
  const { ana, beto, path, tribeId } = await neighbours();
  await ana.publish(tribeId, { content: 'Hola', pictures: [await png()] });
  const item = (page: Page) => page.getByRole('menuitem', { name: `Seguir a ${ana.name}` });
  const close = async (page: Page) => {
    await page.keyboard.press('Escape');
    await item(page).waitFor({ state: 'hidden' });
  };
  const desk = await bench.open(beto, path, { size: 'desk' });
  const post = desk.getByRole('article', { name: ana.name });
  await post.getByRole('button', { name: 'Más opciones' }).click();
  await item(desk).waitFor();
  await close(desk);
  const picture = post.getByRole('button', { name: 'Abrir imagen 1 de 1' });
  await picture.click({ button: 'right' });
  await item(desk).waitFor();
  await close(desk);

  const phone = await bench.open(beto, path);
  await phone.getByRole('article').getByRole('button', { name: 'Más opciones' }).tap();
  await item(phone).waitFor();
  await expectToast(phone, `Ahora sigues a ${ana.name}`, () => item(phone).click());
  await phone.getByRole('dialog').waitFor({ state: 'detached' });

  // In landscape a phone is lower than the menu, which scrolls then.
  await phone.setViewportSize({ width: 844, height: 390 });
  await phone.getByRole('article').getByRole('button', { name: 'Más opciones' }).click();
  const block = phone.getByRole('menuitem', { name: `Bloquear a ${ana.name}` });
  await block.scrollIntoViewIfNeeded();
  for (const shown of [phone.getByRole('menu'), block])
    await until(async () => isWithin(await shown.boundingBox(), 390), 'the menu is within the screen');
});

const isWithin = (box: { y: number; height: number } | null, height: number): boolean =>
  box !== null && box.y >= 0 && box.y + box.height <= height;

test('the author edits a post, and deletes it after a confirmation that names the consequences', async () => {
  const { ana, path, tribeId } = await neighbours();
  await ana.publish(tribeId, { content: 'Mañana', pictures: [await png()] });
  // Its view may be counted during the deletion.
  const page = await bench.open(ana, path, { size: 'desk', refusals: [404] });
  const post = page.getByRole('article', { name: ana.name });
  await post.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await post.getByRole('textbox', { name: 'Texto de la publicación' }).fill('Pasado mañana');
  await post.getByRole('button', { name: 'Guardar' }).click();
  await post.getByText('Pasado mañana').waitFor();
  await post.getByText(/editado/).waitFor();
  await post.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Borrar' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Borrar esta publicación?' });
  await dialog.getByText('Se pierde con lo que contiene').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await post.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Borrar' }).click();
  await expectToast(page, 'Publicación borrada', () => dialog.getByRole('button', { name: 'Borrar' }).click());
  await post.waitFor({ state: 'hidden' });
  expect((await ana.read(`/tribes/${tribeId}/posts`)).items).toEqual([]);
});

test('on a desktop a wide picture beside many comments takes most of the window, and stays in view', async () => {
  const { ana, beto, tribeId } = await neighbours();
  const { id } = await ana.publish(tribeId, { content: 'Al alba', pictures: [await png(1_200, 800)] });
  for (const content of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete', 'Ocho'])
    await beto.post(`/tribes/${tribeId}/posts/${id}/comments`, { content });
  const page = await bench.open(ana, `/post/${id}?tribe=${tribeId}`, { size: 'desk' });
  await page.getByText('Uno', { exact: true }).waitFor();
  const picture = page.getByRole('button', { name: /^Abrir/ }).first();
  expect((await picture.boundingBox())?.height).toBeGreaterThan(540);
  await page.getByText('Ocho', { exact: true }).scrollIntoViewIfNeeded();
  expect((await picture.boundingBox())?.y).toBeGreaterThanOrEqual(20);
  expect(await flaws(page)).toEqual([]);
});

test('on a phone the buttons of the editor are above the tabs', async () => {
  const { ana, tribeId } = await neighbours();
  const { id } = await ana.publish(tribeId, { content: 'Mañana', pictures: [await png(900, 1100)] });
  const page = await bench.open(ana, `/post/${id}?tribe=${tribeId}&edit=true`);
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  const save = page.getByRole('button', { name: 'Guardar' });
  const tabs = page.getByRole('navigation', { name: 'Navegación principal' });
  await page.getByRole('combobox', { name: 'Quién lo ve' }).waitFor();
  const isAbove = async () => (await topOf(save)) + 36 < (await topOf(tabs));
  await until(isAbove, 'the buttons are above the tabs');
  await page.getByRole('textbox', { name: 'Texto de la publicación' }).fill('Pasado\n\n\n\n\n\n\n\n\n\nmañana');
  await until(isAbove, 'they stay there while the text grows');
});
