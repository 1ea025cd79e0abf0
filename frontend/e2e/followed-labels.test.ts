import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench, sizes } from './browser-bench.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
let bread: { id: number };
let rock: { id: number };
beforeAll(async () => {
  [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  bread = await beto.createTribe('Panaderos del alba');
  rock = await beto.createTribe('Rock de garaje');
  for (const { id } of [bread, rock]) await ana.join(id);
  await beto.publish(bread.id, { content: 'Masa madre', tags: 'pan', place: 'Peña de los Ángeles' });
  await beto.publish(rock.id, { content: 'Cumbre', place: '🏔️' });
  await beto.publish(rock.id, { content: 'Concierto', place: '北京' });
  await beto.publish(rock.id, { content: 'Pan y guitarras', tags: 'pan' });
  await bench.system.settled();
});

const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('the home page shows the newest posts of all tribes, of which the first begins on the first screen', async () => {
  for (const size of ['phone', 'desk'] as const) {
    const page = await bench.open(ana, '/', { size });
    await page.getByRole('heading', { level: 2, name: 'Lo último' }).waitFor();
    await post(page, 'Pan y guitarras').getByRole('link', { name: 'Rock de garaje' }).waitFor();
    const texts = await page.getByRole('article').allInnerTexts();
    const at = (text: string) => texts.findIndex((each) => each.includes(text));
    expect([at('Pan y guitarras') >= 0, at('Pan y guitarras') < at('Masa madre')]).toEqual([true, true]);
    const first = await page.getByRole('article').first().boundingBox();
    expect(first?.y).toBeLessThan(size === 'phone' ? 400 : sizes.desk.height);
    if (size === 'desk') {
      // The suggestions beside the posts.
      const aside = page.getByRole('complementary', { name: 'Sugerencias' });
      await aside.getByRole('region', { name: 'Personas' }).locator('li, p').first().waitFor();
      const [tiles, beside] = [
        await page.getByRole('link', { name: 'Ver vibes' }).boundingBox(),
        await aside.boundingBox(),
      ];
      expect(first?.x).toBe(tiles?.x);
      expect(beside?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
    }
    expect(await flaws(page)).toEqual([]);
  }
});

test('a tag on a post leads to the posts with it, where it is followed, and the home page says so', async () => {
  const page = await bench.open(ana, '/');
  await post(page, 'Masa madre').getByRole('link', { name: 'pan', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '#pan' }).waitFor();
  await page.getByText('2 publicaciones · 1 persona', { exact: true }).waitFor();
  await post(page, 'Masa madre').waitFor();
  expect(await post(page, 'Pan y guitarras').count()).toBe(0);
  expect(await flaws(page)).toEqual([]);
  const answered = page.waitForResponse('**/auth/me/follows/tags/pan');
  await page.getByRole('button', { name: 'Seguir a #pan' }).click();
  await page.getByRole('button', { name: /^Siguiendo/, pressed: true }).waitFor();
  expect((await answered).status()).toBe(200);
  const tribes = page.getByRole('group', { name: '¿En qué tribu?' });
  await tribes.getByRole('button', { name: 'Rock de garaje' }).click();
  await post(page, 'Pan y guitarras').waitFor();
  expect(new URL(page.url()).searchParams.get('tribe')).toBe(String(rock.id));
  await bench.system.settled();
  await page.goto('/');
  await post(page, 'Masa madre').getByText('Con una etiqueta que sigues').waitFor();
});

test('a place in any script leads to its posts, and one without letters is no link', async () => {
  const page = await bench.open(ana, '/');
  await post(page, 'Cumbre').getByText('🏔️').waitFor();
  expect(await post(page, 'Cumbre').getByRole('link', { name: '🏔️' }).count()).toBe(0);
  await post(page, 'Concierto').getByRole('link', { name: '北京' }).click();
  await page.getByRole('heading', { level: 1, name: '北京' }).waitFor();
  await post(page, 'Concierto').waitFor();
  expect(await post(page, 'Pan y guitarras').count()).toBe(0);
});

test('a followed place is listed with what the viewer follows, and is unfollowed there', async () => {
  const page = await bench.open(ana, `/place/pena-de-los-angeles?tribe=${bread.id}`, { size: 'desk' });
  await page.getByRole('heading', { level: 1, name: 'Peña de los Ángeles' }).waitFor();
  const answered = page.waitForResponse('**/auth/me/follows/places/pena-de-los-angeles');
  await page.getByRole('button', { name: 'Seguir a Peña de los Ángeles' }).click();
  expect((await answered).status()).toBe(200);
  await page.goto('/tools/following');
  await page.getByRole('button', { name: 'Lugares' }).click();
  await page.getByRole('link', { name: 'Pena de los angeles' }).waitFor();
  expect(await flaws(page)).toEqual([]);
  const unfollowed = page.waitForResponse('**/auth/me/follows/places/pena-de-los-angeles');
  await page.getByRole('button', { name: /^Siguiendo/ }).click();
  expect((await unfollowed).status()).toBe(200);
  await page.getByRole('button', { name: 'Seguir a Pena de los angeles' }).waitFor();
  await page.reload();
  await page.getByText('Aún no sigues ningún lugar').waitFor();
});

test('a failure to follow is silent, and the button shows that nothing changed', async () => {
  const page = await bench.open(beto, '/tag/pan', { refusals: [503] });
  await page.route('**/auth/me/follows/tags/pan', (route) => route.fulfill({ status: 503, json: { error: 'no' } }));
  const refused = page.waitForResponse('**/auth/me/follows/tags/pan');
  await page.getByRole('button', { name: 'Seguir a #pan' }).click();
  expect((await refused).status()).toBe(503);
  await page.getByRole('button', { name: 'Seguir a #pan', pressed: false }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test.each([
  ['es', '1 publicación · 1 persona', 'Todavía sin publicaciones'],
  ['en', '1 post · 1 person', 'No posts yet'],
  ['zh', '1 条帖子 · 1 人', '还没有帖子'],
] as const)(
  'the page of a place or a tag says in %s how many posts and people use it',
  async (language, used, unused) => {
    const viewer = await bench.system.newcomer(`lector-${language}`);
    await viewer.join(bread.id);
    const page = await bench.open(viewer, '/place/pena-de-los-angeles', { language });
    await page.getByText(used, { exact: true }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await page.goto('/tag/nadie-lo-usa');
    await page.getByText(unused, { exact: true }).waitFor();
  },
);
