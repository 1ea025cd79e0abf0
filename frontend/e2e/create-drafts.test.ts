import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { middleColour } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { flowOf, onwards, owner, postsIn } from './create-flow.ts';
import { choose, pngFile } from './files.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

test('each tribe has its draft with its pictures, which a reload does not lose, and signing out deletes all', async () => {
  const { ana, tribeId } = await owner(bench);
  const { id: otherId } = await ana.createTribe(`Río de ${ana.id.slice(-8)}`);
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  const { sheet, button, add, caption, chosen } = flowOf(page);
  await choose(page, add, [await pngFile('uno', 600, 400, '#dc2626'), await pngFile('dos', 600, 400, '#2563eb')]);
  await chosen.nth(1).waitFor();
  await onwards(page);
  await onwards(page);
  await caption.fill('Junto al fuego');
  await sheet.getByRole('textbox', { name: 'Imagen 2' }).fill('El cielo');
  await until(async () => (await storedFiles(page)).length === 1, 'the pictures are stored');
  await page.reload();
  await until(async () => (await caption.inputValue()) === 'Junto al fuego', 'the text is restored');
  expect(await sheet.getByRole('textbox', { name: 'Imagen 2' }).inputValue()).toBe('El cielo');
  await page.goto(`/(modal)/create?type=post&tribe=${otherId}`);
  await sheet.getByRole('heading', { name: 'Borradores' }).waitFor();
  expect(await chosen.count()).toBe(0);
  expect(await flaws(page)).toEqual([]);
  await sheet.getByRole('button', { name: /^Junto al fuego Post · Fuego de .* · 2 imágenes/ }).click();
  await chosen.nth(1).waitFor();
  for (const _step of ['filter', 'details', 'preview']) await onwards(page);
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  const [post] = await postsIn(ana, tribeId);
  expect(post).toMatchObject({ content: 'Junto al fuego', images: [{ alt: '' }, { alt: 'El cielo' }] });

  await page.goto(`/(modal)/create?type=post&tribe=${otherId}`);
  await add.waitFor();
  expect(await sheet.getByRole('heading', { name: 'Borradores' }).count()).toBe(0);
  await until(async () => (await storedFiles(page)).length === 0, 'the pictures of the published draft are deleted');
  await choose(page, add, [await pngFile('tres')]);
  await until(async () => (await storedFiles(page)).length === 1, 'the picture is stored');
  await page.goto('/tools/tribes');
  await page.getByRole('button', { name: `Tu cuenta: ${ana.name}` }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await until(async () => (await storedFiles(page)).length === 0, 'no picture stays on the device');
});

test('a post begun on the page of a tribe continues in the create flow with its text, tags and pictures', async () => {
  const { ana, tribeId } = await owner(bench);
  const page = await bench.open(ana, `/tools/tribes/${tribeId}`);
  const composer = page.getByRole('form', { name: 'Nueva publicación' });
  await composer.getByRole('textbox', { name: 'Qué quieres contar' }).fill('Video de la fragua');
  await composer.getByRole('button', { name: 'Etiquetas, lugar y nivel' }).click();
  await composer.getByRole('textbox', { name: 'Etiquetas' }).fill('fragua, hierro');
  const add = composer.getByRole('button', { name: 'Añadir imágenes' });
  await choose(page, add, [await pngFile('uno', 600, 400, '#dc2626')]);
  await composer.getByRole('button', { name: /^Quitar la imagen/ }).waitFor();
  await composer.getByRole('button', { name: 'Con videos, enlaces o filtros' }).click();
  const { sheet, button, caption, chosen } = flowOf(page);
  await chosen.waitFor();
  expect(await flaws(page)).toEqual([]);
  const link = sheet.getByLabel('Enlaces de video');
  await link.fill('https://youtu.be/dQw4w9WgXcQ');
  await link.press('Enter');
  await until(async () => (await storedFiles(page)).length === 1, 'the picture is stored');
  await page.reload();
  await chosen.waitFor();
  for (const _step of ['filter', 'details']) await onwards(page);
  expect(await caption.inputValue()).toBe('Video de la fragua');
  await onwards(page);
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  const [post] = await postsIn(ana, tribeId);
  expect(post).toMatchObject({ content: 'Video de la fragua', tags: ['fragua', 'hierro'], images: [{}] });
  expect(post?.videos).toMatchObject([{ url: 'https://youtu.be/dQw4w9WgXcQ', external: true }]);
  await sheet.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Video de la fragua').waitFor();
  expect(await composer.getByRole('textbox', { name: 'Qué quieres contar' }).inputValue()).toBe('');
});

test('tags and places of earlier posts are suggested, chosen by keyboard or pointer, and none is forced', async () => {
  const { ana, tribeId } = await owner(bench);
  const tag = `fuego${ana.id.slice(-6)}`;
  const village = `Villa ${ana.id.slice(-6)}`;
  const form = new FormData();
  form.append('content', 'Antes');
  form.append('tags', tag);
  form.append('place', village);
  expect((await ana.post(`/tribes/${tribeId}/posts`, form)).status).toBe(201);
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  const { sheet, button, caption } = flowOf(page);
  await onwards(page);
  await caption.fill('Ahora');
  const tags = sheet.getByRole('combobox', { name: 'Etiquetas' });
  await tags.pressSequentially(`noche, ${tag.slice(0, 8)}`);
  await sheet.getByRole('option', { name: `#${tag}` }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.getByRole('option').waitFor({ state: 'detached' });
  await tags.pressSequentially(tag.slice(8, 9));
  await sheet.getByRole('option', { name: `#${tag}` }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await tags.inputValue()).toBe(`noche, ${tag}, `);
  await sheet.getByRole('button', { name: 'Quitar #noche' }).click();
  await sheet.locator('[role=combobox]:focus').and(tags).waitFor();
  const where = sheet.getByRole('combobox', { name: 'Lugar' });
  await where.pressSequentially('Vill');
  await sheet.getByRole('option', { name: village }).click();
  expect(await where.inputValue()).toBe(village);
  await onwards(page);
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  const [post] = await postsIn(ana, tribeId);
  expect([post.content, post.tags, post.place]).toEqual(['Ahora', [tag], village]);
});

/** The keys of the pictures of drafts that the browser stores; none without a database. */
const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'draftFiles')) return [];
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const database = await done(indexedDB.open('draftFiles'));
    try {
      return await done(database.transaction('files').objectStore('files').getAllKeys());
    } finally {
      database.close();
    }
  })()`);

test('the filter and its effect are shown on the picture, compared with the original, and sent as shown with its text', async () => {
  const { ana, tribeId } = await owner(bench);
  // This test reads the pixels of the preview.
  const provoked = /willReadFrequently/;
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`, { provoked });
  const { sheet, button, add, caption, chosen } = flowOf(page);
  await choose(page, add, [await pngFile('rojo', 640, 480, '#c83232')]);
  await chosen.first().waitFor();
  await onwards(page);
  await sheet.getByRole('img', { name: 'Imagen 1 de 1' }).waitFor();
  const colour = () =>
    page.evaluate<number[]>(`(() => {
      const canvas = document.querySelector('[role=dialog] canvas');
      return [...canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data.slice(0, 3)];
    })()`);
  const becomes = (expected: number[], what: string) =>
    until(async () => String(await colour()) === String(expected), what);
  await becomes([200, 50, 50], 'the picture is shown as chosen');
  await sheet.getByRole('radio', { name: 'Mono' }).check();
  await becomes([82, 82, 82], 'the picture is grey');
  await sheet.getByRole('slider', { name: 'Intensidad' }).fill('50');
  await becomes([141, 66, 66], 'the picture is half grey');
  await button('Ver original').focus();
  await page.keyboard.down('Space');
  await becomes([200, 50, 50], 'the original is shown while the key is pressed');
  await page.keyboard.up('Space');
  await becomes([141, 66, 66], 'the filter is shown again');
  expect(await flaws(page)).toEqual([]);
  await onwards(page);
  await caption.fill('Rojo');
  await sheet.getByRole('textbox', { name: 'Imagen 1' }).fill('Una pared roja');
  await onwards(page);
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  const [{ images }] = await postsIn(ana, tribeId);
  expect(images).toMatchObject([{ width: 640, height: 480, alt: 'Una pared roja' }]);
  await page.goto(`/tools/tribes/${tribeId}`);
  await page.getByRole('img', { name: 'Una pared roja' }).waitFor();
  // JPEG changes the colours slightly.
  const sent = await middleColour(await (await page.request.get(images[0].variants.large)).body());
  for (const [index, value] of [141, 66, 66].entries()) expect(Math.abs((sent[index] ?? 0) - value)).toBeLessThan(8);
});
