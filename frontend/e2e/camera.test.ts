import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { flowOf, onwards, postsIn, storedFiles } from './create-flow.ts';
import { fakeCameras, liveTracks, openCamera, record, watchTracks } from './fake-camera.ts';
import { expectToast } from './toasts.ts';

/** State of a video element that the tests read. */
interface Shown {
  currentTime: number;
  duration: number;
  muted: boolean;
  videoWidth: number;
}

const bench = openBrowserBench({ browserArgs: fakeCameras });

async function tribeOfTwo(): Promise<{ ana: Person; beto: Person; tribeId: number }> {
  const [ana, beto] = await Promise.all([bench.system.newcomer('ana'), bench.system.newcomer('beto')]);
  const { id } = await ana.createTribe(`Foto de ${ana.id.slice(-8)}`);
  await beto.join(id);
  return { ana, beto, tribeId: id };
}

const sentVideo = (page: Page) => page.getByRole('button', { name: /^Quitar camara-\d{8}-\d{6}\.\w+ de la lista$/ });

async function publish(page: Page, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await onwards(page);
  await expectToast(page, 'Publicado', () => flowOf(page).button('Publicar').click());
}

test('a photo is taken by keyboard, repeated, filtered and published, and another member sees it', async () => {
  const { ana, beto, tribeId } = await tribeOfTwo();
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  await watchTracks(page);
  const { sheet, button, chosen, caption } = flowOf(page);
  const camera = await openCamera(page);
  expect(await liveTracks(page)).toEqual(['video']);
  expect(await page.evaluate(`getComputedStyle(document.querySelector('[role="dialog"] video')).scale`)).toBe('-1 1');
  expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await page.keyboard.press('Space');
  await camera.panel.getByRole('img', { name: /^camara-\d{8}-\d{6}\.jpg$/ }).waitFor();
  expect(await liveTracks(page)).toEqual([]);
  expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await camera.button('Repetir').click();
  await camera.shutter.waitFor();
  expect(await liveTracks(page)).toEqual(['video']);
  await page.keyboard.press('Enter');
  await camera.button('Usar la foto').waitFor();
  await page.keyboard.press('Enter');
  await camera.panel.waitFor({ state: 'detached' });
  await chosen.waitFor();
  expect(await liveTracks(page)).toEqual([]);
  await button('Cámara').and(page.locator(':focus')).waitFor();

  await onwards(page);
  await sheet.getByRole('radio', { name: 'Mono' }).check();
  await onwards(page);
  await caption.fill('Recién hecha');
  await page.reload();
  await until(async () => (await caption.inputValue()) === 'Recién hecha', 'the draft is restored');
  await publish(page, 1);
  expect(await postsIn(ana, tribeId)).toMatchObject([{ images: [{ width: 1600, height: 900 }] }]);
  const seen = await bench.open(beto, `/tools/tribes/${tribeId}`);
  const picture = seen.getByRole('article', { name: ana.name }).getByRole('img', { name: `Imagen 1 de ${ana.name}` });
  await until(() => picture.evaluate((img: { naturalWidth: number }) => img.naturalWidth > 0), 'the picture is loaded');
});

test('a video is recorded with a pause and its sound, published, and another member plays it to its end', async () => {
  const { ana, beto, tribeId } = await tribeOfTwo();
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  await watchTracks(page);
  const { panel, button, mode, timer, shutter } = await openCamera(page);
  await mode('Foto').focus();
  await page.keyboard.press('ArrowRight');
  await mode('Video')
    .and(panel.getByRole('tab', { selected: true }))
    .waitFor();
  await shutter.waitFor();
  expect(await liveTracks(page)).toEqual(['audio', 'video']);
  await button('Grabar video').click();
  await until(async () => /^0:0[1-9] \/ 9:59$/.test((await timer.textContent()) ?? ''), 'a second is recorded');
  await button('Pausar la grabación').click();
  await panel.getByText('Grabación en pausa').waitFor();
  expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await button('Seguir grabando').click();
  await panel.getByText('Grabando', { exact: true }).waitFor();
  await button('Detener la grabación').click();
  const preview = panel.locator('video');
  await until(
    () => preview.evaluate((video: Shown) => video.duration > 0.5 && video.duration < 60 && video.currentTime === 0),
    'the preview knows its duration',
  );
  expect(await preview.evaluate((video: Shown) => video.muted)).toBe(false);
  expect(await liveTracks(page)).toEqual([]);
  expect(await flaws(page)).toEqual([]);
  await button('Usar el video').click();
  await sentVideo(page).waitFor();
  await publish(page, 2);

  const processed = async () => (await postsIn(ana, tribeId))[0].videos[0];
  await until(async () => (await processed()).state === 'ready', 'the video is optimised');
  const seen = await bench.open(beto, `/tools/tribes/${tribeId}`);
  const post = seen.getByRole('article', { name: ana.name });
  await post.getByRole('button', { name: `Reproducir: Video 1 de ${ana.name}` }).click();
  const shown = post.locator('video');
  await until(() => shown.evaluate((video: Shown) => video.currentTime > 0), 'it plays');
  expect(await shown.evaluate((video: Shown) => Number.isFinite(video.duration))).toBe(true);
});

