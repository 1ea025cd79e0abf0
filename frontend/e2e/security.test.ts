import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { codeOfApp } from '../../deploy/system-tests/authenticator-app.ts';
import { type Person, passwordOf } from '../../deploy/system-tests/people.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { faultsOf, logIn, withAuthenticator } from './sign-in-screens.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

const section = (page: Page, name: string) => page.getByRole('region', { name });

const openSecurity = async (user: Person, pageOptions?: PageOptions) => {
  const page = await bench.open(user, '/tools/account', pageOptions);
  await page.getByRole('heading', { level: 1, name: 'Seguridad' }).waitFor();
  return page;
};

test('a member changes the password from the account menu, and other devices have to sign in again', async () => {
  const ana = await bench.system.newcomer('ana');
  const phone = await ana.signInAgain();
  const page = await bench.open(ana, '/', { size: 'desk' });
  await page.getByRole('button', { name: /^Tu cuenta/ }).click();
  await page.getByRole('menuitem', { name: 'Seguridad' }).click();
  await section(page, 'Contraseña').getByRole('button', { name: 'Cambiar contraseña' }).click();
  const sheet = page.getByRole('dialog', { name: 'Cambiar contraseña' });
  await sheet.getByLabel('Contraseña actual').fill(passwordOf(ana.email));
  await sheet.getByLabel('Contraseña nueva').fill('otra clave larga');
  await expectToast(page, 'Contraseña guardada. Las demás sesiones se han cerrado.', () =>
    sheet.getByRole('button', { name: 'Guardar' }).click(),
  );
  await expect(ana.get('/auth/me')).resolves.toMatchObject({ status: 200 });
  const visitor = await bench.open(null, '/login');
  await logIn(visitor, ana.email, 'otra clave larga');
  await visitor.waitForURL(({ pathname }) => pathname === '/tools/tribes');
  const { items } = await ana.read('/auth/sessions');
  expect(items.map(({ id }: { id: string }) => id)).toHaveLength(2);
  expect(phone.token).not.toBe(ana.token);
});

test('a wrong password shows an error in the sheet, and all input remains in the form', async () => {
  const eva = await bench.system.newcomer('eva');
  const page = await openSecurity(eva, { refusals: [403] });
  await section(page, 'Contraseña').getByRole('button', { name: 'Cambiar contraseña' }).click();
  const sheet = page.getByRole('dialog', { name: 'Cambiar contraseña' });
  await sheet.getByLabel('Contraseña actual').fill('no es esta');
  await sheet.getByLabel('Contraseña nueva').fill('otra clave larga');
  await sheet.getByRole('button', { name: 'Guardar' }).click();
  await sheet.getByText('La contraseña no es correcta.').waitFor();
  expect(await sheet.getByLabel('Contraseña nueva').inputValue()).toBe('otra clave larga');
});

