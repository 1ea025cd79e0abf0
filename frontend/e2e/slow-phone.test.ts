import { expect, test } from '@jest/globals';
import { until } from '../../services/kit/testing/until.ts';
import { openBrowserBench } from './browser-bench.ts';
import { flowOf, onwards, postsIn } from './create-flow.ts';
import { computeSlowly } from './slowness.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

interface Pressed {
  click(): void;
}

/** As slow as a cheap phone. */
const SLOW = 6;

test.each(['/tools/tribes', '/tools/members', '/explore'])(
  'fast typing loses no letter of a search at %s',
  async (path) => {
    const page = await bench.open(await bench.system.newcomer('ana'), path);
    const field = page.getByRole('searchbox').first();
    await field.waitFor();
    await computeSlowly(page, SLOW);
    await field.pressSequentially('fuego lento del norte');
    await page.waitForURL('**?q=fuego+lento+del+norte');
    expect(await field.inputValue()).toBe('fuego lento del norte');
  },
);

test.each(['/admin/audit', '/tools/post-stats'])('fast typing loses no digit of a day at %s', async (path) => {
  const page = await bench.open(await bench.system.admin(), path, { size: 'desk' });
  const field = page.getByLabel('Desde');
  await field.waitFor();
  await computeSlowly(page, SLOW);
  await field.focus();
  // Day and month in the order of any language.
  await page.keyboard.type('11112024');
  await page.waitForURL('**?from=2024-11-11');
  expect(await field.inputValue()).toBe('2024-11-11');
});

test('a draft opened and continued at once is published in its own tribe', async () => {
  const ana = await bench.system.newcomer('ana');
  const { id: tribeId } = await ana.createTribe(`Orilla de ${ana.id.slice(-8)}`);
  const { id: otherId } = await ana.createTribe(`Cumbre de ${ana.id.slice(-8)}`);
  const page = await bench.open(ana, `/(modal)/create?type=post&tribe=${tribeId}`);
  const { sheet, button, caption } = flowOf(page);
  await onwards(page);
  await caption.fill('Junto al agua');
  await page.goto(`/(modal)/create?type=post&tribe=${otherId}`);
  const draft = sheet.getByRole('button', { name: /^Junto al agua Post/ });
  await draft.waitFor();
  await computeSlowly(page, SLOW);
  // Both presses come before the browser renders: nobody is faster.
  const next = await button('Continuar').elementHandle();
  await draft.evaluate((opener: Pressed, continuing: Pressed | null) => {
    opener.click();
    continuing?.click();
  }, next);
  await until(async () => (await caption.inputValue()) === 'Junto al agua', 'the text of the draft is shown');
  await onwards(page);
  await expectToast(page, 'Publicado', () => button('Publicar').click());
  expect(await postsIn(ana, tribeId)).toMatchObject([{ content: 'Junto al agua' }]);
  expect(await postsIn(ana, otherId)).toEqual([]);
});
