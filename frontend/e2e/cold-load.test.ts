import { expect, test } from '@jest/globals';
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
