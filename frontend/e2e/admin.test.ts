import { beforeAll, expect, test } from '@jest/globals';
import { type Person, passwordOf } from '../../deploy/system-tests/people.ts';
import { openBrowserBench } from './browser-bench.ts';
import { faultsOf, logIn } from './sign-in-screens.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();
const words = { reason: 'spam', message: 'Has repetido el mismo anuncio en varias tribus.' };

let admin: Person;
beforeAll(async () => {
  admin = await bench.system.admin();
});

const impose = (kind: string, recipient: Person) =>
  admin.post(`/admin/users/${recipient.id}/sanctions`, { kind, ...words });

test('an admin finds a person, renames them, adds them to a tribe, and sees it in the log', async () => {
  const ana = await bench.system.newcomer('ana');
  const owner = await bench.system.newcomer('olga');
  const tribe = await owner.createTribe(`Muelle de los barcos de vapor ${owner.id.slice(-8)}`);
  const page = await bench.open(admin, '/admin', { size: 'desk' });
  await page.getByLabel('Buscar por nombre o correo').fill(ana.email);
  await page.getByRole('button', { name: ana.name, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Cuenta' });
  await sheet.getByLabel('Nombre', { exact: true }).fill('Ana del Faro');
  await expectToast(page, 'Cuenta guardada', () => sheet.getByRole('button', { name: 'Guardar' }).click());
  await sheet.getByLabel('Añadir a una tribu').fill(tribe.name);
  await page.getByRole('option', { name: tribe.name }).click();
  await sheet.getByLabel(`Rol en ${tribe.name}`).waitFor();
  // Every test reports content that does not fit into a sheet (dialog-width.ts).
  const phone = await bench.open(admin, `/admin?user=${ana.id}`, { size: 'narrow' });
  await phone.getByLabel(`Rol en ${tribe.name}`).waitFor();

  const log = await bench.open(admin, `/admin/audit?target=${ana.id}`, { size: 'desk' });
  await log.getByRole('button', { name: 'Cuenta cambiada' }).click();
  const entry = log.getByRole('dialog', { name: 'Cuenta cambiada' });
  await entry.getByText('Ana del Faro').last().waitFor();
  await log.keyboard.press('Escape');
  const [file] = await Promise.all([
    log.waitForEvent('download'),
    log.getByRole('button', { name: 'Descargar CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('audit.csv');
});

test('only admins see the desk: members are redirected to the home page, visitors to the login', async () => {
  const ana = await bench.system.newcomer('ana');
  for (const path of ['/admin', '/admin/audit']) {
    const page = await bench.open(ana, path);
    await page.waitForURL((url) => url.pathname === '/');
    const visitor = await bench.open(null, path);
    await visitor.waitForURL((url) => url.pathname === '/login');
  }
});

test('an admin who demotes themselves leaves the desk for the home page', async () => {
  const newcomer = await bench.system.newcomer('rut');
  await admin.put(`/admin/users/${newcomer.id}`, { role: 'admin' });
  // A change of role ends all sessions.
  const rut = await newcomer.signInAgain();
  const page = await bench.open(rut, `/admin?user=${rut.id}`, { size: 'desk' });
  const sheet = page.getByRole('dialog', { name: 'Cuenta' });
  const save = () => sheet.getByRole('button', { name: 'Guardar' }).click();
  await sheet.getByLabel('Nombre', { exact: true }).fill('Rut del Faro');
  await expectToast(page, 'Cuenta guardada', save);
  await page.getByRole('button', { name: 'Tu cuenta: Rut del Faro', includeHidden: true }).first().waitFor();
  await sheet.getByLabel('Rol', { exact: true }).click();
  await page.getByRole('option', { name: 'Miembro' }).click();
  await save();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('button', { name: 'Tu cuenta: Rut del Faro' }).click();
  await page.getByRole('menuitem', { name: 'Seguridad' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Administración' }).count()).toBe(0);
});

test('a suspended member appeals at the login, and signs in once an admin has accepted', async () => {
  const [ana, luis] = [await bench.system.newcomer('ana'), await bench.system.newcomer('luis')];
  for (const person of [ana, luis]) await impose('suspension', person);
  const page = await bench.open(null, '/login', { refusals: [403] });
  const logInAs = ({ email }: Person) => logIn(page, email, passwordOf(email));
  await logInAs(ana);
  await page.getByRole('heading', { name: 'Tu cuenta está suspendida' }).waitFor();
  await page.getByText(words.message).waitFor();
  const appeal = page.getByLabel('Pide que lo revisemos');
  await appeal.fill('Era otra persona con mi teléfono.');
  await page.reload();
  await logInAs(luis);
  await appeal.waitFor();
  expect(await appeal.inputValue()).toBe('');
  await page.reload();
  await logInAs(ana);
  await appeal.waitFor();
  expect(await appeal.inputValue()).toBe('Era otra persona con mi teléfono.');
  await page.getByRole('button', { name: 'Pedir revisión' }).click();
  await page.getByText('Hemos recibido tu petición').waitFor();

  const desk = await bench.open(admin, '/admin', { size: 'desk' });
  await desk.getByRole('button', { name: `Abrir la petición de ${ana.name}` }).click();
  const sheet = desk.getByRole('dialog', { name: 'Petición de revisión' });
  await sheet.getByText('Era otra persona con mi teléfono.').waitFor();
  await sheet.getByRole('button', { name: 'Aceptar y retirar' }).click();
  await sheet.getByText('Escribe primero tu respuesta').waitFor();
  await sheet.getByLabel('Tu respuesta').fill('Tienes razón, disculpa.');
  await sheet.getByRole('button', { name: 'Aceptar y retirar' }).click();
  await sheet.getByText('Retirada', { exact: true }).waitFor();
  await sheet.getByRole('button', { name: 'Ver cuenta' }).click();
  await desk.getByRole('dialog', { name: 'Cuenta' }).getByLabel('Correo electrónico').waitFor();
  await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click();
  await logInAs(ana);
  await page.waitForURL((url) => url.pathname !== '/login');
});

test('a silenced member sees the reason above every screen, a warned one until they confirm', async () => {
  const ana = await bench.system.newcomer('ana');
  await impose('silence', ana);
  const page = await bench.open(ana, '/tools/tribes');
  await page.getByRole('button', { name: 'Ver el motivo' }).click();
  const sheet = page.getByRole('dialog', { name: 'Tu cuenta está en silencio' });
  await sheet.getByLabel('Pide que lo revisemos').fill('No volverá a pasar, de verdad.');
  await sheet.getByRole('button', { name: 'Pedir revisión' }).click();
  await sheet.getByText('Hemos recibido tu petición').waitFor();

  const beto = await bench.system.newcomer('beto');
  await impose('warning', beto);
  const warned = await bench.open(beto, '/tools/tribes');
  const dialog = warned.getByRole('dialog', { name: 'Has recibido una advertencia' });
  await dialog.getByText(words.message).waitFor();
  await dialog.getByRole('button', { name: 'Entendido' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await beto.read('/auth/me/sanctions')).items).toEqual([]);
});

test.each(['dark', 'light'] as const)(
  'the admin desk and its sheets have no axe violation in the %s theme',
  async (theme) => {
    const ana = await bench.system.newcomer('ana-de-nombre-bastante-largo-para-un-telefono');
    await impose('silence', ana);
    const page = await bench.open(admin, '/admin', { theme });
    // They are among the newest before the search begins, too, which fades the list until its response.
    await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === ana.email),
      page.getByLabel('Buscar por nombre o correo').fill(ana.email),
    ]);
    const found = page.getByRole('button', { name: ana.name, exact: true });
    await found.waitFor();
    const faults = { '/admin': await faultsOf(page), sheet: [''], '/admin/audit': [''], entry: [''] };
    await found.click();
    const sheet = page.getByRole('dialog', { name: 'Cuenta' });
    await sheet.getByText(words.message).waitFor();
    faults.sheet = await faultsOf(page);
    await page.goto(`/admin/audit?target=${ana.id}`);
    const entry = page.getByRole('button', { name: 'Silencio' }).first();
    await entry.waitFor();
    faults['/admin/audit'] = await faultsOf(page);
    await entry.click();
    await page.getByRole('dialog', { name: 'Silencio' }).waitFor();
    faults.entry = await faultsOf(page);
    expect(faults).toEqual({ '/admin': [], sheet: [], '/admin/audit': [], entry: [] });
  },
);
