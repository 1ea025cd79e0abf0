import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { succeeded } from '../../deploy/system-tests/marked-author.ts';
import { until } from '../../services/kit/testing/until.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';
import { painted } from './layout-shifts.ts';

const bench = openBrowserBench();

const offset = (page: Page) => page.evaluate<number>('scrollY');
const untilAt = (page: Page, expected: number) =>
  until(async () => Math.abs((await offset(page)) - expected) < 2, `the page is scrolled to ${expected}`);

/** A member of a tribe whose feed has more than one page, scrolled to its last post. */
async function readFeed() {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Hilo de ${ana.name}`);
  for (let number = 1; number <= 24; number += 1) await ana.publish(id, { content: `Madeja ${number}\n\nDe lana` });
  await bench.system.settled();
  const page = await bench.open(ana, `/tools/tribes/${id}`);
  const oldest = page.getByText('Madeja 1', { exact: false }).last();
  await until(async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await painted(page);
    return (await page.getByText(/^Madeja 1\b(?!\d)/).count()) > 0;
  }, 'the last page of the feed is loaded');
  await oldest.waitFor();
  await painted(page);
  await page.evaluate('scrollBy(0, -200)');
  await painted(page);
  return { page, id, at: await offset(page) };
}

test('Back to a long page returns to where a member left it, also after a reload in between', async () => {
  const { page, at } = await readFeed();
  expect(at).toBeGreaterThan(1_500);
  await page.getByRole('navigation').getByRole('link', { name: 'Inicio', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  await page
    .getByText(/^Madeja 24/)
    .first()
    .waitFor();
  await untilAt(page, at);
  await page.reload();
  await untilAt(page, at);
});

test('a member who scrolls a page while its data is on its way stays where they have scrolled', async () => {
  const { page, id } = await readFeed();
  const feed = await gate(page, `**/api/tribes/${id}/posts?**`);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.mouse.move(190, 400);
  await page.mouse.wheel(0, -4_000);
  await untilAt(page, 0);
  feed.open();
  await page
    .getByText(/^Madeja 24/)
    .first()
    .waitFor();
  await painted(page);
  expect(await offset(page)).toBe(0);
});

/** A member at the last of the comments of a post, which are more than one page. */
async function readComments() {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Ovillo de ${ana.name}`);
  const post = await ana.publish(id, { content: 'Con muchos comentarios' });
  for (let number = 1; number <= 45; number += 1)
    await succeeded(ana.post(`/tribes/${id}/posts/${post.id}/comments`, { content: `Nudo ${number}` }));
  const page = await bench.open(ana, `/post/${post.id}?tribe=${id}`);
  const more = page.getByRole('button', { name: 'Ver más comentarios' });
  const last = page.getByText('Nudo 45', { exact: true });
  for (const number of [21, 41]) {
    await more.click();
    await page.getByText(`Nudo ${number}`, { exact: true }).waitFor();
  }
  await last.scrollIntoViewIfNeeded();
  await painted(page);
  return { page, last, at: await offset(page) };
}

test('Back to a post returns to the comment that a member left it at, also after a reload in between', async () => {
  const { page, last, at } = await readComments();
  expect(at).toBeGreaterThan(1_500);
  await page.reload();
  await last.waitFor();
  await untilAt(page, at);
  await page.getByRole('navigation').getByRole('link', { name: 'Tribus', exact: true }).click();
  await last.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  await last.waitFor();
  await untilAt(page, at);
});
