import { expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import type { Page } from 'playwright-core';
import { png } from '../../deploy/system-tests/pictures.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { publishClip } from './clip-post.ts';

const bench = openBrowserBench();
const offerOn = (page: Page) => page.getByRole('dialog', { name: 'Hazte un hueco junto al fuego' });
const storedPath = (page: Page) => page.evaluate('sessionStorage.getItem("lastPath")');

test.each([
  ['dark', 'phone'],
  ['light', 'desk'],
] as const)(
  'a visitor opens a post of hominini by its link, reads the comments, and is offered an account, %s on a %s',
  async (theme, size) => {
    const [ana, beto] = await Promise.all([bench.system.newcomer('ana'), bench.system.newcomer('beto')]);
    const { id } = await ana.publish(homininiId, {
      content: 'La hoguera de anoche se ve desde el otro lado del valle',
      pictures: [await png(900, 600)],
    });
    await beto.post(`/tribes/${homininiId}/posts/${id}/comments`, { content: 'Desde mi ventana también' });
    const path = `/post/${id}?tribe=${homininiId}`;
    const page = await bench.open(null, path, { theme, size });
    const post = page.getByRole('article', { name: ana.name, exact: true });
    await post.getByText('La hoguera de anoche se ve desde el otro lado del valle').waitFor();
    await post.getByText('Desde mi ventana también').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await flaws(page)).toEqual([]);

    for (const name of ['Me gusta: 0', 'Hazte un hueco para responder']) {
      await post.getByRole('button', { name, exact: true }).click();
      await offerOn(page).waitFor();
      await page.goBack();
      await offerOn(page).waitFor({ state: 'detached' });
    }
    await post.getByRole('button', { name: 'Me gusta: 0', exact: true }).click();
    await offerOn(page).getByRole('link', { name: 'Entrar' }).click();
    await page.waitForURL('**/login');
    expect(await storedPath(page)).toBe(path);
  },
);

test.each(['phone', 'desk'] as const)(
  'a visitor opens a clip of hominini by its link, and is offered an account above its comments, on a %s',
  async (size) => {
    const ana = await bench.system.newcomer('ana');
    const id = await publishClip(ana, homininiId, { content: 'Chispas en la fragua' });
    const page = await bench.open(null, `/clip/${id}?tribe=${homininiId}`, { size });
    await page.getByText('Chispas en la fragua').waitFor();
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    await page.getByRole('button', { name: '0 comentarios', exact: true }).click();
    const comments = page.getByRole(size === 'desk' ? 'complementary' : 'dialog', { name: '0 comentarios' });
    await comments.getByRole('button', { name: 'Hazte un hueco para responder' }).click();
    await offerOn(page).waitFor();
    await page.goBack();
    await offerOn(page).waitFor({ state: 'detached' });
    await comments.waitFor();
  },
);

test('a visitor signs in first for a post that is not for everybody, and then sees it', async () => {
  const ana = await bench.system.newcomer('ana');
  const { id: tribeId } = await ana.createTribe(`Cerrada de ${ana.id.slice(-8)}`);
  const [forLevel, ofTribe] = [
    await bench.system
      .admin()
      .then((admin) => admin.publish(homininiId, { content: 'Solo nivel 2', minLevelOrder: 2 })),
    await ana.publish(tribeId, { content: 'Entre nosotras' }),
  ];
  const paths = [
    `/post/${forLevel.id}?tribe=${homininiId}`,
    `/clip/${forLevel.id}?tribe=${homininiId}`,
    `/post/${ofTribe.id}?tribe=${homininiId}`,
    `/post/${ofTribe.id}?tribe=${tribeId}`,
  ];
  const page = await bench.open(null, '/hominini', { refusals: [404] });
  for (const path of paths) {
    await page.goto(path);
    await page.waitForURL('**/login');
    expect(await storedPath(page)).toBe(path);
  }
});
