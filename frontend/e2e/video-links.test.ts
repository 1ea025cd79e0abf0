import { expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';
import { flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { flowOf, onwards, owner, postsIn } from './create-flow.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

const youtube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';
const file = 'https://example.com/clip.mp4';
const vimeo = 'https://vimeo.com/76979871';
const frames = (page: Page) => page.locator('iframe');

/** Answers requests to other hosts with a page, and returns all that are made from now on. */
async function watchOthers(page: Page): Promise<Request[]> {
  const { host } = new URL(page.url());
  const made: Request[] = [];
  const isOther = (url: URL) => url.protocol.startsWith('http') && url.host !== host;
  page.context().on('request', (request) => {
    if (isOther(new URL(request.url()))) made.push(request);
  });
  await page
    .context()
    .route(isOther, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title><p>Reproduciendo</p>' }),
    );
  return made;
}

test('links are added in the create flow, stay in its draft, and are published in their order', async () => {
  const { ana, tribeId } = await owner(bench);
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  const others = await watchOthers(page);
  const { sheet, button } = flowOf(page);
  const field = sheet.getByLabel('Enlaces de video');
  await field.fill('javascript:alert(1)');
  await button('Añadir enlace').click();
  await sheet.getByText('No es una dirección https completa.').waitFor();
  expect(await button('Continuar').isDisabled()).toBe(true);
  for (const link of [file, 'www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://vimeo.com/76979871']) {
    await field.fill(link);
    await field.press('Enter');
  }
  await button('Quitar el enlace https://vimeo.com/76979871').click();
  await page.reload();
  await sheet.getByRole('list', { name: 'Enlaces añadidos' }).getByText('YouTube', { exact: true }).waitFor();
  expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  await onwards(page);
  await onwards(page);
  await sheet.getByRole('article', { name: 'Vista previa' }).getByText(file).waitFor();
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  expect(await postsIn(ana, tribeId)).toMatchObject([
    {
      videos: [
        { url: file, external: true },
        { url: youtube, external: true, site: 'youtube', embedUrl: player },
      ],
    },
  ]);
  expect(others).toEqual([]);
});

test('a clip is one link', async () => {
  const { ana, tribeId } = await owner(bench);
  const page = await bench.open(ana, `/(modal)/create?type=reel&tribe=${tribeId}`);
  const { sheet, button } = flowOf(page);
  await sheet.getByText('Necesitas un único video (archivo o enlace)').waitFor();
  await sheet.getByLabel('Enlace del video').fill(youtube);
  await button('Añadir enlace').click();
  await onwards(page);
  await onwards(page);
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  expect(await postsIn(ana, tribeId)).toMatchObject([{ kind: 'reel', videos: [{ url: youtube }] }]);
});

test('another site receives nothing until a member plays its video, and the player is removed when one moves on', async () => {
  const { ana, tribeId } = await owner(bench);
  const beto = await bench.system.newcomer('beto');
  await beto.join(tribeId);
  const form = new FormData();
  for (const url of [youtube, file, vimeo]) form.append('videoUrls', url);
  expect((await ana.post(`/tribes/${tribeId}/posts`, form)).status).toBe(201);
  const page = await bench.open(beto, `/tools/tribes/${tribeId}`, { size: 'narrow' });
  const others = await watchOthers(page);
  await page.reload();
  const post = page.getByRole('article', { name: ana.name });
  const play = post.getByRole('button', { name: `Reproducir: Video 1 de ${ana.name} (YouTube)` });
  await post.getByText('Al reproducirlo, YouTube recibe datos tuyos, como tu dirección IP.').waitFor();
  expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
  expect([others, await frames(page).count()]).toEqual([[], 0]);

  await play.press('Enter');
  await page.frameLocator('iframe').getByText('Reproduciendo').waitFor();
  expect(others.map((request) => [request.url(), request.headers().referer])).toEqual([
    [player, `${new URL(page.url()).origin}/`],
  ]);
  const sandbox = await frames(page).getAttribute('sandbox');
  expect(sandbox).toBe('allow-scripts allow-same-origin allow-presentation allow-popups');
  const link = post.getByRole('link', { name: `Enlace de ${ana.name} a example.com` });
  expect((await link.boundingBox())?.height).toBe(72);
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([file, 'noopener nofollow ugc']);
  expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);

  await post.getByRole('button', { name: 'Ver 2 de 2' }).click();
  await until(async () => (await frames(page).count()) === 0, 'the player is removed');
  await post.getByRole('button', { name: 'Ver 1 de 2' }).click();
  await post.getByRole('button', { name: `Ver en grande: Video 1 de ${ana.name}` }).click();
  const box = page.getByRole('dialog');
  await box.getByText('1 de 2').waitFor();
  expect([others.length, await frames(page).count()]).toEqual([1, 0]);
  await box.getByRole('button', { name: `Reproducir: Video 1 de ${ana.name} (YouTube)` }).click();
  await page.frameLocator('iframe').getByText('Reproduciendo').waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await box.getByText('2 de 2').waitFor();
  expect([others.length, await frames(page).count()]).toEqual([2, 0]);
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
});
