import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';
import { flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { flowOf, onwards, owner, postsIn } from './create-flow.ts';
import {
  breakCamera,
  cameraOf,
  fakeCameras,
  liveTracks,
  openCamera,
  record,
  repairCamera,
  unplug,
  watchTracks,
} from './fake-camera.ts';
import { choose, pngFile } from './files.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench({ browserArgs: fakeCameras });

const refusing = openBrowserBench({ browserArgs: [...fakeCameras, '--use-fake-ui-for-media-stream=deny'] });

const openPost = async (options: PageOptions = {}) => {
  const { ana, tribeId } = await owner(bench);
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`, options);
  await watchTracks(page);
  return { ana, tribeId, page };
};

const pressCamera = (page: Page) => flowOf(page).button('Cámara').click();

const problems: [string, string, string][] = [
  ['NotAllowedError', 'Sin permiso para usar la cámara', 'Permite la cámara en el icono junto a la dirección'],
  ['NotFoundError', 'No hay ninguna cámara', 'Conecta una cámara'],
  ['OverconstrainedError', 'No hay ninguna cámara', 'Conecta una cámara'],
  ['NotReadableError', 'La cámara está en uso', 'Ciérrala en las demás aplicaciones o pestañas.'],
  ['AbortError', 'La cámara está en uso', 'Ciérrala en las demás aplicaciones o pestañas.'],
  ['NotSupportedError', 'Este navegador no puede usar la cámara', 'elige un archivo de tu dispositivo'],
  ['InvalidStateError', 'La cámara no se pudo abrir', 'Puede funcionar en otro intento.'],
];

test('a person who does not allow the camera learns how to, and chooses a file instead', async () => {
  const { ana, tribeId } = await owner(refusing);
  const page = await refusing.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  await pressCamera(page);
  const { panel, button } = cameraOf(page);
  await panel.getByText('Sin permiso para usar la cámara').waitFor();
  await button('Reintentar').click();
  await panel.getByText('Sin permiso para usar la cámara').waitFor();
  await choose(page, button('Elegir un archivo'), [await pngFile('otra')]);
  await panel.waitFor({ state: 'detached' });
  await flowOf(page).chosen.waitFor();
});

test.each(problems)('%s is explained as "%s", and another attempt opens the camera', async (name, title, help) => {
  const { page } = await openPost();
  await breakCamera(page, name);
  await pressCamera(page);
  const { panel, button, shutter } = cameraOf(page);
  const message = panel.getByRole('alert');
  await message.getByText(title).waitFor();
  await message.getByText(help).waitFor();
  await button('Reintentar').and(page.locator(':focus')).waitFor();
  expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await button('Reintentar').click();
  await message.getByText(title).waitFor();
  await repairCamera(page);
  await button('Reintentar').click();
  await shutter.waitFor();
  expect(await liveTracks(page)).toEqual(['video']);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await liveTracks(page)).toEqual([]);
});

test.each([
  [
    'without https',
    false,
    'La cámara necesita una conexión segura',
    'Abre Tribus con una dirección que empiece por https.',
  ],
  ['without cameras for pages', true, 'Este navegador no puede usar la cámara', 'Actualízalo o abre Tribus en otro'],
])('a browser %s is told from the others, and can retry', async (_which, isSecure, title, help) => {
  const { page } = await openPost();
  await page.evaluate(`(() => {
    const { mediaDevices } = navigator;
    Object.defineProperty(window, 'isSecureContext', { value: ${isSecure} });
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
    window.restoreDevices = () => Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices });
  })()`);
  await pressCamera(page);
  const { panel, button, shutter } = cameraOf(page);
  await panel.getByText(title).waitFor();
  await panel.getByText(help).waitFor();
  await page.evaluate('window.restoreDevices()');
  await button('Reintentar').click();
  await shutter.waitFor();
});

test('a camera that is allowed in the settings of the browser opens by itself', async () => {
  const { page } = await openPost();
  await page.context().grantPermissions(['geolocation']);
  await breakCamera(page, 'NotAllowedError');
  await pressCamera(page);
  const { panel, shutter } = cameraOf(page);
  await panel.getByText('Sin permiso para usar la cámara').waitFor();
  await repairCamera(page);
  await page.context().grantPermissions(['camera', 'microphone']);
  await shutter.waitFor();
});

test('without the microphone a video is recorded without sound, with a note, and published', async () => {
  const { ana, tribeId, page } = await openPost();
  await breakCamera(page, 'NotAllowedError', true);
  const camera = await openCamera(page);
  await camera.mode('Video').click();
  await camera.panel.getByText(/^Sin permiso para el micrófono: el video se graba sin sonido\./).waitFor();
  await camera.shutter.waitFor();
  expect(await liveTracks(page)).toEqual(['video']);
  expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await record(camera);
  await camera.button('Repetir').click();
  await repairCamera(page);
  await camera.button('Reintentar con sonido').click();
  await until(async () => (await liveTracks(page)).join() === 'audio,video', 'the microphone is on');
  await page.evaluate('window.isCameraRepaired = false');
  await camera.mode('Foto').click();
  await camera.mode('Video').click();
  await camera.button('Reintentar con sonido').waitFor();
  await camera.shutter.waitFor();
  await record(camera);
  await camera.button('Usar el video').click();
  const { sheet, button } = flowOf(page);
  await sheet.getByRole('button', { name: /^Quitar camara-.*\.mp4 de la lista$/ }).waitFor();
  await onwards(page);
  await onwards(page);
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  expect(await postsIn(ana, tribeId)).toMatchObject([{ videos: [{}] }]);
});

test('a camera unplugged while it shows its picture is reported, and one unplugged while recording loses nothing', async () => {
  const { page } = await openPost();
  const { panel, button, mode, shutter, timer } = await openCamera(page);
  await unplug(page);
  await panel.getByText('La cámara se desconectó').waitFor();
  await button('Reintentar').click();
  await shutter.waitFor();
  await mode('Video').click();
  await shutter.waitFor();
  await button('Grabar video').click();
  await until(async () => /^0:0[1-9]/.test((await timer.textContent()) ?? ''), 'a second is recorded');
  await unplug(page);
  await panel.getByText('La cámara se desconectó. Lo grabado hasta entonces está aquí.').waitFor();
  await until(
    () => panel.locator('video').evaluate((video: { duration: number }) => video.duration > 0.5),
    'the recorded second is shown',
  );
  expect(await liveTracks(page)).toEqual([]);
});

test.each([
  ['the page is hidden', 'La grabación se detuvo al salir de la página. Lo grabado hasta entonces está aquí.', hide],
  ['its limit is reached', 'La grabación se detuvo al llegar al máximo de duración o tamaño.', passTenMinutes],
])('a recording stops by itself when %s, and its video can be used', async (_when, sentence, happen) => {
  const { page } = await openPost();
  const { panel, button, mode, shutter, timer } = await openCamera(page);
  await mode('Video').click();
  await shutter.waitFor();
  await button('Grabar video').click();
  await until(async () => /^0:0[1-9]/.test((await timer.textContent()) ?? ''), 'a second is recorded');
  await happen(page);
  await panel.getByText(sentence).waitFor();
  expect(await liveTracks(page)).toEqual([]);
  await button('Usar el video').click();
  await page.getByRole('button', { name: /^Quitar camara-.* de la lista$/ }).waitFor();
});

async function hide(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);
}

async function passTenMinutes(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 10 * 60_000;
  })()`);
}

