import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import { codeOfApp } from '../../deploy/system-tests/authenticator-app.ts';
import { mailedLink } from '../../deploy/system-tests/outside.ts';
import type { Person } from '../../deploy/system-tests/people.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { beAtGoogle, clientOf, confirmAddress, faultsOf, hasSession } from './sign-in-screens.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();
const words = { reason: 'spam', message: 'Has repetido el mismo anuncio en varias tribus.' };

let admin: Person;
beforeAll(async () => {
  admin = await bench.system.admin();
});

const someone = (email = `google.${randomBytes(4).toString('hex')}@tribus.test`) => ({
  sub: randomBytes(8).toString('hex'),
  email,
  email_verified: true,
});

/** A browser at the login, signed in at Google, or set to refuse there. */
async function atLogin(person: ReturnType<typeof someone> | null, pageOptions?: PageOptions): Promise<Page> {
  const page = await bench.open(null, '/login', pageOptions);
  await beAtGoogle(page, person);
  return page;
}

const byGoogle = (page: Page) => page.getByRole('link', { name: 'Entrar con Google' }).click();
const waitUntilSignedIn = (page: Page) =>
  page.waitForURL(({ pathname }) => !/^\/(login|register|auth\/.*)$/.test(pathname));

/** A new person who has accepted the terms. */
async function newcomer(person: ReturnType<typeof someone>): Promise<Page> {
  // Their session may end while the page is open.
  const page = await atLogin(person, { refusals: [401] });
  await byGoogle(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Entrar en Tribus' }).click();
  await waitUntilSignedIn(page);
  return page;
}

test('a new person signs up with Google after accepting the terms, and later signs in without a dialog', async () => {
  const person = someone();
  const page = await bench.open(null, '/register');
  await beAtGoogle(page, person);
  const google = page.getByText('Registrarse con Google');
  expect(await google.isDisabled()).toBe(true);
  await google.click({ force: true });
  await page.getByText('Debe aceptar los términos de uso para continuar').waitFor();
  expect(page.url()).toMatch(/\/register$/);
  await page.getByRole('checkbox').check();
  await page.getByRole('link', { name: 'Registrarse con Google' }).click();
  const terms = page.getByRole('dialog', { name: 'Antes de sentarte' });
  await terms.waitFor();
  expect(page.url()).toMatch(/\/auth\/callback$/);
  expect(await faultsOf(page)).toEqual([]);
  await terms.getByRole('button', { name: 'Entrar en Tribus' }).click();
  await terms.getByText('Debe aceptar los términos de uso para continuar').waitFor();
  expect(await hasSession(page)).toBe(false);
  await terms.getByRole('checkbox').check();
  await terms.getByRole('button', { name: 'Entrar en Tribus' }).click();
  await waitUntilSignedIn(page);
  const me = await (await clientOf(page)).read('/auth/me');
  expect(me).toMatchObject({ email: person.email, emailVerified: true });

  const again = await atLogin(person);
  await byGoogle(again);
  await waitUntilSignedIn(again);
  expect((await (await clientOf(again)).read('/auth/me')).id).toBe(me.id);
});

test('a person who signs up with Google for a tribe reaches it after the welcome, which is shown once', async () => {
  const tribe = await (await bench.system.newcomer('ana')).createTribe('Las que invitan con Google');
  const person = someone();
  const visit = async (): Promise<Page> => {
    const page = await bench.open(null, `/tools/tribes/${tribe.id}?panels=1`);
    await page.waitForURL('**/login');
    await beAtGoogle(page, person);
    await byGoogle(page);
    return page;
  };
  const arrived = async (page: Page) => {
    await page.getByRole('heading', { level: 1, name: 'Las que invitan con Google' }).waitFor();
    expect(page.url()).toMatch(new RegExp(`/tools/tribes/${tribe.id}\\?panels=1$`));
  };
  const page = await visit();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Entrar en Tribus' }).click();
  await page.waitForURL('**/welcome');
  for (const [step, skip] of [
    ['¿Cómo te llamamos?', 'Saltar'],
    ['¿Con quién te sientas?', 'Saltar'],
    ['Di hola', 'Ahora no'],
  ] as const) {
    await page.getByRole('heading', { level: 1, name: step }).waitFor();
    await page.getByRole('button', { name: skip, exact: true }).click();
  }
  await arrived(page);
  await arrived(await visit());
});

test('the post, the vibes or the invitation that a person came for open after signing up with Google', async () => {
  const ana = await bench.system.newcomer('ana');
  const tribe = await ana.createTribe(`Las que llaman ${randomBytes(3).toString('hex')}`);
  const post = await ana.publish(38, { content: 'Para quien llegue' });
  const { code } = (await ana.post(`/tribes/${tribe.id}/invites`, {})).body;
  for (const [path, destination] of [
    [`/post/${post.id}?tribe=38`, `/post/${post.id}?tribe=38`],
    [`/vibes-feed?tribe=38`, `/vibes-feed?tribe=38`],
    [`/invite?code=${code}`, `/tools/tribes/${tribe.id}`],
  ] as const) {
    const page = await bench.open(null, path);
    if (path.startsWith('/invite')) {
      await page.getByRole('link', { name: 'Crear una cuenta y entrar' }).click();
      await page.getByRole('checkbox').check();
    } else {
      if (path.startsWith('/post')) {
        await page.getByRole('button', { name: 'Me gusta: 0', exact: true }).click();
        await page.getByRole('dialog').getByRole('link', { name: 'Entrar' }).click();
      }
      await page.waitForURL('**/login');
    }
    await beAtGoogle(page, someone());
    await page.getByRole('link', { name: /^(Entrar|Registrarse) con Google$/ }).click();
    await page.getByRole('dialog').getByRole('checkbox').check();
    const enter = page.getByRole('button', { name: 'Entrar en Tribus' });
    if (path.startsWith('/invite')) await expectToast(page, `Ya estás en ${tribe.name}.`, () => enter.click());
    else await enter.click();
    await page.waitForURL('**/welcome');
    await page.getByRole('button', { name: 'Saltar todo' }).click();
    await page.waitForURL((url) => url.pathname + url.search === destination);
  }
  expect((await ana.read(`/tribes/${tribe.id}`)).membersCount).toBe(2);
});

test('cancelling the terms returns to the login, without a session; the same address then registers with a password', async () => {
  const person = someone();
  const page = await atLogin(person);
  await byGoogle(page);
  const terms = page.getByRole('dialog', { name: 'Antes de sentarte' });
  await terms.getByRole('button', { name: 'Cancelar' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/login');
  expect(await hasSession(page)).toBe(false);
  await page.getByRole('link', { name: 'Crear cuenta' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hazte un hueco' }).waitFor();
  await page.getByLabel('Correo electrónico').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill('bastante larga');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await page.waitForURL('**/welcome');
});

test('an account with a verified address is linked to Google, and an unverified one is not taken over or shared', async () => {
  const [ana, eva] = [await bench.system.newcomer('ana'), await bench.system.newcomer('eva')];
  const confirm = await bench.open(ana, await mailedLink(bench.inbox, ana.email, '/verify-email'));
  await confirmAddress(confirm);
  await confirm.getByText('Correo confirmado').waitFor();
  const page = await atLogin(someone(ana.email));
  await byGoogle(page);
  await waitUntilSignedIn(page);
  expect((await (await clientOf(page)).read('/auth/me')).id).toBe(ana.id);

  const refused = await atLogin(someone(eva.email));
  await byGoogle(refused);
  await refused.getByText(/Ya hay una cuenta con este correo, aún sin confirmar/).waitFor();
  expect(await faultsOf(refused)).toEqual([]);
  expect(await hasSession(refused)).toBe(false);
});

test('a refusal at Google, or a direct visit, shows what happened and links back', async () => {
  const page = await atLogin(null);
  await byGoogle(page);
  await page.getByText('Has cancelado el inicio de sesión con Google.').waitFor();
  expect(page.url()).toMatch(/\/auth\/callback$/);
  for (const [path, sentence] of [
    ['/api/oauth/google/callback?code=x&state=y', 'El inicio de sesión ha caducado o empezó en otro navegador.'],
    ['/api/oauth/google/callback?code=x&code=y', 'Google no ha podido confirmar quién eres.'],
    ['/auth/callback?error=unavailable', 'Ahora mismo no podemos completar el inicio de sesión.'],
    ['/auth/callback', 'Datos de autenticación faltantes'],
    ['/auth/callback?token=x&user=%7Bbroken', 'Error procesando autenticación'],
  ] as const) {
    await page.goto(path);
    await page.getByText(sentence).waitFor();
    expect(page.url()).toMatch(/\/auth\/callback$/);
    expect(await faultsOf(page)).toEqual([]);
  }
  await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click();
  await page.getByRole('heading', { name: 'Qué bien que vuelves' }).waitFor();
});

test('the form and Google create no account while sign-up is disabled, and existing users sign in', async () => {
  const existing = someone();
  await newcomer(existing);
  await admin.put('/admin/maintenance-config', { disableSignup: true });
  try {
    const form = await bench.open(null, '/register');
    await form.getByText('Registro temporalmente deshabilitado.').waitFor();
    expect(await form.getByRole('textbox').count()).toBe(0);
    expect(await faultsOf(form)).toEqual([]);
    await form.getByRole('link', { name: 'Entrar', exact: true }).waitFor();
    const refused = await atLogin(someone());
    await byGoogle(refused);
    await refused.getByText('El registro está cerrado por ahora. Si ya tienes cuenta, entra con ella.').waitFor();
    const page = await atLogin(existing);
    await byGoogle(page);
    await waitUntilSignedIn(page);
  } finally {
    await admin.put('/admin/maintenance-config', { disableSignup: false });
  }
});

test('an account with two-step sign-in needs a code after the Google sign-in before anything is accessible', async () => {
  const person = someone();
  const me = await clientOf(await newcomer(person));
  const { secret } = (await me.put('/auth/me/second-factor', {})).body;
  const { codes } = (await me.put('/auth/me/second-factor/confirmation', { code: codeOfApp(secret) })).body;
  const page = await atLogin(person, { refusals: [401] });
  await byGoogle(page);
  await page.getByRole('heading', { name: 'Un paso más' }).waitFor();
  expect(page.url()).toMatch(/\/login$/);
  expect(await hasSession(page)).toBe(false);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Código de la aplicación').fill('000000');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByText('El código no es correcto o ya se ha usado.').waitFor();
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await page.getByLabel('Código de recuperación').fill(codes[0]);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await waitUntilSignedIn(page);
  expect((await (await clientOf(page)).read('/auth/me')).email).toBe(person.email);
  const mails = async () => (await bench.inbox.mailsTo(person.email)).join();
  await until(
    async () => (await mails()).includes('Se ha usado un código de recuperación'),
    'the use is notified by mail',
  );
});

test('a suspended person sees the reason after Google, and appeals; a silenced one sees it on every screen', async () => {
  const [suspended, silenced] = [someone(), someone()];
  for (const [person, kind] of [
    [suspended, 'suspension'],
    [silenced, 'silence'],
  ] as const) {
    const { id } = await (await clientOf(await newcomer(person))).read('/auth/me');
    expect((await admin.post(`/admin/users/${id}/sanctions`, { kind, ...words })).status).toBe(201);
  }
  const page = await atLogin(suspended);
  await byGoogle(page);
  await page.getByRole('heading', { name: 'Tu cuenta está suspendida' }).waitFor();
  await page.getByText(words.message).waitFor();
  expect(page.url()).toMatch(/\/auth\/callback$/);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Pide que lo revisemos').fill('Era otra persona con mi teléfono.');
  await page.getByRole('button', { name: 'Pedir revisión' }).click();
  await page.getByText('Hemos recibido tu petición').waitFor();

  const quiet = await atLogin(silenced);
  await byGoogle(quiet);
  await waitUntilSignedIn(quiet);
  await quiet.getByRole('region', { name: 'Tu cuenta está en silencio: solo puedes leer.' }).waitFor();
});
