import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { choose, pngFile } from './files.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

async function owner(): Promise<{ ana: Person; tribeId: number; name: string }> {
  const ana = await bench.system.newcomer('ana');
  const name = `Fuego de ${ana.id.slice(-8)}`;
  const { id } = await ana.createTribe(name);
  return { ana, tribeId: id, name };
}

const flowOf = (page: Page) => {
  const sheet = page.getByRole('dialog', { name: 'Crear' });
  const button = (name: string) => sheet.getByRole('button', { name, exact: true });
  return {
    sheet,
    button,
    add: sheet.getByRole('button', { name: 'Añadir imágenes' }),
    caption: sheet.getByRole('textbox', { name: 'Texto' }),
    chosen: sheet.getByRole('button', { name: /^Quitar la imagen/ }),
  };
};

const postsIn = async (ana: Person, tribeId: number) => (await ana.read(`/tribes/${tribeId}/posts`)).items;

test('a vibe is created from the empty feed of vibes: its picture and mood first, and it is shown once published', async () => {
  const { ana, tribeId } = await owner();
  const page = await bench.open(ana, `/vibes-feed?tribeId=${tribeId}`);
  await page.getByText('Aún no hay Vibes').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Crear Vibe' }).last().click();
  const { sheet, button, add, caption, chosen } = flowOf(page);
  await sheet.getByText('Debe incluir al menos una imagen o video').waitFor();
  expect(await button('Continuar').isDisabled()).toBe(true);
  await choose(page, add, [await pngFile('rojo', 600, 400, '#dc2626'), await pngFile('azul', 600, 400, '#2563eb')]);
  await chosen.nth(1).waitFor();
  await sheet.getByText('Selecciona un mood para el Vibe (necesario para la música de fondo)').waitFor();
  expect(await button('Elige un mood').isDisabled()).toBe(true);
  expect(await sheet.getByRole('radio').count()).toBe(15);
  await sheet.getByRole('radio', { name: 'Jazz' }).check();
  await button('Continuar').click();
  await sheet.getByRole('radio', { name: 'Sin capa' }).waitFor();
  await button('Continuar').click();
  await caption.fill('Baila');
  await button('Continuar').click();
  await sheet.getByRole('article', { name: 'Vista previa' }).getByText('Baila').waitFor();
  await expectToast(page, 'Publicado', () => button('Publicar').dblclick());
  await sheet.waitFor({ state: 'hidden' });
  await page
    .getByRole('img', { name: `Imagen 1 de ${ana.name}` })
    .first()
    .waitFor();
  const posts = await postsIn(ana, tribeId);
  expect(posts).toMatchObject([{ kind: 'story', content: 'Baila', tags: ['jazz', 'vibe'], mood: 'jazz' }]);
  expect(posts[0].images).toHaveLength(2);

  // The draft was cleared.
  await page.getByRole('link', { name: 'Crear Vibe' }).first().click();
  await sheet.getByText('Debe incluir al menos una imagen o video').waitFor();
  expect(await chosen.count()).toBe(0);
});

test('Back moves between the steps, Escape closes, and neither loses anything', async () => {
  const { ana, tribeId } = await owner();
  const page = await bench.open(ana, `/tools/tribes/${tribeId}`);
  await page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link', { name: 'Crear' }).click();
  const { sheet, button, add, caption, chosen } = flowOf(page);
  await sheet.getByRole('tab', { name: 'Post' }).click();
  await choose(page, add, [await pngFile('verde')]);
  await chosen.first().waitFor();
  await sheet.getByRole('combobox', { name: 'Tribu' }).click();
  await page.getByRole('option', { name: /^Fuego de/ }).click();
  await button('Continuar').click();
  await sheet.getByRole('radio', { name: 'Viñeta' }).check();
  await button('Continuar').click();
  await caption.fill('Sin prisa');
  await sheet.getByRole('textbox', { name: 'Etiquetas' }).fill('Noche, río');
  await button('Continuar').click();
  await sheet.getByRole('article', { name: 'Vista previa' }).getByText('#noche').waitFor();
  await page.goBack();
  await until(async () => (await caption.inputValue()) === 'Sin prisa', 'the caption is shown again');
  await page.goBack();
  await until(() => sheet.getByRole('radio', { name: 'Viñeta' }).isChecked(), 'the overlay is still chosen');
  await page.goBack();
  await chosen.first().waitFor();
  await page.goForward();
  await page.goForward();
  await caption.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await page.waitForURL(`**/tools/tribes/${tribeId}`);

  await page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link', { name: 'Crear' }).click();
  await sheet.getByRole('tab', { name: 'Post' }).click();
  await chosen.first().waitFor();
  await button('Continuar').click();
  await button('Continuar').click();
  await button('Continuar').click();
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  await page.getByRole('article', { name: ana.name }).getByText('Sin prisa').waitFor();
  expect(await postsIn(ana, tribeId)).toMatchObject([{ kind: 'post', content: 'Sin prisa', tags: ['noche', 'r-o'] }]);
});