test('an account with two-step sign-in needs a code of the app or a recovery code before anything is accessible', async () => {
  const luis = await bench.system.newcomer('luis');
  const page = await openSecurity(luis);
  await section(page, 'Verificación en dos pasos').getByRole('button', { name: 'Activar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Verificación en dos pasos' });
  await sheet.getByLabel('Contraseña actual').fill(passwordOf(luis.email));
  await sheet.getByRole('button', { name: 'Continuar' }).click();
  await sheet.getByRole('img', { name: 'Código QR para tu aplicación' }).waitFor();
  const secret = ((await sheet.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await sheet.getByLabel('Código de la aplicación').fill(codeOfApp(secret));
  await sheet.getByRole('button', { name: 'Activar' }).click();
  await sheet.getByRole('button', { name: 'Los he guardado' }).waitFor();
  const codes = await sheet
    .getByRole('list', { name: 'Códigos de recuperación' })
    .getByRole('listitem')
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await sheet.getByRole('button', { name: 'Los he guardado' }).click();
  await section(page, 'Verificación en dos pasos').getByText('Activada', { exact: true }).waitFor();

  const visitor = await bench.open(null, '/login', { refusals: [401] });
  await logIn(visitor, luis.email, passwordOf(luis.email));
  await visitor.getByRole('heading', { name: 'Un paso más' }).waitFor();
  expect(await visitor.evaluate("localStorage.getItem('token')")).toBeNull();
  await visitor.getByLabel('Código de la aplicación').fill('000000');
  await visitor.getByRole('button', { name: 'Entrar', exact: true }).click();
  await visitor.getByText('El código no es correcto o ya se ha usado.').waitFor();
  await visitor.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await visitor.getByLabel('Código de recuperación').fill(codes[0] ?? '');
  await visitor.getByRole('button', { name: 'Entrar', exact: true }).click();
  await visitor.waitForURL(({ pathname }) => pathname === '/tools/tribes');
  await visitor.goto('/tools/account');
  await visitor.getByText('Códigos de recuperación sin usar: 9.').waitFor();
  await section(visitor, 'Historial de accesos').getByText('Código incorrecto').waitFor();
});

test('an ended session disappears at once, and one press ends all others', async () => {
  const marta = await bench.system.newcomer('marta');
  const others = [await marta.signInAgain(), await marta.signInAgain(), await marta.signInAgain()];
  const page = await openSecurity(marta);
  const list = page.getByRole('list', { name: 'Sesiones abiertas' });
  await list.getByRole('listitem').nth(3).waitFor();
  await list.getByText('Este dispositivo').waitFor();
  await list
    .getByRole('button', { name: /^Cerrar la sesión de/ })
    .first()
    .click();
  const one = page.getByRole('dialog', { name: '¿Cerrar esta sesión?' });
  await one.getByRole('button', { name: 'Cerrar sesión' }).click();
  await list.getByRole('listitem').nth(3).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Cerrar las demás' }).click();
  // They are removed from the list at once, before the response.
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().endsWith('/auth/sessions'),
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar las demás' }).click();
  await list.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
  await answered;
  expect((await marta.read('/auth/sessions')).items).toHaveLength(1);
  expect(others).toHaveLength(3);
});

test('a passkey is added, named, signs in without a password, and is removed', async () => {
  const sara = await bench.system.newcomer('sara');
  const page = await openSecurity(sara);
  await withAuthenticator(page);
  const passkeys = section(page, 'Llaves de acceso');
  await passkeys.getByRole('button', { name: 'Añadir llave' }).click();
  const sheet = page.getByRole('dialog', { name: 'Añadir llave' });
  await sheet.getByLabel('Nombre').fill('Mi móvil');
  await sheet.getByLabel('Contraseña actual').fill(passwordOf(sara.email));
  await expectToast(page, 'Llave añadida', () => sheet.getByRole('button', { name: 'Continuar' }).click());
  await passkeys.getByText('Sin usar todavía').waitFor();
  await passkeys.getByRole('button', { name: 'Cambiar el nombre de Mi móvil' }).click();
  const renaming = page.getByRole('dialog', { name: 'Cambiar nombre' });
  await renaming.getByLabel('Nombre').fill('El de Sara');
  await renaming.getByRole('button', { name: 'Guardar' }).click();
  await passkeys.getByText('El de Sara').waitFor();

  await page.evaluate('localStorage.clear()');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Usar una llave de acceso' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/tools/tribes');
  await page.goto('/tools/account');
  await section(page, 'Historial de accesos').getByText('Llave de acceso').first().waitFor();
  await passkeys.getByRole('button', { name: 'Quitar El de Sara' }).click();
  const removing = page.getByRole('dialog', { name: '¿Quitar esta llave?' });
  await removing.getByLabel('Contraseña actual').fill(passwordOf(sara.email));
  await expectToast(page, 'Llave quitada', () => removing.getByRole('button', { name: 'Quitar' }).click());
  await passkeys.getByText('El de Sara').waitFor({ state: 'detached' });
});

test('a suspended person sees the reason after a passkey, and after the code of a second step, as after a password', async () => {
  const admin = await bench.system.admin();
  const words = { kind: 'suspension', reason: 'spam', message: 'Has repetido el mismo anuncio muchas veces.' };
  const [sara, luis] = [await bench.system.newcomer('sara'), await bench.system.newcomer('luis')];
  const page = await openSecurity(sara, { refusals: [401, 403] });
  await withAuthenticator(page);
  await section(page, 'Llaves de acceso').getByRole('button', { name: 'Añadir llave' }).click();
  const sheet = page.getByRole('dialog', { name: 'Añadir llave' });
  await sheet.getByLabel('Nombre').fill('Mi móvil');
  await sheet.getByLabel('Contraseña actual').fill(passwordOf(sara.email));
  await expectToast(page, 'Llave añadida', () => sheet.getByRole('button', { name: 'Continuar' }).click());
  const currentPassword = passwordOf(luis.email);
  const { secret } = (await luis.put('/auth/me/second-factor', { currentPassword })).body;
  await luis.put('/auth/me/second-factor/confirmation', { code: codeOfApp(secret) });
  const step = await bench.open(null, '/login', { refusals: [401, 403] });
  await logIn(step, luis.email, currentPassword);
  await step.getByRole('heading', { name: 'Un paso más' }).waitFor();

  for (const { id } of [sara, luis]) await admin.post(`/admin/users/${id}/sanctions`, words);
  await page.waitForURL(({ pathname }) => pathname === '/login');
  await page.getByRole('button', { name: 'Usar una llave de acceso' }).click();
  await page.getByRole('heading', { name: 'Tu cuenta está suspendida' }).waitFor();
  await page.getByText(words.message).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await step.getByLabel('Código de la aplicación').fill('000000');
  await step.getByRole('button', { name: 'Entrar', exact: true }).click();
  await step.getByText(words.message).waitFor();
});