test('a recording survives a reload: it is uploaded once, and deleted from the device once published', async () => {
  const { ana, tribeId } = await tribeOfTwo();
  const page = await bench.open(ana, `/(modal)/create?type=story&tribe=${tribeId}`);
  page.on('dialog', (dialog) => void dialog.accept());
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/uploads')) begun.push(request.url());
  });
  const camera = await openCamera(page);
  await camera.mode('Video').click();
  await camera.shutter.waitFor();
  await record(camera);
  await camera.button('Usar el video').click();
  await sentVideo(page).waitFor();
  await until(async () => (await storedFiles(page)).length === 1, 'the recording is stored');
  const name = await sentVideo(page).getAttribute('aria-label');
  await page.reload();
  await sentVideo(page).waitFor();
  expect(await sentVideo(page).getAttribute('aria-label')).toBe(name);
  await page.goto(`/(modal)/create?type=post&tribe=${tribeId}`);
  await page.getByRole('button', { name: /^Sin texto Vibe · Foto de .* · 1 video grabado/ }).click();
  await sentVideo(page).waitFor();
  await publish(page, 2);
  expect(await postsIn(ana, tribeId)).toMatchObject([{ kind: 'story', videos: [{}] }]);
  expect(begun).toHaveLength(1);
  await page.goto(`/(modal)/create?type=story&tribe=${tribeId}`);
  await page.getByRole('dialog').getByText('Debe incluir al menos una imagen o video').waitFor();
  expect(await sentVideo(page).count()).toBe(0);
  await until(async () => (await storedFiles(page)).length === 0, 'the recording is deleted from the device');
});

test('a clip offers only video, and no camera once it has one', async () => {
  const { ana, tribeId } = await tribeOfTwo();
  const page = await bench.open(ana, `/(modal)/create?type=reel&tribe=${tribeId}`);
  const camera = await openCamera(page);
  expect(await camera.panel.getByRole('tab').count()).toBe(0);
  await record(camera);
  await camera.button('Usar el video').click();
  await sentVideo(page).waitFor();
  await sentVideo(page).and(page.locator(':focus')).waitFor();
  expect(await flowOf(page).button('Cámara').count()).toBe(0);
  await publish(page, 2);
  expect(await postsIn(ana, tribeId)).toMatchObject([{ kind: 'reel', videos: [{}] }]);
});

test('a browser without space for a recording shows that, and the video is published nevertheless', async () => {
  const { ana, tribeId } = await tribeOfTwo();
  const page = await bench.open(ana, `/(modal)/create?type=reel&tribe=${tribeId}`);
  await page.evaluate(`IDBObjectStore.prototype.put = () => {
    throw new DOMException('provoked', 'QuotaExceededError');
  }`);
  const camera = await openCamera(page);
  await record(camera);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    camera.button('Guardar en el dispositivo').click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^camara-\d{8}-\d{6}\.(webm|mp4)$/);
  await camera.button('Usar el video').click();
  const warning = 'Este navegador no puede guardar los videos grabados: no cierres la página antes de publicar.';
  await page.getByRole('dialog').getByText(warning).waitFor();
  await sentVideo(page).waitFor();
  await publish(page, 2);
  expect(await postsIn(ana, tribeId)).toMatchObject([{ kind: 'reel', videos: [{}] }]);
});

test('on a phone held sideways the camera and the review are as high as the window, with all controls beside them', async () => {
  const { ana, tribeId } = await tribeOfTwo();
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  await page.setViewportSize({ width: 844, height: 390 });
  const { panel, button, mode, shutter } = await openCamera(page);
  const inView = async (picture: Locator, controls: Locator[]) => {
    expect(await picture.boundingBox()).toEqual({ x: 0, y: 0, width: 700, height: 390 });
    for (const control of [...controls, button('Cerrar')]) {
      const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {};
      expect([x >= 700, y >= 0, x + width <= 844, y + height <= 390]).toEqual([true, true, true, true]);
    }
    expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  };
  await inView(panel.locator('video'), [shutter, button('Cambiar de cámara'), mode('Foto'), mode('Video')]);
  await shutter.click();
  await button('Usar la foto').waitFor();
  await inView(
    panel.getByRole('img', { name: /^camara-/ }),
    ['Repetir', 'Usar la foto', 'Guardar en el dispositivo'].map(button),
  );
});