test('Back and Escape stop a recording, ask before its video is discarded, and close the camera only then', async () => {
  const { page } = await openPost();
  const { sheet } = flowOf(page);
  const { panel, button, mode, shutter, timer } = await openCamera(page);
  await mode('Video').click();
  await shutter.waitFor();
  await button('Grabar video').click();
  await until(async () => /^0:0[1-9]/.test((await timer.textContent()) ?? ''), 'a second is recorded');
  await page.goBack();
  await button('Usar el video').waitFor();
  const question = page.getByRole('dialog', { name: '¿Descartar el video?' });
  await page.keyboard.press('Escape');
  await question.waitFor();
  await page.goBack();
  await question.waitFor({ state: 'hidden' });
  await button('Usar el video').waitFor();
  await page.goBack();
  await question.getByRole('button', { name: 'Descartar y salir' }).click();
  await panel.waitFor({ state: 'detached' });
  await sheet.waitFor();
  await openCamera(page);
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await sheet.waitFor();
  expect(await liveTracks(page)).toEqual([]);
});

test('the next camera is shown instead of the first, of which the light goes out', async () => {
  const { page } = await openPost({ size: 'desk' });
  const { button, shutter } = await openCamera(page);
  const devices = () =>
    page.evaluate<string[]>(
      `window.cameraTracks.filter(({ readyState }) => readyState === 'live').map((track) => track.getSettings().deviceId)`,
    );
  const [first] = await devices();
  await button('Cambiar de cámara').click();
  await until(async () => ![first, undefined].includes((await devices())[0]), 'another camera is open');
  await shutter.waitFor();
  expect(await devices()).toHaveLength(1);
});

test('leaving the create flow at once turns the camera off', async () => {
  const { ana } = await owner(bench);
  const page = await bench.open(ana, '/tools/tribes');
  await watchTracks(page);
  await page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link', { name: 'Crear' }).click();
  const { panel } = await openCamera(page);
  expect(await liveTracks(page)).toEqual(['video']);
  await page.evaluate('history.go(-2)');
  await panel.waitFor({ state: 'detached' });
  await flowOf(page).sheet.waitFor({ state: 'detached' });
  expect(await liveTracks(page)).toEqual([]);
});

const looks: PageOptions[] = [
  { size: 'narrow', theme: 'light' },
  { size: 'desk', language: 'en' },
  { size: 'phone', language: 'zh' },
];

test.each(looks)('the camera is accessible and fits: %j', async (options) => {
  const { page } = await openPost(options);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Cámara|Camera|相机)$/ })
    .click();
  const panel = page.getByRole('dialog', { name: /^(Cámara|Camera|相机)$/ });
  const check = async () => {
    expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  };
  await panel.getByRole('button', { name: /^(Hacer la foto|Take the photo|拍照)$/, disabled: false }).waitFor();
  await check();
  await page.keyboard.press('Enter');
  await panel.getByRole('img').waitFor();
  await check();
});
