import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Locator, Page } from 'playwright-core';
import { openBrowserBench } from './browser-bench.ts';
import { arriveWithout, scripts } from './gate.ts';
import { painted } from './layout-shifts.ts';

const bench = openBrowserBench();

const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const login = 'Qué bien que vuelves';
const first = (page: Page) => page.locator('#first-view');

test('input in the login form before the app has started is discarded', async () => {
  const page = await bench.open(null, '/help');
  const code = await arriveWithout(page, '/login', scripts);
  await headingOf(page, login).waitFor();
  await page.locator('input[type="password"]').click({ force: true });
  await page.keyboard.type('secreta');
  await page.keyboard.press('Enter');
  expect(await page.locator('input[type="password"]').inputValue()).toBe('');
  code.open();
  await page.locator('#first-view').waitFor({ state: 'detached' });
  await page.getByLabel('Contraseña', { exact: true }).fill('secreta');
  expect(new URL(page.url()).search).toBe('');
});

test('the links in the forms of the login and the registration work before the app has started', async () => {
  const page = await bench.open(null, '/help');
  await arriveWithout(page, '/register', scripts);
  const terms = first(page).getByRole('link', { name: 'términos de uso' });
  await terms.click({ trial: true });
  expect(await terms.getAttribute('href')).toBe('/terms');
  await page.goto('/login', { waitUntil: 'commit' });
  await first(page).getByRole('link', { name: '¿Olvidaste la contraseña?' }).click();
  await page.waitForURL('**/forgot-password', { waitUntil: 'commit' });
});

test('a press on the button of passkeys before the app has started is carried out once, when it has', async () => {
  const page = await bench.open(null, '/help');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const code = await arriveWithout(page, '/login', scripts);
  const button = first(page).getByRole('button', { name: 'Usar una llave de acceso' });
  await button.click();
  expect(await button.getAttribute('aria-busy')).toBe('true');
  const passkey = page.waitForRequest('**/auth/login/passkey/options');
  code.open();
  await passkey;
  await headingOf(page, login).waitFor();
  await painted(page);
  expect(requests.filter((url) => url.includes('/passkey/options'))).toHaveLength(1);
});

test('the terms that a visitor accepts before the app has started are accepted in the app', async () => {
  const page = await bench.open(null, '/help');
  const code = await arriveWithout(page, '/register', scripts);
  const terms = (within: Page | Locator) => within.getByRole('checkbox', { name: 'Acepto los términos de uso' });
  for (const isAccepted of [true, false, true]) await terms(first(page)).setChecked(isAccepted);
  code.open();
  await first(page).waitFor({ state: 'detached' });
  await until(() => terms(page).isChecked(), 'the terms are accepted');
});

test('the language and the theme that a visitor chooses in the first view are those of the app', async () => {
  const page = await bench.open(null, '/help');
  const code = await arriveWithout(page, '/login', scripts);
  await headingOf(page, login).waitFor();
  const view = first(page);
  await view.getByLabel('Idioma').selectOption('en');
  await view.getByRole('button', { name: 'Cambiar al tema claro' }).click();
  const theme = () => page.locator('html').getAttribute('data-theme');
  expect(await theme()).toBe('light');
  code.open();
  await view.waitFor({ state: 'detached' });
  await headingOf(page, 'Good to have you back').waitFor();
  expect(await page.getByLabel('Language').inputValue()).toBe('en');
  expect(await theme()).toBe('light');
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  expect(await theme()).toBe('dark');
  await page.getByRole('button', { name: 'Switch to the light theme' }).click();
  await page.reload();
  await headingOf(page, 'Good to have you back').waitFor();
  expect(await theme()).toBe('light');
});

test('a link that has the keyboard focus in the first view has it in the app', async () => {
  const page = await bench.open(null, '/help');
  const code = await arriveWithout(page, '/', scripts);
  await headingOf(page, 'Siéntate. El fuego está encendido.').waitFor();
  await first(page).getByRole('main').getByRole('link', { name: 'Crear cuenta' }).focus();
  code.open();
  await first(page).waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Crear cuenta');
});
