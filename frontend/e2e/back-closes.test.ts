import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { painted } from './layout-shifts.ts';
import { overlaysLeft } from './overlays.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
let tribe: { id: number; name: string };
/** Beto is not a member. */
let other: { name: string };

beforeAll(async () => {
  [ana, beto] = await Promise.all([bench.system.newcomer('ana'), bench.system.newcomer('beto')]);
  tribe = await ana.createTribe('Las del molino');
  other = await ana.createTribe(`Las del pozo ${ana.id.slice(-8)}`);
  await beto.join(tribe.id);
  await ana.publish(tribe.id, { content: 'Harina' });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The tribe, opened from the list of tribes, to which Back leads. */
async function openTribe(user: Person, options: PageOptions = {}): Promise<Page> {
  const page = await bench.open(user, '/tools/tribes', options);
  await heading(page, 'Tribus').waitFor();
  await page.goto(`/tools/tribes/${tribe.id}`);
  await page.getByRole('article', { name: ana.name }).first().waitFor();
  return page;
}

async function backLeadsToTribes(page: Page): Promise<void> {
  await overlaysLeft(page);
  await page.goBack();
  await heading(page, 'Tribus').waitFor();
}

test('Back closes the menu of a post, opened by its button or a right click, and the page is not left', async () => {
  const page = await openTribe(beto);
  const post = page.getByRole('article', { name: ana.name });
  const menu = page.getByRole('menu');
  const button = post.getByRole('button', { name: 'Más opciones' });
  for (let times = 0; times < 2; times += 1) {
    await button.tap();
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
    await post.waitFor();
    await overlaysLeft(page);
  }
  await until(() => button.evaluate((element) => element === element.ownerDocument.activeElement), 'it has the focus');
  await post.locator('header').click({ button: 'right' });
  await menu.waitFor();
  await page.goBack();
  await menu.waitFor({ state: 'detached' });
  await post.waitFor();
  await backLeadsToTribes(page);
});

test('a page scrolled while a menu is open keeps its offset when Back closes the menu', async () => {
  const page = await openTribe(beto, { size: 'narrow' });
  await page.getByRole('button', { name: 'Más opciones' }).first().click();
  await page.getByRole('menu').waitFor();
  const scrolled = () => page.evaluate<number>('scrollY');
  const before = await scrolled();
  const after = before < 60 ? before + 60 : before - 60;
  await page.evaluate(`scrollTo(0, ${after})`);
  await until(async () => (await scrolled()) === after, 'the page is scrolled');
  await painted(page);
  await page.goBack();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await overlaysLeft(page);
  await painted(page);
  expect(await scrolled()).toBe(after);
});

test('two quick presses of Back close a menu and leave the page', async () => {
  const page = await openTribe(beto);
  await page.getByRole('article').getByRole('button', { name: 'Más opciones' }).tap();
  await page.getByRole('menu').waitFor();
  // After the evaluation: leaving the page would interrupt it.
  await page.evaluate('setTimeout(() => (history.back(), history.back())), null');
  await heading(page, 'Tribus').waitFor();
});

test('Back closes an overlay opened from a menu, and the next Back leaves the page', async () => {
  const page = await openTribe(beto);
  const dialog = page.getByRole('dialog');
  const open = async () => {
    await page.getByRole('button', { name: 'Más opciones' }).first().tap();
    await page.getByRole('menuitem', { name: 'Salir de la tribu' }).tap();
    await dialog.waitFor();
  };
  // The first time its code is still to be loaded.
  for (let times = 0; times < 2; times += 1) {
    await open();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await heading(page, tribe.name).waitFor();
    await overlaysLeft(page);
  }
  await open();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await backLeadsToTribes(page);
});

test('Back returns in one press from the target of a menu’s link, and Forward leads there again', async () => {
  const page = await openTribe(ana);
  await page.getByRole('button', { name: 'Más opciones' }).first().tap();
  await page.getByRole('menuitem', { name: 'Ajustes' }).tap();
  await page.waitForURL('**/settings');
  await page.goBack();
  await heading(page, tribe.name).waitFor();
  await overlaysLeft(page);
  expect(await page.getByRole('menu').count()).toBe(0);
  await page.goForward();
  await page.waitForURL('**/settings');
  await page.goBack();
  await heading(page, tribe.name).waitFor();
  await backLeadsToTribes(page);
});

test.each(['phone', 'desk'] as const)('a press on a link outside an open menu navigates, on a %s', async (size) => {
  const page = await openTribe(beto, { size });
  const post = page.getByRole('article', { name: ana.name });
  await post.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menu').waitFor();
  const link = page.getByRole('link', { name: 'Bandeja' }).first();
  await (size === 'phone' ? link.tap() : link.click());
  await page.waitForURL('**/inbox');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await post.waitFor();
  await backLeadsToTribes(page);
});

test('Back closes the menu of a member in the list of a tribe', async () => {
  const page = await openTribe(ana);
  await page.goto(`/tools/tribes/${tribe.id}/people`);
  await page.getByRole('button', { name: `Acciones: ${beto.name}` }).tap();
  await page.getByRole('menu').waitFor();
  await page.goBack();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Acciones: ${beto.name}` }).waitFor();
  await overlaysLeft(page);
  await page.goBack();
  await heading(page, tribe.name).waitFor();
});

test('Back closes a list in a sheet, then the sheet, and the page is not left', async () => {
  const page = await bench.open(await bench.system.admin(), `/admin?q=${encodeURIComponent(beto.email)}`);
  await page.getByRole('button', { name: beto.name, exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'Cuenta' });
  await sheet.getByLabel(`Rol en ${tribe.name}`).tap();
  await page.getByRole('listbox').waitFor();
  await page.goBack();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await sheet.getByLabel('Añadir a una tribu').fill(other.name);
  await page.getByRole('listbox').waitFor();
  await page.goBack();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await sheet.getByLabel(`Rol en ${tribe.name}`).waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: beto.name, exact: true }).waitFor();
});

test('a filter chosen from a list replaces the address: Back leaves the page', async () => {
  const page = await bench.open(await bench.system.admin(), '/admin', { size: 'desk' });
  await heading(page, 'Administración').waitFor();
  await page.goto('/admin/audit');
  await page.getByRole('combobox', { name: 'Qué' }).click();
  await page.getByRole('option', { name: 'Cuenta cambiada' }).click();
  await page.waitForURL('**/admin/audit?action=*');
  await overlaysLeft(page);
  await page.goBack();
  await page.waitForURL('**/admin');
});

test('blocking a person from the menu of a conversation leads back to the previous page', async () => {
  const cleo = await bench.system.newcomer('cleo');
  await cleo.join(tribe.id);
  const page = await bench.open(cleo, '/tools/tribes');
  await heading(page, 'Tribus').waitFor();
  await page.goto(`/tools/tribes/${tribe.id}`);
  const post = page.getByRole('article', { name: ana.name });
  await post.getByRole('button', { name: 'Más opciones' }).tap();
  await page.getByRole('menuitem', { name: `Escribir a ${ana.name}` }).tap();
  await page.waitForURL('**/dm/**');
  // The address changes before the screen: the tribe's menus have the same name.
  await heading(page, ana.name).waitFor();
  await page.getByRole('button', { name: 'Más opciones' }).tap();
  await page.getByRole('menuitem', { name: /^Bloquear/ }).tap();
  await heading(page, tribe.name).waitFor();
  await backLeadsToTribes(page);
});
