import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { publishClip } from './clip-post.ts';
import { dragByFinger } from './drag.ts';
import { expectToast } from './toasts.ts';

/** State of a video element that the tests read. */
interface Shown {
  paused: boolean;
  muted: boolean;
  currentTime: number;
}

const bench = openBrowserBench();

async function tribeOfTwo(): Promise<{ ana: Person; beto: Person; tribeId: number }> {
  const [ana, beto] = await Promise.all([bench.system.newcomer('ana'), bench.system.newcomer('beto')]);
  const { id } = await ana.createTribe(`Clips de ${ana.id.slice(-8)}`);
  await beto.join(id);
  return { ana, beto, tribeId: id };
}

const viewerOf = (page: Page) => {
  const main = page.getByRole('main');
  const video = main.locator('article video');
  const position = main.getByRole('slider', { name: 'Posición en el video' });
  return {
    main,
    video,
    next: main.getByRole('button', { name: 'Clip siguiente' }),
    previous: main.getByRole('button', { name: 'Clip anterior' }),
    position,
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    /** Waits until the viewer shows the clip with this text. */
    async is(text: string) {
      await page.waitForURL(/\/clip\//);
      await position.waitFor();
      await main.getByRole('article').getByText(text, { exact: true }).waitFor();
    },
    isPaused: () => video.evaluate((each: Shown) => each.paused),
    isMuted: () => video.evaluate((each: Shown) => each.muted),
    time: () => video.evaluate((each: Shown) => each.currentTime),
  };
};

/** Whether the comments are beside the video, and its buttons between them, 16 px from it. */
async function isBeside(page: Page): Promise<boolean> {
  const { main, next } = viewerOf(page);
  const edges = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, width: 0 };
  const [video, buttons, comments] = await Promise.all([
    edges(main.getByRole('article').first()),
    edges(next),
    edges(main.getByRole('complementary')),
  ]);
  const end = video.x + video.width;
  return Math.abs(buttons.x - end - 16) < 1 && buttons.x + buttons.width < comments.x;
}

const historyOf = (page: Page) => page.evaluate<number>('history.length');

