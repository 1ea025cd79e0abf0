import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { goOffline } from './connection.ts';
import { onwards } from './create-flow.ts';
import { choose, pngFile } from './files.ts';
import { openSlowLine, type SlowLine } from './slow-line.ts';
import { expectToast } from './toasts.ts';
import { webmFile, webmPath } from './video-file.ts';

/** State of a video element that the tests read. */
interface Shown {
  paused: boolean;
  muted: boolean;
  currentTime: number;
}

const bench = openBrowserBench();
let line: SlowLine;
beforeAll(async () => {
  line = await openSlowLine(bench.system.visitor.url);
});
afterAll(() => line.close());

async function tribeOfTwo(): Promise<{ ana: Person; beto: Person; tribeId: number }> {
  const [ana, beto] = await Promise.all([bench.system.newcomer('ana'), bench.system.newcomer('beto')]);
  const { id } = await ana.createTribe(`Cine de ${ana.id.slice(-8)}`);
  await beto.join(id);
  return { ana, beto, tribeId: id };
}

const flowOf = (page: Page) => {
  const sheet = page.getByRole('dialog', { name: 'Crear' });
  return {
    sheet,
    button: (name: string) => sheet.getByRole('button', { name, exact: true }),
    add: sheet.getByRole('button', { name: 'Añadir videos' }),
    done: (name: string) => sheet.getByRole('button', { name: `Quitar ${name} de la lista` }),
  };
};

const playing = (page: Page) => page.locator('video').evaluateAll((all: Shown[]) => all.map((video) => !video.paused));

/** Width divided by height. */
async function ratioOf(shown: Locator): Promise<number> {
  await shown.waitFor();
  const { width = 0, height = 1 } = (await shown.boundingBox()) ?? {};
  return width / height;
}

/** Opens the create flow of a post through the slow line. */
const openPost = (person: Person, tribeId: number, options: PageOptions = {}) =>
  bench.open(person, `${line.url}/(modal)/create?type=post&tribe=${tribeId}`, options);

/** The path of the upload that the page begins during the action. */
async function uploadBegunBy(page: Page, action: () => Promise<unknown>): Promise<string> {
  const [begun] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/uploads')),
    action(),
  ]);
  return new URL((await begun.headerValue('location')) ?? '', line.url).pathname;
}

test('a video interrupted in the middle continues from there, is published once complete, and another member plays it', async () => {
  const { ana, beto, tribeId } = await tribeOfTwo();
  const page = await openPost(ana, tribeId, { provoked: /net::ERR_/ });
  const { sheet, button, add, done } = flowOf(page);
  const video = await webmFile('noche', { size: '360x640', seconds: 5, isLarge: true });
  expect(video.buffer.length).toBeGreaterThan(5_000_000);
  const offsets: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset']);
  });
  line.passUpTo(1_000_000);
  const upload = await uploadBegunBy(page, () => choose(page, add, [video]));
  const bar = sheet.getByRole('progressbar', { name: 'noche.webm' });
  await until(async () => Number(await bar.getAttribute('aria-valuenow')) > 0, 'the progress is shown');

  await goOffline(page);
  await sheet.getByText('Sin conexión: la subida continuará sola.').waitFor();
  line.cut();
  await until(async () => (await ana.read(upload)).receivedBytes > 0, 'the server has stored what arrived');
  line.passUpTo(Number.POSITIVE_INFINITY);
  await page.context().setOffline(false);
  await done('noche.webm').waitFor();
  expect(offsets[0]).toBe('0');
  expect(Number(offsets.at(-1))).toBeGreaterThan(0);

  await onwards(page);
  await sheet.getByRole('textbox', { name: 'Texto' }).fill('La noche entera');
  await onwards(page);
  await expectToast(page, 'Publicado', () => button('Publicar').click());

  const seen = await bench.open(beto, `/tools/tribes/${tribeId}`);
  const post = seen.getByRole('article', { name: ana.name });
  await post.getByText('La noche entera').waitFor();
  await post.getByRole('button', { name: `Reproducir: Video 1 de ${ana.name}` }).click();
  const shown = post.locator('video');
  await until(async () => (await shown.evaluate((each: Shown) => each.currentTime)) > 0, 'it plays');
  expect(await flaws(seen)).toEqual([]);
  expect([...(await tooSmall(seen)), ...(await tooWide(seen))]).toEqual([]);
});

