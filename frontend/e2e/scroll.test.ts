import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { succeeded } from '../../deploy/system-tests/marked-author.ts';
import { until } from '../../services/kit/testing/until.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';
import { painted } from './layout-shifts.ts';
import { overlaysLeft } from './overlays.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

const offset = (page: Page) => page.evaluate<number>('scrollY');
const untilAt = (page: Page, expected: number) =>
  until(async () => Math.abs((await offset(page)) - expected) < 2, `the page is scrolled to ${expected}`);

/** Opens the first link of these in the lower half of the window, without scrolling to it. */
const openShown = (page: Page, links: string) =>
  page.evaluate(`
    [...document.querySelectorAll('${links}')].find((link) => link.getBoundingClientRect().bottom > 400).click()
  `);

/** A new member of the tribe, on the list of tribes, from which they go to the address. */
async function openAsMember(id: number, path: string) {
  const beto = await bench.system.newcomer('beto');
  await succeeded(beto.join(id));
  const page = await bench.open(beto, '/tools/tribes');
  await page.getByRole('heading', { level: 1, name: 'Tribus' }).waitFor();
  await page.goto(path);
  return page;
}

const untilLastPage = (page: Page) =>
  until(async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await painted(page);
    return (await page.getByText(/^Madeja 1\b(?!\d)/).count()) > 0;
  }, 'the last page of the feed is loaded');

/** The author of a tribe whose feed has more than one page, or another member, scrolled to its last post. */
async function readFeed(isAuthor = true) {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Hilo de ${ana.name}`);
  for (let number = 1; number <= 24; number += 1) await ana.publish(id, { content: `Madeja ${number}\n\nDe lana` });
  await bench.system.settled();
  const path = `/tools/tribes/${id}`;
  const page = await (isAuthor ? bench.open(ana, path) : openAsMember(id, path));
  const oldest = page.getByText('Madeja 1', { exact: false }).last();
  await untilLastPage(page);
  await oldest.waitFor();
  await painted(page);
  await page.evaluate('scrollBy(0, -200)');
  await painted(page);
  return { page, ana, id, at: await offset(page) };
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

test('Back to a long page of a member returns to where it was left, also when the code for it is late', async () => {
  const { ana, id } = await readFeed();
  const page = await openAsMember(id, `/u/${ana.id}`);
  await untilLastPage(page);
  await page.evaluate('scrollBy(0, -200)');
  await painted(page);
  const at = await offset(page);
  expect(at).toBeGreaterThan(1_500);
  await openShown(page, 'article a[href*="/post/"]');
  await page.waitForURL('**/post/*');
  await page.reload();
  await page.getByRole('article').first().waitFor();
  const late = await gate(page, '**/assets/restore-scroll-*.js');
  await page.goBack();
  await page
    .getByText(/^Madeja 24/)
    .first()
    .waitFor();
  await painted(page);
  late.open();
  await untilAt(page, at);
});

test('Back to the results of a search returns to where a member left them', async () => {
  const { page, id } = await readFeed();
  await page.goto('/explore/search/posts?q=madeja');
  const results = page.getByRole('main').locator(`a[href*="tribe=${id}"]`);
  await results.nth(15).waitFor();
  await page.evaluate('scrollTo(0, 900)');
  await painted(page);
  const at = await offset(page);
  expect(at).toBeGreaterThan(500);
  await openShown(page, `main a[href*="tribe=${id}"]`);
  await page.waitForURL('**/post/*');
  await page.getByRole('article').waitFor();
  await page.goBack();
  await results.nth(15).waitFor();
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

/** The author of a post, or another member, at the last of its comments, which are more than one page. */
async function readComments(isAuthor = true) {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Ovillo de ${ana.name}`);
  const post = await ana.publish(id, { content: 'Con muchos comentarios' });
  for (let number = 1; number <= 45; number += 1)
    await succeeded(ana.post(`/tribes/${id}/posts/${post.id}/comments`, { content: `Nudo ${number}` }));
  const path = `/post/${post.id}?tribe=${id}`;
  const page = await (isAuthor ? bench.open(ana, path) : openAsMember(id, path));
  const more = page.getByRole('button', { name: 'Ver más comentarios' });
  const last = page.getByText('Nudo 45', { exact: true });
  for (const number of [21, 41]) {
    await more.click();
    await page.getByText(`Nudo ${number}`, { exact: true }).waitFor();
  }
  await last.scrollIntoViewIfNeeded();
  await painted(page);
  return { page, ana, last, at: await offset(page) };
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

/** Away from the bars, so that a tap does not scroll the page. */
async function centre(page: Page, button: Locator): Promise<void> {
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await painted(page);
}

/** Reports with the menu of that button; the page stays as it is, and Back leads to the list of tribes. */
async function reportFromMenu(page: Page, button: Locator, title: string): Promise<void> {
  const [at, address] = [await offset(page), page.url()];
  expect(at).toBeGreaterThan(0);
  const isStillThere = async () => {
    await painted(page);
    expect([await offset(page), page.url()]).toEqual([at, address]);
  };
  await button.tap();
  await page.getByRole('menuitem', { name: 'Reportar' }).tap();
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByRole('radio', { name: 'Acoso' }).tap();
  await isStillThere();
  await expectToast(page, 'Reporte enviado correctamente', () =>
    sheet.getByRole('button', { name: 'Enviar reporte' }).tap(),
  );
  await sheet.waitFor({ state: 'detached' });
  await isStillThere();
  await overlaysLeft(page);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Tribus' }).waitFor();
}

test('a post far down a feed is reported in place, and Back leads where it led before', async () => {
  const { page, at } = await readFeed(false);
  expect(at).toBeGreaterThan(1_500);
  const post = page.getByRole('article').filter({ hasText: /Madeja 1\b(?!\d)/ });
  const button = post.getByRole('button', { name: 'Más opciones' });
  await centre(page, button);
  await reportFromMenu(page, button, 'Reportar publicación');
});

test('a comment far down a post is reported in place, and Back leads where it led before', async () => {
  const { page, ana, last, at } = await readComments(false);
  expect(at).toBeGreaterThan(1_500);
  const comment = page.getByRole('article').filter({ has: last }).last();
  const button = comment.getByRole('button', { name: `Más sobre el comentario de ${ana.name}` });
  await centre(page, button);
  await reportFromMenu(page, button, 'Reportar comentario');
});

test('a person is reported in place on their scrolled profile, and Back leads where it led before', async () => {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Rueca de ${ana.name}`);
  for (let number = 1; number <= 6; number += 1) await ana.publish(id, { content: `Lana ${number}` });
  const page = await openAsMember(id, `/u/${ana.id}`);
  await page.getByText('Lana 1', { exact: true }).waitFor();
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: ana.name }) });
  const button = head.getByRole('button', { name: 'Más opciones' });
  await page.evaluate('scrollBy(0, 40)');
  await painted(page);
  await reportFromMenu(page, button, 'Reportar a esta persona');
});
