import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Person, passwordOf } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { openBrowserBench } from './browser-bench.ts';
import { logIn } from './sign-in-screens.ts';
import { untilFieldIs } from './until-field.ts';

const bench = openBrowserBench();
const login = { name: 'Qué bien que vuelves' };

const signInAt = (page: Page, { email }: Person) => logIn(page, email, passwordOf(email));

/** Ends the sessions of a person on the server, as from another device. */
const endSession = (person: Person) => person.post('/auth/logout');

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
  await signInAt(page, ana);
  await page.waitForURL('**/tools/account');
});

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
});

test('a chat message refused because the session has expired is in the field again once its author has signed in', async () => {
  const eva = await (await bench.system.newcomer('eva')).signInAgain();
  const tribe = await eva.createTribe(`Telar de ${eva.name}`);
  const page = await bench.open(eva, `/inbox/${tribe.id}`, { refusals: [401] });
  const field = page.getByLabel('Escribe a la tribu');
  await field.fill('Llego tarde');
  // A service learns of the end of a session within seconds; until then it would accept the message.
  await page.route(`**/api/tribes/${tribe.id}/chat`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 401 }) : route.fallback(),
  );
  await field.press('Enter');
  await page.waitForURL('**/login');
  await signInAt(page, eva);
  await untilFieldIs(field, 'Llego tarde');
});

test.each([
  { where: 'a chat', isDirect: false },
  { where: 'a conversation', isDirect: true },
])(
  'messages on their way when their author leaves $where and the session expires are in its field again',
  async (row) => {
    const [eva, ana] = [await bench.system.newcomer('eva'), await bench.system.newcomer('ana')];
    const tribe = await eva.createTribe(`Hilado de ${eva.name}`);
    await ana.join(tribe.id);
    const path = row.isDirect ? `/dm/${ana.id}?tribeId=${tribe.id}` : `/inbox/${tribe.id}`;
    const page = await bench.open(eva, path, { size: 'desk', refusals: [401] });
    const field = page.getByRole('textbox', { name: /^Escribe a/ });
    const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
    await page.route(row.isDirect ? '**/api/messages' : `**/api/tribes/${tribe.id}/chat`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await refused;
      return route.fulfill({ status: 401 });
    });
    for (const text of ['Uno', 'Dos']) {
      await field.fill(text);
      await field.press('Enter');
      await untilFieldIs(field, '');
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Tribus', exact: true }).click();
    await field.waitFor({ state: 'detached' });
    refuse();
    await page.waitForURL('**/login');
    await signInAt(page, eva);
    await page.waitForURL(({ pathname }) => pathname !== '/login');
    await page.goto(path);
    await untilFieldIs(field, 'Uno\nDos');
  },
);

test('a message typed on the contact page after the session expired is restored once the same member has signed in', async () => {
  const eva = await (await bench.system.newcomer('eva')).signInAgain();
  const page = await bench.open(eva, '/contact', { refusals: [401] });
  const field = page.getByLabel('Mensaje');
  const address = page.getByLabel('Correo electrónico');
  await untilFieldIs(address, eva.email);
  await endSession(eva);
  await page.reload();
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).waitFor();
  await field.fill('Después de la sesión');
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click();
  await signInAt(page, eva);
  await page.waitForURL('**/contact');
  await untilFieldIs(field, 'Después de la sesión');
  expect(await address.inputValue()).toBe(eva.email);
});

test.each([
  ['the profile', '/(modal)/edit-profile'],
  ['the welcome', '/welcome'],
])(
  'a picture that is being cropped in %s when the session expires is there once its owner has signed in',
  async (_where, path) => {
    const eva = await bench.system.newcomer('eva');
    const page = await bench.open(eva, path, { refusals: [401] });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'cara.png', mimeType: 'image/png', buffer: await png(900, 600) });
    const zoom = page.getByLabel('Acercar');
    await zoom.fill('2');
    await page.route('**/api/auth/me/avatar', (route) => route.fulfill({ status: 401 }), { times: 1 });
    await page.getByRole('button', { name: 'Usar esta imagen' }).click();
    await page.waitForURL('**/login');
    await signInAt(page, eva);
    await untilFieldIs(zoom, '2');
    await page.getByRole('button', { name: 'Usar esta imagen' }).click();
    await zoom.waitFor({ state: 'detached' });
    expect((await eva.read('/auth/me')).avatarUrl).toContain('/api/proxy-media?key=avatar');
  },
);

test('a move on the board refused because the session has expired leads back to the board, with the title being typed', async () => {
  const eva = await bench.system.newcomer('eva');
  await eva.post('/tasks', { title: 'Uno', description: '', status: 'todo' });
  const page = await bench.open(eva, '/tools/tasks', { size: 'desk', refusals: [401] });
  const handle = page.getByRole('button', { name: /^Mover Uno,/ });
  const field = page.getByLabel('Nueva tarea');
  await field.fill('Una tarea a medias');
  await page.route('**/api/tasks/reorder', (route) => route.fulfill({ status: 401 }), { times: 1 });
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL('**/login');
  await signInAt(page, eva);
  await untilFieldIs(field, 'Una tarea a medias');
  await page
    .getByRole('region', { name: /^Por hacer/ })
    .getByText('Uno', { exact: true })
    .waitFor();
  await field.press('Enter');
  await page.getByText('Una tarea a medias', { exact: true }).waitFor();
  await untilFieldIs(field, '');
  await page.reload();
  await page.getByText('Una tarea a medias', { exact: true }).waitFor();
  expect(await field.inputValue()).toBe('');
});