test('a post waits for its videos, and the same file continues after a reload', async () => {
  const { ana, tribeId } = await tribeOfTwo();
  const page = await openPost(ana, tribeId, { provoked: /net::ERR_/ });
  page.on('dialog', (dialog) => void dialog.accept());
  const { sheet, button, add } = flowOf(page);
  // From the disk: the file keeps its properties, by which it is recognised.
  const path = await webmPath('lenta', { size: '360x640', seconds: 5, isLarge: true });
  const chooseAgain = async () => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), add.click()]);
    await chooser.setFiles(path);
  };
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/uploads')) posted.push(request.url());
  });
  line.passUpTo(1_000_000);
  const upload = await uploadBegunBy(page, chooseAgain);
  const bar = sheet.getByRole('progressbar', { name: /^lenta/ });
  await until(async () => Number(await bar.getAttribute('aria-valuenow')) > 0, 'the progress is shown');
  await page.reload();
  // Not the connections of the page, whose code may still be loading.
  line.cutHeld();
  await until(async () => (await ana.read(upload)).receivedBytes > 0, 'the server has stored what arrived');
  await chooseAgain();
  await onwards(page);
  await onwards(page);
  await button('Publicar').click();
  await sheet.getByText('Se publica en cuanto terminen de subir los videos').waitFor();
  expect((await ana.read(`/tribes/${tribeId}/posts`)).items).toEqual([]);
  await expectToast(page, 'Publicado', async () => line.passUpTo(Number.POSITIVE_INFINITY));
  expect((await ana.read(`/tribes/${tribeId}/posts`)).items).toMatchObject([{ kind: 'post', videos: [{}] }]);
  expect(posted).toHaveLength(1);
});

test('a clip is one video; a file that is no video is refused with a reason, and cancelling deletes the upload', async () => {
  const { ana, tribeId } = await tribeOfTwo();
  const page = await bench.open(ana, `/(modal)/create?type=reel&tribe=${tribeId}`);
  const { sheet, button, done } = flowOf(page);
  const add = sheet.getByRole('button', { name: 'Elegir el video' });
  await sheet.getByText('Necesitas un único video (archivo o enlace)').waitFor();
  expect(await button('Continuar').isDisabled()).toBe(true);
  await choose(page, add, [{ ...(await pngFile('falso')), name: 'falso.webm', mimeType: 'video/webm' }]);
  await sheet.getByText('El archivo no es un video MP4 o WebM que se pueda leer.').first().waitFor();
  await done('falso.webm').click();
  const clip = await webmFile('clip');
  const sent = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await choose(page, add, [clip]);
  await done('clip.webm').click();
  expect((await sent).status()).toBe(204);

  await choose(page, add, [clip]);
  await done('clip.webm').waitFor();
  expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await onwards(page);
  await onwards(page);
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  expect((await ana.read(`/tribes/${tribeId}/posts`)).items).toMatchObject([{ kind: 'reel', videos: [{}] }]);
});

test('pictures and videos of a post are a carousel; one video plays at a time, and the lightbox shows all of them', async () => {
  const { ana, beto, tribeId } = await tribeOfTwo();
  const page = await openPost(ana, tribeId);
  const { sheet, button, add, done } = flowOf(page);
  await choose(page, sheet.getByRole('button', { name: 'Añadir imágenes' }), [
    await pngFile('fuego', 600, 800, '#c2410c'),
  ]);
  await choose(page, add, [await webmFile('uno'), await webmFile('dos', { size: '320x180' })]);
  await done('uno.webm').waitFor();
  await done('dos.webm').waitFor();
  for (const _step of ['filter', 'details', 'preview']) await onwards(page);
  const preview = sheet.getByRole('article', { name: 'Vista previa' });
  const carousel = `Imágenes y videos de ${ana.name}`;
  const ratioBefore = await ratioOf(preview.getByLabel(carousel));
  await preview.getByRole('button', { name: 'Ver 3 de 3' }).click();
  await preview.getByRole('button', { name: `Reproducir: Video 2 de ${ana.name}` }).waitFor();
  expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await expectToast(page, 'Publicado', () => button('Publicar').click());

  const seen = await bench.open(beto, `/tools/tribes/${tribeId}`, { size: 'desk' });
  const post = seen.getByRole('article', { name: ana.name });
  expect(await ratioOf(post.getByLabel(carousel))).toBeCloseTo(ratioBefore, 2);
  await post.getByRole('button', { name: 'Ver 2 de 3' }).click();
  await post.getByRole('button', { name: `Reproducir: Video 1 de ${ana.name}` }).click();
  await until(async () => (await playing(seen)).join() === 'true,false', 'the first plays');
  await post.getByRole('button', { name: 'Siguiente' }).click();
  await until(async () => (await playing(seen)).join() === 'false,false', 'it pauses when another is shown');
  await post.getByRole('button', { name: `Ver en grande: Video 2 de ${ana.name}` }).click();
  const box = seen.getByRole('dialog');
  await box.getByText('3 de 3').waitFor();
  const large = box.locator('video');
  const isPaused = () => large.evaluate((video: Shown) => video.paused);
  await until(async () => !(await isPaused()), 'it plays in the lightbox');
  await seen.keyboard.press('Space');
  await until(isPaused, 'space pauses it');
  await seen.keyboard.press('m');
  await until(() => large.evaluate((video: Shown) => !video.muted), 'M turns its sound on');
  expect(await flaws(seen)).toEqual([]);
  await seen.keyboard.press('ArrowLeft');
  await box.getByText('2 de 3').waitFor();
  await seen.keyboard.press('ArrowLeft');
  await box.getByRole('img', { name: `Imagen 1 de ${ana.name}` }).waitFor();
  await seen.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
});
