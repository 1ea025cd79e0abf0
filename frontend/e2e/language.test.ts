import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Page } from 'playwright-core';
import { type Person, passwordOf } from '../../deploy/system-tests/people.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate, scripts } from './gate.ts';
import { logIn } from './sign-in-screens.ts';

const bench = openBrowserBench();

let admin: Person;
beforeAll(async () => {
  admin = await bench.system.admin();
});

const tribes = { es: 'Tribus', en: 'Tribes', zh: '部落' } as const;
const showsTribesIn = (page: Page, language: keyof typeof tribes) =>
  page.getByRole('heading', { level: 1, name: tribes[language], exact: true }).waitFor();
const accountHas = (person: Person, language: string) =>
  until(async () => (await person.read('/auth/me')).language === language, `the account has ${language}`);

const chooseEnglish = (page: Page) => page.getByRole('complementary').getByLabel('Idioma').selectOption('en');

/** Signs in on a device that has never been used: its browser is Spanish. */
async function signInElsewhere({ email }: Person): Promise<Page> {
  const page = await bench.open(null, '/login', { size: 'desk' });
  await logIn(page, email, passwordOf(email));
  await page.waitForURL(({ pathname }) => pathname === '/tools/tribes');
  return page;
}

test('a member who has chosen English gets mails from an admin and screens on another device in English', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/tools/tribes', { size: 'desk' });
  await showsTribesIn(page, 'es');
  await chooseEnglish(page);
  await showsTribesIn(page, 'en');
  await accountHas(ana, 'en');

  const warning = { kind: 'warning', reason: 'spam', message: 'You have repeated the same announcement.' };
  await admin.post(`/admin/users/${ana.id}/sanctions`, warning);
  const mails = async () => (await bench.inbox.mailsTo(ana.email)).join('\n');
  await until(async () => (await mails()).includes('You have received a warning'), 'the mail is in English');

  const other = await signInElsewhere(ana);
  await other.getByRole('dialog', { name: 'You have received a warning' }).waitFor();
  const app = await gate(other, scripts);
  await other.reload({ waitUntil: 'commit' });
  await other.locator('html[lang="en"]').waitFor({ state: 'attached' });
  app.open();
});

test('a language chosen before the sign-in becomes that of the account on all devices', async () => {
  const luis = await bench.system.newcomer('luis');
  const first = await bench.open(luis, '/tools/tribes', { size: 'desk' });
  await showsTribesIn(first, 'es');
  await accountHas(luis, 'es');
  const second = await bench.open(null, '/login', { size: 'desk' });
  await second.getByLabel('Idioma').selectOption('zh');
  await second.getByLabel('电子邮箱').fill(luis.email);
  await second.getByLabel('密码', { exact: true }).fill(passwordOf(luis.email));
  await second.getByRole('button', { name: '登录', exact: true }).click();
  await showsTribesIn(second, 'zh');
  await accountHas(luis, 'zh');
  await first.reload();
  await showsTribesIn(first, 'zh');
});

test('a choice that could not be sent stays on the screen, and is sent at the next load', async () => {
  const eva = await bench.system.newcomer('eva');
  const page = await bench.open(eva, '/tools/tribes', { size: 'desk', refusals: [503] });
  await showsTribesIn(page, 'es');
  await accountHas(eva, 'es');
  await page.route('**/api/auth/me/language', (route) => route.fulfill({ status: 503, json: {} }));
  await Promise.all([page.waitForResponse('**/api/auth/me/language'), chooseEnglish(page)]);
  await showsTribesIn(page, 'en');
  expect((await eva.read('/auth/me')).language).toBe('es');
  await page.unroute('**/api/auth/me/language');
  await page.reload();
  await showsTribesIn(page, 'en');
  await accountHas(eva, 'en');
});

/** Chooses English in the quick menu, which opens above a sheet or a dialog. */
async function chooseEnglishByKeys(page: Page) {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Ir a…' }).getByRole('combobox').fill('English');
  await page.getByRole('option', { name: 'Usar la app en English' }).click();
}

async function openProfileEditor() {
  const rosa = await bench.system.newcomer('rosa');
  const page = await bench.open(rosa, '/profile', { size: 'desk' });
  await page.getByRole('link', { name: 'Editar perfil' }).click();
  const sheet = page.getByRole('dialog', { name: 'Editar perfil' });
  await sheet.getByLabel('Nombre', { exact: true }).fill('Rosa de los Vientos');
  return { page, sheet };
}

test('a sheet that is open while the language changes has the new texts and what was typed', async () => {
  const { page } = await openProfileEditor();
  await chooseEnglishByKeys(page);
  const sheet = page.getByRole('dialog', { name: 'Edit profile' });
  await sheet.waitFor();
  expect(await sheet.getByLabel('Name', { exact: true }).inputValue()).toBe('Rosa de los Vientos');
});

test('a question that is open while the language changes has the new texts', async () => {
  const { page } = await openProfileEditor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: '¿Salir sin guardar?' }).waitFor();
  await chooseEnglishByKeys(page);
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.waitFor();
});
