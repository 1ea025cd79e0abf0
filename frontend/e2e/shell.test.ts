import { expect, test } from '@jest/globals';
import { passwordOf } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { openBrowserBench } from './browser-bench.ts';
import { goOffline } from './connection.ts';
import { logIn } from './sign-in-screens.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

test('the chosen language persists, for visitors and for members', async () => {
  const page = await bench.open(null, '/login');
  await page.getByRole('heading', { level: 1, name: 'Qué bien que vuelves' }).waitFor();
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en');
  await page.getByRole('heading', { level: 1, name: 'Good to have you back' }).waitFor();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('zh');
  await page.getByRole('heading', { level: 1, name: '欢迎回来' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: '欢迎回来' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('zh');
  // Chinese characters fill their line: lines hardly higher than the letters would touch.
  await page.goto('/');
  const hero = page.getByRole('heading', { level: 1 });
  await hero.waitFor();
  const ratio = 'parseFloat(getComputedStyle(element).lineHeight) / parseFloat(getComputedStyle(element).fontSize)';
  expect(await page.evaluate(`[document.querySelector('h1')].map((element) => ${ratio})[0]`)).toBeGreaterThanOrEqual(
    1.15,
  );

  const ana = await bench.system.newcomer('ana');
  const member = await bench.open(ana, '/tools/tribes');
  await member.getByRole('button', { name: `Tu cuenta: ${ana.name}` }).click();
  await member.getByRole('menuitem', { name: 'English' }).click();
  await member.getByRole('heading', { level: 1, name: 'Tribes' }).waitFor();
  await member.reload();
  await member.getByRole('heading', { level: 1, name: 'Tribes' }).waitFor();
});

test('the chosen theme persists', async () => {
  const page = await bench.open(null, '/', { size: 'desk' });
  const theme = () => page.locator('html').getAttribute('data-theme');
  await page.getByRole('button', { name: 'Cambiar al tema claro' }).click();
  await page.getByRole('button', { name: 'Cambiar al tema oscuro' }).waitFor();
  expect(await theme()).toBe('light');
  await page.reload();
  await page.getByRole('button', { name: 'Cambiar al tema oscuro' }).waitFor();
  expect(await theme()).toBe('light');
});

test('the app follows the theme of the system and its changes until one is chosen, and the choice persists', async () => {
  const page = await bench.open(null, '/', { size: 'desk', systemTheme: 'light' });
  const shows = (theme: string) => page.locator(`html[data-theme="${theme}"]`).waitFor();
  const ground = () => page.locator('meta[name="theme-color"]').getAttribute('content');
  await page.getByRole('button', { name: 'Cambiar al tema oscuro' }).waitFor();
  await shows('light');
  expect(await ground()).toBe('#f8f1e7');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Cambiar al tema claro' }).waitFor();
  await shows('dark');
  expect(await ground()).toBe('#16100c');
  await page.getByRole('button', { name: 'Cambiar al tema claro' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await page.getByRole('button', { name: 'Cambiar al tema oscuro' }).waitFor();
  await shows('light');
});

test('a member logs out, is refused with a wrong password, and returns to the same page', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/tools/points', { refusals: [401] });
  await page.getByRole('heading', { level: 1, name: 'Tus puntos' }).waitFor();
  await page.getByRole('button', { name: `Tu cuenta: ${ana.name}` }).click();
  await expectToast(page, 'Has cerrado la sesión', () => page.getByRole('menuitem', { name: 'Cerrar sesión' }).click());
  await page.waitForURL('**/login');
  expect(await page.evaluate('localStorage.getItem("token")')).toBe(null);
  await until(async () => (await ana.get('/auth/me')).status === 401, 'the session has ended on the server');
  await logIn(page, ana.email, 'no es esta');
  await page.getByRole('alert').getByText('El correo electrónico o la contraseña no son correctos.').waitFor();
  await logIn(page, ana.email, passwordOf(ana.email));
  await page.waitForURL('**/tools/points');
  await page.getByRole('heading', { level: 1, name: 'Tus puntos' }).waitFor();
});

test('a session ended elsewhere leads to the login, and after it back to the page', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/tools/points', { refusals: [401] });
  await page.getByRole('heading', { level: 1, name: 'Tus puntos' }).waitFor();
  const otherDevice = await ana.signInAgain();
  await expectToast(page, 'Tu sesión ha caducado. Vuelve a entrar.', async () =>
    expect((await otherDevice.delete('/auth/sessions')).status).toBe(200),
  );
  await page.waitForURL('**/login');
  await logIn(page, ana.email, passwordOf(ana.email));
  await page.waitForURL('**/tools/points');
});

test('a browser without a connection says so until it has one again', async () => {
  const page = await bench.open(await bench.system.newcomer(), '/tools/tribes', { provoked: /net::ERR_/ });
  await page.getByRole('heading', { level: 1, name: 'Tribus' }).waitFor();
  const banner = page.getByRole('status').getByText('You are offline. Some features may be unavailable.');
  await goOffline(page);
  await banner.waitFor();
  await page.context().setOffline(false);
  await banner.waitFor({ state: 'hidden' });
});
