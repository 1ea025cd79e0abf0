import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { png } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { owner } from './create-flow.ts';
import { dragByFinger } from './drag.ts';
import { steadyBox } from './steady-box.ts';

const bench = openBrowserBench();

const COLOURS = ['#c2410c', '#0e7490', '#166534', '#7e22ce', '#9f1239'];

/** Opens a tribe whose only post has this number of pictures, the first upright. */
async function openPictures(count: number, options: PageOptions = {}) {
  const { ana, tribeId } = await owner(bench);
  const pictures = COLOURS.slice(0, count).map((colour, index) =>
    index === 0 ? png(900, 1200, colour) : png(1200, 800, colour),
  );
  await ana.publish(tribeId, { content: 'Cinco', pictures: await Promise.all(pictures) });
  const page = await bench.open(ana, `/tools/tribes/${tribeId}`, options);
  const carousel = page.getByRole('group', { name: `Imágenes de ${ana.name}` });
  return { ana, page, carousel, position: carousel.locator('[aria-live]') };
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.getAttribute("aria-label")');

/** Swipes over a share of the width of an element, to the left if negative. */
async function swipe(page: Page, box: { x: number; y: number; width: number; height: number }, share: number) {
  const [from, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await dragByFinger(page, { x: from, y }, { x: from + share * box.width, y });
}

test('a swipe over more than 30 percent of the width shows the next picture, a shorter one does not', async () => {
  const { page, carousel, position } = await openPictures(3);
  await carousel.getByRole('button', { name: 'Abrir imagen 1 de 3' }).tap();
  await page.getByRole('dialog').getByRole('heading', { name: '1 de 3' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const box = await steadyBox(carousel);
  await swipe(page, box, -0.29);
  expect(await position.textContent()).toBe('1 de 3');
  await swipe(page, box, -0.31);
  await until(async () => (await position.textContent()) === '2 de 3', 'the second is shown');
  await swipe(page, box, 0.29);
  expect(await position.textContent()).toBe('2 de 3');
  await swipe(page, box, 0.31);
  await until(async () => (await position.textContent()) === '1 de 3', 'the first is shown');
  await swipe(page, box, 0.45);
  expect(await position.textContent()).toBe('1 de 3');
  // A swipe opens nothing.
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('the picture follows the finger, and a second finger ends the swipe', async () => {
  const { page, carousel, position } = await openPictures(2);
  const { x, y, width, height } = await steadyBox(carousel);
  const [from, middle] = [x + width / 2, y + height / 2];
  const first = carousel.getByRole('button', { name: 'Abrir imagen 1 de 2' });
  const leftOf = async () => (await first.boundingBox())?.x ?? 0;
  const before = await leftOf();
  await dragByFinger(page, { x: from, y: middle }, { x: from - 60, y: middle }, async () => {
    await until(async () => Math.round(before - (await leftOf())) === 60, 'it follows the finger');
  });
  await until(async () => (await leftOf()) === before, 'it returns');
  const hand = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((left, id) => ({ x: left, y: middle, id })) });
  await touch('touchStart', from);
  await touch('touchStart', from, from + 30);
  await touch('touchMove', from - 150, from + 30);
  await touch('touchEnd');
  expect(await position.textContent()).toBe('1 de 2');
});

test('arrow keys, dots and arrows move through the pictures, and the keyboard opens the shown one', async () => {
  const { page, carousel, position } = await openPictures(5, { size: 'desk' });
  await carousel.getByRole('button', { name: 'Abrir imagen 1 de 5' }).focus();
  await page.keyboard.press('ArrowRight');
  expect([await position.textContent(), await focused(page)]).toEqual(['2 de 5', 'Abrir imagen 2 de 5']);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('heading', { name: '2 de 5' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await until(async () => (await focused(page)) === 'Abrir imagen 2 de 5', 'the focus returns');
  await carousel.getByRole('button', { name: 'Ver 5 de 5' }).click();
  expect(await position.textContent()).toBe('5 de 5');
  await carousel.getByRole('button', { name: 'Siguiente' }).waitFor({ state: 'detached' });
  await carousel.getByRole('button', { name: 'Anterior' }).click();
  expect(await position.textContent()).toBe('4 de 5');
  // Hidden pictures are not reached by the keyboard.
  const reachable = carousel.locator('div:not([inert]) > button[aria-label^="Abrir"]');
  expect(await reachable.count()).toBe(1);
});

test('only the first picture is requested until the carousel is used', async () => {
  const { page, carousel } = await openPictures(5);
  const loaded = () => carousel.locator('img[srcset]').count();
  await until(async () => (await loaded()) === 1, 'the first is loaded');
  await swipe(page, await steadyBox(carousel), -0.4);
  await until(async () => (await loaded()) === 3, 'the neighbours of the second are loaded');
});

test('in the lightbox a swipe of 40 px shows the next item, and another site receives nothing before a touch', async () => {
  const { ana, tribeId } = await owner(bench);
  const form = new FormData();
  for (const url of ['https://vimeo.com/76979871', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'])
    form.append('videoUrls', url);
  expect((await ana.post(`/tribes/${tribeId}/posts`, form)).status).toBe(201);
  const page = await bench.open(ana, `/tools/tribes/${tribeId}`);
  const { host } = new URL(page.url());
  const others: string[] = [];
  await page.context().route(
    (url) => url.protocol.startsWith('http') && url.host !== host,
    (route) => {
      others.push(route.request().url());
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Player</title><p>Reproduciendo</p>',
      });
    },
  );
  await page.getByRole('button', { name: `Ver en grande: Video 1 de ${ana.name}` }).click();
  const box = page.getByRole('dialog');
  await box.getByRole('heading', { name: '1 de 2' }).waitFor();
  const drag = (by: number) => dragByFinger(page, { x: 200, y: 420 }, { x: 200 + by, y: 420 });
  await drag(-39);
  await box.getByRole('heading', { name: '1 de 2' }).waitFor();
  await drag(-41);
  await box.getByRole('heading', { name: '2 de 2' }).waitFor();
  expect([others, await page.locator('iframe').count()]).toEqual([[], 0]);
  // The player of another site does not pass swipes on: the arrows are there on a phone, too.
  await box.getByRole('button', { name: `Reproducir: Video 2 de ${ana.name} (YouTube)` }).press('Enter');
  await page.frameLocator('iframe').getByText('Reproduciendo').waitFor();
  expect(others).toHaveLength(1);
  expect(await flaws(page)).toEqual([]);
  await box.getByRole('button', { name: 'Anterior' }).click();
  await box.getByRole('heading', { name: '1 de 2' }).waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
});

test.each(['dark', 'light'] as const)('a carousel fits a phone and a desktop: %s', async (theme) => {
  for (const size of ['narrow', 'phone', 'desk'] as const) {
    const { page, carousel } = await openPictures(5, { size, theme });
    const box = await steadyBox(carousel);
    // The frame of an upright first picture: 9 by 16, at most 420 px wide.
    expect(box.width).toBeLessThanOrEqual(420);
    expect(Math.abs(box.width / box.height - 9 / 16)).toBeLessThan(0.01);
    expect(await flaws(page)).toEqual([]);
  }
});
