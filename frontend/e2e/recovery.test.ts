import { expect, test } from '@jest/globals';
import { mailedLink } from '../../deploy/system-tests/outside.ts';
import { passwordOf } from '../../deploy/system-tests/people.ts';
import { barriers } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { clientOf, confirmAddress, faultsOf, logIn } from './sign-in-screens.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();
const next = 'otra clave larga';

test('a person who forgot the password sets a new one by a link that works once', async () => {
  const ana = await bench.system.newcomer('ana');
  const phone = await bench.open(ana, '/tools/tribes', { refusals: [401] });
  const page = await bench.open(null, '/login', { refusals: [400] });
  await page.getByRole('link', { name: '¿Olvidaste la contraseña?' }).click();
  // The previous screen also has such a field.
  await page.getByRole('heading', { level: 1, name: 'Recupera tu cuenta' }).waitFor();
  await page.getByLabel('Correo electrónico').fill(ana.email);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await page.getByText(`Si ${ana.email} tiene una cuenta`).waitFor();
  expect(await page.getByRole('button', { name: /Enviar otra vez en \d+ s/ }).isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);

  const link = await mailedLink(bench.inbox, ana.email, '/reset-password');
  await page.goto(link);
  await page.getByLabel('Contraseña', { exact: true }).fill(next);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await page.getByText('Contraseña cambiada').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await phone.waitForURL(({ pathname }) => pathname === '/login');

  await page.getByRole('link', { name: 'Entrar', exact: true }).click();
  await logIn(page, ana.email, next);
  await page.waitForURL(({ pathname }) => pathname === '/tools/tribes');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Recupera tu cuenta' }).waitFor();

  const again = await bench.open(null, link, { refusals: [400] });
  await again.getByLabel('Contraseña', { exact: true }).fill('una tercera clave');
  await again.getByRole('button', { name: 'Guardar contraseña' }).click();
  await again.getByRole('link', { name: 'Pedir otro enlace' }).waitFor();
  expect(await faultsOf(again)).toEqual([]);
});

test('a member who opens the links of another account stays signed in to their own, also after a new password', async () => {
  const [ana, eva] = [await bench.system.newcomer('ana'), await bench.system.newcomer('eva')];
  const phone = await bench.open(ana, '/tools/tribes', { refusals: [401] });
  await bench.system.visitor.post('/auth/forgot-password', { email: ana.email });
  const email = `nueva-${ana.id}@tribus.test`;
  expect((await ana.put('/auth/me/email', { email, currentPassword: passwordOf(ana.email) })).status).toBe(200);
  const verification = await mailedLink(bench.inbox, ana.email, '/verify-email');
  const page = await bench.open(eva, verification, { refusals: [403] });
  const stays = page.getByText(`En este navegador está abierta la sesión de ${eva.email}.`);
  await confirmAddress(page);
  await page.getByText('¿Es tuya esta cuenta?').waitFor();
  await stays.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(await mailedLink(bench.inbox, email, '/confirm-email'));
  await page.waitForURL(({ search }) => search === '');
  // The link still works after its token has left the address.
  await page.reload();
  await page.getByRole('button', { name: 'Usar este correo' }).click();
  await page.getByText('Este enlace es de otra cuenta').waitFor();
  await stays.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(await mailedLink(bench.inbox, ana.email, '/reset-password'));
  await page.getByLabel('Contraseña', { exact: true }).fill(next);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await page.getByText('Contraseña cambiada').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await phone.waitForURL(({ pathname }) => pathname === '/login');
  await page.getByRole('link', { name: 'Continuar en Tribus' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  expect((await (await clientOf(page)).get('/auth/me')).body.id).toBe(eva.id);
  const signedIn = await bench.system.visitor.post('/auth/login', { email: ana.email, password: next });
  expect(signedIn.body.user.id).toBe(ana.id);
});

test('a member is reminded to confirm their address, has the mail sent again, and its link confirms it', async () => {
  const eva = await bench.system.newcomer('eva');
  const first = await mailedLink(bench.inbox, eva.email, '/verify-email');
  const page = await bench.open(eva, '/tools/tribes');
  const banner = page.getByRole('region', { name: 'Correo sin confirmar' });
  const resend = banner.getByRole('button', { name: 'Enviar otra vez' });
  await expectToast(page, `Enlace enviado a ${eva.email}`, () => resend.click());
  expect(await banner.getByRole('button', { name: /Enviar otra vez en \d+ s/ }).isDisabled()).toBe(true);
  // One mail a minute is sent to an address, and the first one was just sent: its link still works.
  await page.goto(first);
  await confirmAddress(page);
  await page.getByText('Correo confirmado').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Continuar en Tribus' }).click();
  await expect(eva.read('/auth/me')).resolves.toMatchObject({ emailVerified: true });
  await banner.waitFor({ state: 'detached' });
  const dead = await bench.open(null, first, { refusals: [400] });
  await confirmAddress(dead);
  await dead.getByText('Este enlace ya no sirve').waitFor();
  expect(await faultsOf(dead)).toEqual([]);
});

test('the link opened in another browser asks for the owner of the account, and confirms it after the login', async () => {
  const ida = await bench.system.newcomer('ida');
  const page = await bench.open(null, await mailedLink(bench.inbox, ida.email, '/verify-email'), { refusals: [403] });
  await confirmAddress(page);
  await page.getByText('¿Es tuya esta cuenta?').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Es mía: entrar y confirmar' }).click();
  await logIn(page, ida.email, passwordOf(ida.email));
  await confirmAddress(page);
  await page.getByText('Correo confirmado').waitFor();
  await expect(ida.read('/auth/me')).resolves.toMatchObject({ emailVerified: true });
});

test('a person reports a registration of their address by somebody else, and registers it themselves', async () => {
  const otherUser = await bench.system.newcomer('intrusa');
  const otherPage = await bench.open(otherUser, '/tools/tribes', { refusals: [401] });
  const link = await mailedLink(bench.inbox, otherUser.email, '/verify-email');
  const page = await bench.open(null, link, { refusals: [403] });
  await confirmAddress(page);
  await page.getByRole('button', { name: 'No he sido yo' }).click();
  const question = page.getByRole('dialog', { name: '¿Borrar esa cuenta?' });
  await question.waitFor();
  expect(await barriers(page)).toEqual([]);
  await question.getByRole('button', { name: 'Borrar esa cuenta' }).click();
  await page.getByText('Esa cuenta ya no existe').waitFor();
  await otherPage.waitForURL(({ pathname }) => pathname === '/login');
  await page.getByRole('link', { name: 'Crear cuenta' }).click();
  await page.getByLabel('Correo electrónico').fill(otherUser.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(next);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/register');
  const owner = await bench.system.visitor.post('/auth/login', { email: otherUser.email, password: next });
  expect(owner.body.user.id).not.toBe(otherUser.id);
});
