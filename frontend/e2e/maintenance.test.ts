import { expect, test } from '@jest/globals';
import { until } from '../../services/kit/testing/until.ts';
import { openBrowserBench } from './browser-bench.ts';

/** A separate system, because these tests close the site for everyone. */
const bench = openBrowserBench({ ownSystem: true });

const answers = (status: number) => async () =>
  (await bench.system.visitor.get('/public/hominini/posts')).status === status;

test('when maintenance begins, a member sees that without a tap, and the page with its input returns by itself', async () => {
  const [admin, ana] = [await bench.system.admin(), await bench.system.newcomer('ana')];
  const page = await bench.open(ana, '/tools/tribes/create', { refusals: [503] });
  await page.clock.install();
  const name = page.getByLabel('Nombre', { exact: false }).first();
  await name.fill('Lo que escribí');
  await admin.put('/admin/maintenance-config', { enabled: true, message: 'Volvemos a las seis' });
  const notice = page.getByRole('heading', { level: 1, name: 'Estamos en obra' });
  try {
    await notice.waitFor();
    expect(await name.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor();
  } finally {
    await admin.put('/admin/maintenance-config', { enabled: false, message: '' });
  }
  await until(async () => (await ana.get('/tribes/@me/memberships')).status === 200, 'the site is open again');
  // The page polls every ten seconds, and returns three later.
  await until(async () => {
    await page.clock.fastForward(3_000);
    return !(await notice.isVisible());
  }, 'the page is back');
  expect(await name.inputValue()).toBe('Lo que escribí');
});

test('during maintenance no call of an admin is refused, and every screen shows them that the site is closed', async () => {
  const admin = await bench.system.admin();
  await admin.put('/admin/maintenance-config', { enabled: true, message: '' });
  try {
    await until(answers(503), 'the site is closed');
    const refused: string[] = [];
    for (const size of ['phone', 'desk'] as const) {
      // The browser logs the refusal of the check that the settings screen sends without the session.
      const page = await bench.open(admin, '/tools', { size, refusals: [503] });
      page.on('response', (response) => {
        if (response.status() === 503) refused.push(new URL(response.url()).pathname);
      });
      await Promise.all([
        page.waitForResponse(
          (response) => new URL(response.url()).pathname === '/api/stream' && response.status() === 200,
        ),
        page.reload(),
      ]);
      await page.getByRole('link', { name: 'El sitio está en obra' }).filter({ visible: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Acceso y mantenimiento' }).waitFor();
      await page.getByText('El sitio está cerrado: las visitas leen el aviso.').waitFor();
    }
    expect(new Set(refused)).toEqual(new Set(['/api/public/hominini/info']));
  } finally {
    await admin.put('/admin/maintenance-config', { enabled: false, message: '' });
    await until(answers(200), 'the site is open again');
  }
});

test('during maintenance visitors see only the notice, and may still log in', async () => {
  const admin = await bench.system.admin();
  await admin.put('/admin/maintenance-config', { enabled: true, message: 'Volvemos a las seis' });
  try {
    await until(answers(503), 'the site is closed');
    const page = await bench.open(null, '/', { refusals: [503] });
    await page.getByRole('heading', { level: 1, name: 'Estamos en obra' }).waitFor();
    await page.getByText('Volvemos a las seis').waitFor();
    await page.getByRole('link', { name: 'Entrar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Qué bien que vuelves' }).waitFor();
  } finally {
    await admin.put('/admin/maintenance-config', { enabled: false, message: '' });
    await until(answers(200), 'the site is open again');
  }
}, 120_000);
