import { expect, test } from '@jest/globals';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';

const bench = openBrowserBench();

test.each([
  { size: 'phone', part: '' },
  { size: 'desk', part: '' },
  { size: 'phone', part: '/people' },
  { size: 'desk', part: '/people' },
] as const)(
  'the skeleton of a tribe$part has its bar and its content where they will be, on a $size',
  async ({ size, part }) => {
    const ana = await bench.system.newcomer('ana');
    const description =
      'Hablamos de setas y de senderos, de lo que se cría debajo de los pinos y de cómo se guisa. '.repeat(3);
    const { id } = await ana.createTribe(`Setas de ${size}${part.length}`, { description });
    const page = await bench.open(ana, '/help', { size });
    const tribe = await gate(page, `**/api/tribes/${id}`);
    await page.goto(`/tools/tribes/${id}${part}`);
    const main = page.getByRole('main');
    const bars = main.locator('[role=status] > .h-12');
    await bars.waitFor();
    const topOf = (selector: string) =>
      main.locator(selector).evaluate((shown) => Math.round(shown.getBoundingClientRect().top));
    const awaited = { bar: await topOf('[role=status] > .h-12'), content: await topOf('[role=status] > .h-12 + div') };
    tribe.open();
    await main.getByRole('navigation').first().waitFor();
    const shown = { bar: await topOf('nav:has(> ul.h-12)'), content: await topOf('nav:has(> ul.h-12) + div') };
    expect(awaited).toEqual(shown);
  },
);

test('the skeleton of a post has the rounded corners of an author, a picture and a line', async () => {
  const ana = await bench.system.newcomer('ana');
  const { id } = await ana.createTribe('Redondas');
  const page = await bench.open(ana, '/help');
  await gate(page, `**/api/tribes/${id}/posts*`);
  await page.goto(`/tools/tribes/${id}`);
  await page.locator('main [role=status] .rounded-full').first().waitFor();
  const radius = (shape: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('main [role=status] ${shape}')).borderTopLeftRadius`);
  const radii = [await radius('.rounded-full'), await radius('.rounded-md'), await radius('.w-32')];
  expect(new Set(radii).size).toBe(3);
});