test('a clip of a feed opens in the viewer, which steps through the clips of its tribe, and Back leaves it at once', async () => {
  const { ana, beto, tribeId } = await tribeOfTwo();
  await publishClip(ana, tribeId, { content: 'El más viejo' });
  await ana.publish(tribeId, { content: 'Un texto entre medias' });
  const middle = await publishClip(ana, tribeId, { content: 'El de en medio' });
  await publishClip(ana, tribeId, { content: 'Solo desde el nivel dos', minLevelOrder: 2 });
  const last = await publishClip(ana, tribeId, { content: 'El último' });
  const page = await bench.open(beto, `/tools/tribes/${tribeId}`, { size: 'desk' });
  const card = page.getByRole('article').filter({ hasText: 'El último' });
  await card.getByRole('button', { name: /^Ver en grande/ }).click();
  await page.waitForURL(`**/clip/${last}?tribe=${tribeId}`);
  const { is, next, previous } = viewerOf(page);
  await is('El último');
  const entries = await historyOf(page);

  await next.click();
  await is('El de en medio');
  await page.waitForURL(`**/clip/${middle}?tribe=${tribeId}`);
  await page.keyboard.press('ArrowDown');
  await is('El más viejo');
  await until(async () => (await next.getAttribute('aria-disabled')) === 'true', 'there is no older one');
  await page.keyboard.press('ArrowUp');
  await is('El de en medio');
  await previous.click();
  await is('El último');
  await until(async () => (await previous.getAttribute('aria-disabled')) === 'true', 'there is no newer one');
  expect(await historyOf(page)).toBe(entries);
  await next.click();
  await is('El de en medio');
  await page.goBack();
  await page.waitForURL(`**/tools/tribes/${tribeId}`);
  await card.getByRole('button', { name: /^Ver en grande/ }).click();
  await is('El último');
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/tools/tribes/${tribeId}`);
});

test('a clip deleted while another is shown is passed over, and one’s own is followed by the next one', async () => {
  const { ana, beto, tribeId } = await tribeOfTwo();
  await publishClip(ana, tribeId, { content: 'Queda el primero' });
  const deleted = await publishClip(ana, tribeId, { content: 'Se borra' });
  const own = await publishClip(beto, tribeId, { content: 'El de Beto' });
  // A view of the clip may be counted just after its deletion: 404.
  const page = await bench.open(beto, `/clip/${own}?tribe=${tribeId}`, { size: 'desk', refusals: [404] });
  const { main, is, next } = viewerOf(page);
  await is('El de Beto');
  await until(async () => (await next.getAttribute('aria-disabled')) === 'false', 'there is an older one');
  expect((await ana.delete(`/tribes/${tribeId}/posts/${deleted}`)).status).toBe(200);
  await next.click();
  await is('Queda el primero');
  await page.keyboard.press('ArrowUp');
  await is('El de Beto');
  await main.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Borrar' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Borrar esta publicación?' });
  await expectToast(page, 'Publicación borrada', () => dialog.getByRole('button', { name: 'Borrar' }).click());
  await is('Queda el primero');
});

test.each([
  ['dark', 'phone'],
  ['light', 'desk'],
] as const)(
  'a clip starts muted until the first press, is paused, sought and muted by keyboard, liked and commented, %s on a %s',
  async (theme, size) => {
    const { ana, beto, tribeId } = await tribeOfTwo();
    const content = `Una noche larga ${'con mucho que contar '.repeat(30)}`.trim();
    await publishClip(ana, tribeId, { content: 'El anterior' });
    const id = await publishClip(ana, tribeId, { content, seconds: 10 });
    const page = await bench.open(beto, `/clip/${id}?tribe=${tribeId}`, { theme, size });
    const { main, button, position, isPaused, isMuted, time, video } = viewerOf(page);
    await button('Reproducir el video').waitFor();
    await video.waitFor();
    expect(await isMuted()).toBe(true);
    await button('Reproducir el video').click();
    await button('Pausar el video').waitFor();
    expect(await isMuted()).toBe(false);
    await until(async () => (await time()) > 0, 'it plays');
    await button('Silenciar').click();
    await button('Activar el sonido').waitFor();
    await page.keyboard.press('m');
    await button('Silenciar').waitFor();
    await button('Pausar el video').click();
    await until(isPaused, 'a further press pauses it');
    await position.focus();
    await page.keyboard.press('Home');
    await until(async () => (await time()) === 0, 'it is at its beginning');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await until(async () => Math.round(await time()) === 2, 'two keys move it by a fifth');
    const positionText = () => position.getAttribute('aria-valuetext');
    await until(async () => (await positionText()) === '0:02 de 0:10', 'the position says so');
    expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
    expect(await page.getByRole('navigation', { name: 'Navegación principal' }).count()).toBe(size === 'desk' ? 1 : 0);

    await button('Me gusta: 0').click();
    await button('Me gusta: 1').waitFor();
    await button('0 comentarios').click();
    // Its title counts the comments.
    const sheet = size === 'desk' ? main.getByRole('complementary') : page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: 'Escribe un comentario' }).fill('Qué noche');
    await sheet.getByRole('button', { name: 'Enviar' }).click();
    await sheet.getByText('Qué noche', { exact: true }).waitFor();
    expect(await flaws(page)).toEqual([]);
    if (size === 'desk') expect(await isBeside(page)).toBe(true);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await main.getByRole('button', { name: '1 comentario' }).waitFor();
    const views = async () => (await ana.read(`/tribes/${tribeId}/posts/${id}`)).counts.views;
    await until(async () => (await views()) === 1, 'the view is counted');
  },
);

test('on a phone a swipe upwards shows the next clip and one downwards the previous one', async () => {
  const { ana, beto, tribeId } = await tribeOfTwo();
  await publishClip(ana, tribeId, { content: 'Debajo', size: '320x180' });
  const above = await publishClip(ana, tribeId, { content: 'Arriba' });
  const page = await bench.open(beto, `/clip/${above}?tribe=${tribeId}`);
  const { is, button } = viewerOf(page);
  await is('Arriba');
  await button('Reproducir el video').waitFor();
  await dragByFinger(page, { x: 195, y: 500 }, { x: 200, y: 300 });
  await is('Debajo');
  await dragByFinger(page, { x: 195, y: 300 }, { x: 350, y: 330 });
  await dragByFinger(page, { x: 195, y: 300 }, { x: 190, y: 500 });
  await is('Arriba');
  await button('Silenciar').waitFor();
});

test('the other address of a clip leads to the same viewer, and a post without a video to its page', async () => {
  const { ana, beto, tribeId } = await tribeOfTwo();
  const id = await publishClip(ana, tribeId, { content: 'Por otro camino' });
  const { id: text } = await ana.publish(tribeId, { content: 'Sin video' });
  const page = await bench.open(beto, '/tools', { refusals: [403] });
  await page.goto(`/reel/${id}?tribe=${tribeId}`);
  await page.waitForURL(`**/clip/${id}?tribe=${tribeId}`);
  const { is, next, previous } = viewerOf(page);
  await is('Por otro camino');
  // It is the only clip of its tribe.
  await next.waitFor({ state: 'detached' });
  expect(await previous.count()).toBe(0);
  await page.goto(`/clip/${text}?tribe=${tribeId}`);
  await page.waitForURL(`**/post/${text}?tribe=${tribeId}`);
  const { id: closed } = await ana.createTribe(`Cerrada de ${ana.id.slice(-8)}`, { isPrivate: true });
  const hidden = await publishClip(ana, closed);
  await page.goto(`/clip/${hidden}?tribe=${closed}`);
  await page.getByText('Solo para miembros de esta tribu.').waitFor();
  expect([...(await flaws(page)), ...(await tooWide(page))]).toEqual([]);
  await page.getByRole('link', { name: 'Ver la tribu' }).click();
  await page.waitForURL(`**/tools/tribes/${closed}`);
});