test('a post without pictures needs a text, which is still there after a reload', async () => {
  const { ana, tribeId } = await owner();
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  const { sheet, button, caption } = flowOf(page);
  await button('Continuar').click();
  await sheet.getByText('Debe incluir texto o algún medio').waitFor();
  expect(await button('Continuar').isDisabled()).toBe(true);
  await caption.fill('Hola');
  await button('Continuar').click();
  await button('Publicar').waitFor();
  await page.reload();
  await sheet.getByRole('article', { name: 'Vista previa' }).getByText('Hola').waitFor();
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  await page.waitForURL('**/tools/tribes');
  expect(await postsIn(ana, tribeId)).toMatchObject([{ kind: 'post', content: 'Hola' }]);
});

test('pictures are pasted and dropped into the panel, and reordered by keyboard', async () => {
  const { ana, tribeId } = await owner();
  const page = await bench.open(ana, `/(modal)/create?tribe=${tribeId}`, { size: 'desk' });
  const { sheet, add, chosen } = flowOf(page);
  await add.waitFor();
  const give = (name: string, event: 'paste' | 'drop', bytes: string) =>
    page.evaluate(`(async () => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.fromBase64?.('${bytes}') ?? Uint8Array.from(atob('${bytes}'), (c) => c.charCodeAt(0))], '${name}', { type: 'image/png' }));
      const target = document.querySelector('[role=dialog] ${event === 'paste' ? 'header button' : 'ol'}');
      target.dispatchEvent('${event}' === 'paste'
        ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
        : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
  const file = (await pngFile('x', 40, 30)).buffer.toString('base64');
  await give('primera.png', 'paste', file);
  await chosen.nth(0).waitFor();
  await give('segunda.png', 'drop', file);
  await chosen.nth(1).waitFor();
  const order = () =>
    sheet
      .getByRole('listitem')
      .getByRole('img')
      .evaluateAll((all) => all.map((img) => img.getAttribute('alt')));
  await until(async () => (await order()).join() === 'primera.png,segunda.png', 'both are listed once');
  await sheet.getByRole('button', { name: /segunda\.png/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await order())[0] === 'segunda.png', 'the order has changed');
});

test('each tribe has its draft with its pictures, which a reload does not lose, and signing out deletes all', async () => {
  const { ana, tribeId } = await owner();
  const { id: otherId } = await ana.createTribe(`Río de ${ana.id.slice(-8)}`);
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  const { sheet, button, add, caption, chosen } = flowOf(page);
  await choose(page, add, [await pngFile('uno', 600, 400, '#dc2626'), await pngFile('dos', 600, 400, '#2563eb')]);
  await chosen.nth(1).waitFor();
  await button('Continuar').click();
  await button('Continuar').click();
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
  for (const _step of ['filter', 'details', 'preview']) await button('Continuar').click();
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

/** The keys of the pictures of drafts that the browser stores; none without a database. */
const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'draftFiles')) return [];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('draftFiles');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    try {
      if (!database.objectStoreNames.contains('files')) return [];
      return await new Promise<string[]>((resolve, reject) => {
        const request = database.transaction('files').objectStore('files').getAllKeys();
        request.onsuccess = () => resolve(request.result.map(String));
        request.onerror = () => reject(request.error);
      });
    } finally {
      database.close();
    }
  });

/** The mean red, green and blue of the middle of a published picture. */
async function colourOf(page: Page, url: string): Promise<number[]> {
  const bytes = await (await page.request.get(url)).body();
  const { data } = await sharp(bytes).removeAlpha().resize(9, 9).raw().toBuffer({ resolveWithObject: true });
  const middle = (4 * 9 + 4) * 3;
  return [...data.subarray(middle, middle + 3)];
}

test('the filter and its effect are shown on the picture, compared with the original, and sent as shown with its text', async () => {
  const { ana, tribeId } = await owner();
  // This test reads the pixels of the preview.
  const provoked = /willReadFrequently/;
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`, { provoked });
  const { sheet, button, add, caption, chosen } = flowOf(page);
  await choose(page, add, [await pngFile('rojo', 640, 480, '#c83232')]);
  await chosen.first().waitFor();
  await button('Continuar').click();
  const shown = sheet.getByRole('img', { name: 'Imagen 1 de 1' });
  const colour = () =>
    shown.evaluate((canvas: HTMLCanvasElement) => [
      ...(canvas
        .getContext('2d')
        ?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1)
        .data.slice(0, 3) ?? []),
    ]);
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
  await button('Continuar').click();
  await caption.fill('Rojo');
  await sheet.getByRole('textbox', { name: 'Imagen 1' }).fill('Una pared roja');
  await button('Continuar').click();
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  const [{ images }] = await postsIn(ana, tribeId);
  expect(images).toMatchObject([{ width: 640, height: 480, alt: 'Una pared roja' }]);
  await page.goto(`/tools/tribes/${tribeId}`);
  await page.getByRole('img', { name: 'Una pared roja' }).waitFor();
  // JPEG changes the colours slightly.
  const sent = await colourOf(page, images[0].variants.large);
  for (const [index, value] of [141, 66, 66].entries()) expect(Math.abs((sent[index] ?? 0) - value)).toBeLessThan(8);
});

const looks: PageOptions[] = [{ size: 'narrow' }, { size: 'desk', theme: 'light' }, { size: 'phone', language: 'zh' }];

test.each(looks)('the flow is accessible and fits: %j', async (options) => {
  const { ana, tribeId } = await owner();
  const page = await bench.open(ana, `/(modal)/create?type=reel&tribe=${tribeId}`, options);
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
  expect(await flaws(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  expect(await tooSmall(page)).toEqual([]);
});
