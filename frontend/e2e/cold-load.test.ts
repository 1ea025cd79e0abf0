import { expect, test } from '@jest/globals';
import { png } from '../../deploy/system-tests/pictures.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';
import { expectSteady, painted, watchShifts } from './layout-shifts.ts';

const bench = openBrowserBench();

test.each(['phone', 'desk'] as const)(
  'a member whose name is not known on the device sees no page of visitors, and nothing moves when it arrives, on a %s',
  async (size) => {
    const ana = await bench.system.newcomer('ana');
    const page = await bench.open(ana, '/help', { size });
    await page.addInitScript(watchShifts);
    await page.addInitScript(`localStorage.removeItem('user')`);
    const me = await gate(page, '**/api/auth/me');
    await page.goto('/');
    await page.getByRole('main').getByRole('status').waitFor({ state: 'attached' });
    await painted(page);
    expect(await page.getByRole('link', { name: 'Crear cuenta' }).count()).toBe(0);
    me.open();
    await page.getByRole('heading', { level: 1, name: /^Buen/ }).waitFor();
    await page.getByRole('region', { name: 'Correo sin confirmar' }).waitFor();
    await painted(page);
    await expectSteady(page);
  },
);

test.each([
  ['with a picture', [{ width: 900, height: 600 }]],
  ['with an upright picture', [{ width: 600, height: 900 }]],
  ['without a picture', []],
])('the page of a post %s does not move when the post arrives, on a desk', async (_which, sizes) => {
  const ana = await bench.system.newcomer('ana');
  const tribe = await ana.createTribe(`Mirador de ${ana.id.slice(-8)}`);
  const pictures = await Promise.all(sizes.map(({ width, height }) => png(width, height)));
  const { id } = await ana.publish(tribe.id, { content: 'Desde arriba', pictures });
  const page = await bench.open(ana, '/help', { size: 'desk' });
  await page.addInitScript(watchShifts);
  const post = await gate(page, `**/api/tribes/*/posts/${id}`);
  await page.goto(`/post/${id}?tribe=${tribe.id}`);
  await page.getByRole('main').getByRole('status').waitFor({ state: 'attached' });
  await painted(page);
  post.open();
  await page.getByRole('article', { name: ana.name }).getByText('Desde arriba').waitFor();
  await painted(page);
  await expectSteady(page);
});
