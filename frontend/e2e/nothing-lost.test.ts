import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Person, passwordOf } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { openBrowserBench } from './browser-bench.ts';
import { goOffline } from './connection.ts';
import { expectToast } from './toasts.ts';
import { untilFieldIs } from './until-field.ts';

const bench = openBrowserBench();

let ana: Person;
let tribe: { id: number };

beforeAll(async () => {
  ana = await bench.system.newcomer('ana');
  tribe = await ana.createTribe('Las del telar');
});

const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
const pathOf = (page: Page): string => new URL(page.url()).pathname;

test('an invitation to a tribe survives the login', async () => {
  const page = await bench.open(null, `/tools/tribes/${tribe.id}`);
  await page.waitForURL('**/login');
  await page.getByLabel('Correo electrónico').fill(ana.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(passwordOf(ana.email));
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Las del telar' }).waitFor();
  expect(pathOf(page)).toBe(`/tools/tribes/${tribe.id}`);
});

test('drafts are restored after leaving, in the composer with its pictures and in the chat', async () => {
  const page = await bench.open(ana, `/tools/tribes/${tribe.id}`);
  const composer = page.getByRole('form', { name: 'Nueva publicación' });
  await composer.getByRole('textbox').first().fill('Hoy he teñido lana con');
  await composer
    .locator('input[type=file]')
    .setInputFiles({ name: 'lana.png', mimeType: 'image/png', buffer: await png(60, 40) });
  await composer.getByRole('img').first().waitFor();
  await tab(page, 'Inicio').click();
  await composer.waitFor({ state: 'detached' });
  await page.goBack();
  await composer.getByRole('textbox').first().waitFor();
  await untilFieldIs(composer.getByRole('textbox').first(), 'Hoy he teñido lana con');
  await composer.getByRole('img').first().waitFor();

  await page.getByRole('link', { name: 'Chat' }).click();
  const field = page.getByLabel('Escribe a la tribu');
  await field.fill('Mañana os cuento');
  await tab(page, 'Inicio').click();
  await field.waitFor({ state: 'detached' });
  await page.goBack();
  await untilFieldIs(field, 'Mañana os cuento');
  await page.reload();
  await untilFieldIs(field, 'Mañana os cuento');
});

test('the draft of a tribe survives a reload, Back and an expired session, and is removed once the tribe exists', async () => {
  const page = await bench.open(ana, '/tools/tribes/create', { refusals: [401] });
  const [name, description] = [page.getByLabel(/^Nombre/), page.getByLabel('Descripción')];
  await name.fill('Las de la rueca');
  await description.fill('Hilar juntas, y contarlo');
  await page.getByRole('switch', { name: 'Privada' }).click();
  const isThere = async (): Promise<void> => {
    await untilFieldIs(name, 'Las de la rueca');
    await untilFieldIs(description, 'Hilar juntas, y contarlo');
    expect(await page.getByRole('switch', { name: 'Privada' }).isChecked()).toBe(true);
  };
  await page.reload();
  await isThere();
  await tab(page, 'Inicio').click();
  await name.waitFor({ state: 'detached' });
  await page.goBack();
  await isThere();
  const other = await page.context().newPage();
  await other.goto('/privacy-policy');
  await other.evaluate('localStorage.removeItem("token")');
  await page.waitForURL('**/login');
  await page.getByLabel('Correo electrónico').fill(ana.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(passwordOf(ana.email));
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click();
  await isThere();
  await page.getByRole('button', { name: 'Crear tribu' }).click();
  await page.getByRole('heading', { level: 1, name: 'Las de la rueca' }).waitFor();
  await page.goto('/tools/tribes/create');
  await name.waitFor();
  expect([await name.inputValue(), await description.inputValue()]).toEqual(['', '']);
});

test('a draft is stored under the account of its author, and deleted from the device on signing out', async () => {
  const eva = await bench.system.newcomer('eva');
  const page = await bench.open(eva, '/tools/tribes/create', { refusals: [401] });
  const name = page.getByLabel(/^Nombre/);
  await name.fill('Solo mía');
  const stored = () => page.evaluate<string[]>('Object.keys(localStorage).filter((key) => key.startsWith("draft:"))');
  expect(await stored()).toEqual([`draft:${eva.id}:new-tribe`]);
  await page.getByRole('button', { name: `Tu cuenta: ${eva.name}` }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await until(async () => (await stored()).length === 0, 'no draft is left on the device');
});

test('a post confirmed after its screen was left is published once, and its draft is removed', async () => {
  const page = await bench.open(ana, `/tools/tribes/${tribe.id}`);
  let send = (): void => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(`**/api/tribes/${tribe.id}/posts`, async (route) => {
    if (route.request().method() === 'POST') await sent;
    await route.continue();
  });
  const field = page.getByRole('form', { name: 'Nueva publicación' }).getByRole('textbox').first();
  await field.fill('Tejido a medias');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).waitFor();
  await tab(page, 'Inicio').click();
  await field.waitFor({ state: 'detached' });
  await page.goBack();
  await untilFieldIs(field, 'Tejido a medias');
  await page.getByRole('button', { name: 'Publicar', disabled: true }).waitFor();
  await expectToast(page, 'Publicado', async () => send());
  await untilFieldIs(field, '');
  const { body } = await ana.get(`/tribes/${tribe.id}/posts`);
  expect(body.items.filter(({ content }: { content: string }) => content === 'Tejido a medias')).toHaveLength(1);
});

test('the chat field remains usable offline', async () => {
  const page = await bench.open(ana, `/inbox/${tribe.id}`, { provoked: /net::ERR_/ });
  const field = page.getByLabel('Escribe a la tribu');
  await field.waitFor();
  await goOffline(page);
  await page.getByRole('status').getByText('You are offline').waitFor();
  const isAboveTabs = async () => {
    const [box, tabs] = [await field.boundingBox(), await page.getByRole('navigation').boundingBox()];
    return box !== null && tabs !== null && box.y + box.height <= tabs.y;
  };
  await until(isAboveTabs, 'the field is above the tabs');
  const isWithoutScrolling = () => page.evaluate<boolean>('document.documentElement.scrollHeight <= innerHeight');
  await until(isWithoutScrolling, 'the page does not scroll');
});

test('Back closes a picture, a sheet and a confirmation without leaving the screen', async () => {
  await ana.publish(tribe.id, { content: 'Lana', pictures: [await png(900, 600)] });
  const beto = await bench.system.newcomer('beto');
  await beto.join(tribe.id);
  const page = await bench.open(beto, '/tools/tribes');
  await page.goto(`/tools/tribes/${tribe.id}`);
  const dialog = page.getByRole('dialog');
  const chooseFromMenu = async (item: string, before = async () => {}): Promise<void> => {
    await page.getByRole('button', { name: 'Más opciones' }).first().click();
    await page.getByRole('menuitem', { name: item }).waitFor();
    await before();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const backCloses = async (): Promise<void> => {
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'Las del telar' }).waitFor();
  };
  await page.getByRole('button', { name: 'Abrir imagen 1 de 1' }).click();
  await backCloses();
  await chooseFromMenu('Reportar');
  await backCloses();
  await chooseFromMenu('Salir de la tribu');
  await backCloses();
  await chooseFromMenu('Reportar');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // As quick as possible: before the overlay is even drawn.
  await chooseFromMenu('Salir de la tribu', () =>
    page.evaluate(`{
      // The dialog pushes a history entry, or replaces that of the menu while it is still there.
      const ways = { pushState: history.pushState, replaceState: history.replaceState };
      for (const [name, way] of Object.entries(ways)) {
        history[name] = (...entry) => {
          Object.assign(history, ways);
          way.apply(history, entry);
          history.back();
        };
      }
    }`),
  );
  const isClosed = 'history.state.idx === 0 || !history.state.usr?.overlays';
  await until(() => page.evaluate(isClosed), 'the history entry of the dialog is left');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1, name: 'Las del telar' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Tribus' }).waitFor();
});

test('a restored draft of a new tribe has a note, which discards it', async () => {
  const page = await bench.open(ana, '/tools/tribes/create');
  const name = page.getByLabel(/^Nombre/);
  await name.fill('A medias');
  await page.reload();
  await page.getByText('Recuperado de la última vez, sin guardar.').waitFor();
  await untilFieldIs(name, 'A medias');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await untilFieldIs(name, '');
  await page.getByText('Recuperado de la última vez, sin guardar.').waitFor({ state: 'detached' });
});

test.each([
  { how: 'cancelled', key: 'Escape' },
  { how: 'sent', key: 'Enter' },
])('once a reply to a comment is $how, the focus is on the button that opened its form', async ({ key }) => {
  const post = await ana.publish(tribe.id, { content: 'Lana nueva' });
  await ana.post(`/tribes/${tribe.id}/posts/${post.id}/comments`, { content: 'Qué bonita' });
  const page = await bench.open(ana, `/post/${post.id}?tribe=${tribe.id}`);
  const reply = page.getByRole('button', { name: 'Responder', exact: true });
  await reply.click();
  const field = page.getByLabel(`Responder a ${ana.name}`);
  await field.fill('Mucho');
  await field.press(key);
  await field.waitFor({ state: 'detached' });
  await until(() => reply.evaluate((button) => button.matches(':focus')), 'the focus is on the button');
});
