import { expect, test } from '@jest/globals';
import { passwordOf } from '../../deploy/system-tests/people.ts';
import { openBrowserBench } from './browser-bench.ts';

const bench = openBrowserBench();
const login = { name: 'Qué bien que vuelves' };

test('signing out in another tab closes an open sheet here and shows the login, which leads back to the page', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/tools/account', { refusals: [401] });
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await page.getByRole('dialog', { name: 'Cambiar contraseña' }).waitFor();
  const other = await page.context().newPage();
  await other.goto('/tools/tribes');
  await other.evaluate('localStorage.removeItem("token")');
  await page.getByRole('heading', login).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.getByLabel('Correo electrónico').fill(ana.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(passwordOf(ana.email));
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/tools/account');
}, 120_000);

test('a person who deletes their account is on the landing page, as a visitor', async () => {
  const eva = await bench.system.newcomer('eva');
  const page = await bench.open(eva, '/tools/tribes', { refusals: [401, 403] });
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Editar perfil' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Editar perfil' });
  await sheet.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  await sheet.getByLabel('Escribe ELIMINAR para confirmar').fill('ELIMINAR');
  for (const password of ['no es esta', passwordOf(eva.email)]) {
    await sheet.getByLabel('Tu contraseña').fill(password);
    await sheet.getByRole('button', { name: 'Eliminar para siempre' }).click();
    await page.getByRole('button', { name: 'Sí, eliminar mi cuenta' }).click();
    if (password === 'no es esta') await sheet.getByText('La contraseña no es correcta.').waitFor();
  }
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.getByRole('link', { name: 'Crear cuenta' }).first().waitFor();
  const storedKeys = await page.evaluate<string[]>(
    '[...Object.entries(localStorage), ...Object.entries(sessionStorage)].map(String)',
  );
  expect(storedKeys.filter((key) => /token|user|path|draft/i.test(key))).toEqual([]);
}, 120_000);
