import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ownOf } from '../../deploy/system-tests/test-system.ts';
import { openBrowserBench } from './browser-bench.ts';
import { expectSteady, watchShifts } from './layout-shifts.ts';
import { openSplitPages } from './split-pages.ts';

const bench = openBrowserBench({ ownSystem: true });

let pages: Awaited<ReturnType<typeof openSplitPages>>;
beforeAll(async () => {
  pages = await openSplitPages(ownOf(bench.system).system.url, '<form');
});
afterAll(() => pages.close());

test('a login whose page arrives in two parts is not shown before the second one, and does not move', async () => {
  const page = await bench.open(null, '/help');
  await page.addInitScript(watchShifts);
  await page.addInitScript(`requestAnimationFrame(() => {
    window.inFirstFrame = document.querySelector('#first-view form') !== null;
  })`);
  const styles = page.waitForResponse('**/assets/first-view-*.css');
  await page.goto(`${pages.url}/login`, { waitUntil: 'commit' });
  await (await styles).finished();
  // In this time the first part alone would be painted.
  for (let answers = 0; answers < 50; answers += 1) await page.evaluate('document.readyState');
  pages.sendRest();
  await page.locator('#first-view').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Qué bien que vuelves' }).waitFor();
  expect(await page.evaluate('window.inFirstFrame')).toBe(true);
  await expectSteady(page);
});
