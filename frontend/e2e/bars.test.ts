import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Locator } from 'playwright-core';
import { contactMessageMax } from '../../services/identity/limits.ts';
import { squeezed } from './accessibility.ts';
import { openBrowserBench, sizes } from './browser-bench.ts';

interface Positioned {
  getBoundingClientRect(): { top: number };
}

const bench = openBrowserBench();

const heightOf = async (bar: Locator) => (await bar.boundingBox())?.height;

test('the bars of a phone keep their height in a chat of 200 messages, at its end and further up', async () => {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Charla larga de ${ana.name}`);
  for (let number = 1; number <= 200; number++)
    await ana.post(`/tribes/${id}/chat`, { content: `Mensaje ${number} de una tarde en la que hubo mucho que contar` });
  for (const size of ['phone', 'narrow'] as const) {
    const page = await bench.open(ana, '/tools', { size });
    const bars = () =>
      Promise.all([page.getByRole('banner').first(), page.getByRole('navigation').last()].map(heightOf));
    await page.getByRole('heading', { level: 1, name: 'Herramientas' }).waitFor();
    const otherTribeBars = await bars();
    expect(otherTribeBars).toEqual([64, expect.any(Number)]);
    await page.goto(`/inbox/${id}`);
    await page.getByText('Mensaje 200 de').waitFor();
    expect(await bars()).toEqual(otherTribeBars);
    const composer = page.getByRole('textbox', { name: 'Escribe a la tribu' });
    const written = await heightOf(composer);
    await until(async () => {
      await page
        .getByText(/^Mensaje \d+ de/)
        .first()
        .evaluate((message: { scrollIntoView(): void }) => message.scrollIntoView());
      return (await page.getByText('Mensaje 1 de').count()) > 0;
    }, 'the first message is loaded');
    expect([await bars(), await heightOf(composer)]).toEqual([otherTribeBars, written]);
    expect(await squeezed(page)).toEqual([]);
  }
});

test('the header and the actions of a sheet keep their height above the longest message', async () => {
  const admin = await bench.system.admin();
  const ana = await bench.system.newcomer('ana');
  const form = { name: ana.name, email: ana.email, subject: 'feedback' };
  await bench.system.visitor.post('/contact', { ...form, message: 'Una idea. '.repeat(contactMessageMax / 10) });
  for (const size of ['phone', 'narrow', 'desk'] as const) {
    const page = await bench.open(admin, '/admin/contact', { size });
    await page.getByRole('button', { name: ana.name, exact: true }).click();
    await page.getByRole('dialog', { name: ana.name }).getByRole('link', { name: 'Responder' }).waitFor();
    expect(await squeezed(page)).toEqual([]);
  }
});

test('the rows of the rail keep their height in a low window, and the tribes scroll', async () => {
  const ana = await bench.system.newcomer('ana');
  for (const name of ['Faro', 'Muelle', 'Puerto']) await ana.createTribe(`${name} de ${ana.name}`);
  const page = await bench.open(ana, '/tools', { size: 'desk' });
  const side = page.getByRole('complementary').first();
  await side.getByRole('link', { name: `Faro de ${ana.name}` }).waitFor();
  const lines = [side.getByRole('button', { name: /^Buscar/ }), side.getByRole('link', { name: 'Inicio' })];
  expect(await Promise.all(lines.map(heightOf))).toEqual([48, 48]);
  for (const height of [640, 480]) {
    await page.setViewportSize({ width: 1440, height });
    expect(await Promise.all(lines.map(heightOf))).toEqual([48, 48]);
    expect(await squeezed(page)).toEqual([]);
    const last = side.getByRole('link', { name: `Puerto de ${ana.name}` });
    await last.hover();
  }
});

test('in each part of a tribe the first Tab reaches the link that skips to the content, and a phone shows the part', async () => {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Atajos de ${ana.name}`);
  const parts = { '': 'Fuego', '/moderation': 'Moderación', '/settings': 'Ajustes' };
  const page = await bench.open(ana, '/tools', { size: 'narrow' });
  for (const [part, name] of Object.entries(parts)) {
    await page.goto(`/tools/tribes/${id}${part}`);
    const link = page.getByRole('navigation', { name: 'La tribu' }).getByRole('link', { name, exact: true });
    await until(async () => {
      const box = await link.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= sizes.narrow.width;
    }, `the bar shows ${name}`);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Saltar al contenido' });
    expect(await skip.evaluate((element) => element.matches(':focus'))).toBe(true);
  }
});

test('a tab of a tribe keeps the focus when it is chosen by keyboard', async () => {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe(`Faro de ${ana.name}`);
  for (const size of ['phone', 'desk'] as const) {
    const page = await bench.open(ana, `/tools/tribes/${id}`, { size });
    const tab = page.getByRole('navigation', { name: 'La tribu' }).getByRole('link', { name: 'Niveles' });
    await tab.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tools/tribes/${id}/levels`);
    await until(async () => (await tab.getAttribute('aria-current')) === 'page', 'the part is shown');
    expect(await tab.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);
  }
});

test('the tile of one’s tribes on home shows four whole glyphs on a phone', async () => {
  const ana = await bench.system.newcomer('ana');
  for (const name of ['Faro', 'Muelle', 'Puerto']) await ana.createTribe(`${name} de ${ana.name}`);
  const page = await bench.open(ana, '/');
  const glyphs = page
    .getByRole('main')
    .getByRole('link', { name: /^Tus tribus/ })
    .locator('.tribe-hue');
  await glyphs.nth(3).waitFor({ state: 'attached' });
  const tops = await glyphs.evaluateAll((all: Positioned[]) => all.map((glyph) => glyph.getBoundingClientRect().top));
  expect(tops).toHaveLength(4);
  // A line further down is cut off.
  expect(new Set(tops).size).toBe(1);
});
