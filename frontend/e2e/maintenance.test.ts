import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { paths } from '../src/lib/paths.ts';
import { openBrowserBench } from './browser-bench.ts';
import { arriveWithout, scripts } from './gate.ts';
import { expectSteady, watchShifts } from './layout-shifts.ts';

/** A separate system, because these tests close the site, or sign-up, for everyone. */
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
});

describe('while sign-up is closed', () => {
  let admin: Person;
  let ana: Person;
  beforeAll(async () => {
    [admin, ana] = [await bench.system.admin(), await bench.system.newcomer('ana')];
    await admin.put('/admin/maintenance-config', { disableSignup: true });
  });
  afterAll(() => admin.put('/admin/maintenance-config', { disableSignup: false }));

  const offers = (page: Page) => page.locator('a[href="/register"]');

  test.each([
    { language: 'es', path: '/', login: 'Ya tengo cuenta' },
    { language: 'en', path: '/', login: 'I have an account' },
    { language: 'zh', path: '/', login: '我有账号' },
    { language: 'es', path: '/hominini', login: 'Entrar' },
  ] as const)(
    'a visitor of $path in $language is offered to sign in only, before and after the code has loaded',
    async ({ language, path, login }) => {
      const page = await bench.open(null, '/help', { locale: language, size: 'desk' });
      await page.addInitScript(watchShifts);
      const code = await arriveWithout(page, path, scripts);
      const signIn = page.getByRole('main').getByRole('link', { name: login, exact: true });
      await signIn.waitFor();
      await until(async () => (await offers(page).count()) === 0, 'the first view offers no account');
      const early = await signIn.getAttribute('class');
      code.open();
      await page.locator('#first-view').waitFor({ state: 'detached' });
      await signIn.waitFor();
      expect(await offers(page).count()).toBe(0);
      expect(await signIn.getAttribute('href')).toBe('/login');
      // It is the primary button from the beginning.
      expect(await signIn.getAttribute('class')).toBe(early);
      await expectSteady(page);
    },
  );

  test('the offer to react to a post, a profile, the quick menu and the login page lead to signing in', async () => {
    await ana.publish(38, { content: 'La puerta está entornada' });
    const page = await bench.open(null, '/hominini');
    await page
      .getByRole('article', { name: ana.name })
      .getByRole('button', { name: 'Me gusta: 0', exact: true })
      .click();
    const offer = page.getByRole('dialog', { name: 'Hazte un hueco junto al fuego' });
    await offer.getByText('Registro temporalmente deshabilitado.').waitFor();
    expect(await offer.getByRole('link').allInnerTexts()).toEqual(['Entrar']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const menu = page.getByRole('dialog', { name: 'Ir a…' });
    await menu.getByRole('option', { name: 'Entrar', exact: true }).waitFor();
    expect(await menu.getByRole('option', { name: 'Crear cuenta' }).count()).toBe(0);
    await page.goto(paths.user(ana.id));
    await page.getByRole('heading', { level: 1, name: ana.name }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Entrar', exact: true }).waitFor();
    const isWithoutOffer = async () => (await offers(page).count()) === 0;
    await until(isWithoutOffer, 'the profile offers no account');
    await page.goto('/login');
    await page.getByRole('link', { name: 'Mirar sin cuenta qué se cuenta en hominini' }).waitFor();
    await until(isWithoutOffer, 'the login offers no account');
  });
});
