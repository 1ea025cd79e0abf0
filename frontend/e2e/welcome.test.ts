import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { barriers, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench, type PageOptions } from './browser-bench.ts';
import { centreOf } from './drag.ts';
import { gate } from './gate.ts';
import { pressAgain } from './press-again.ts';
import { clientOf } from './sign-in-screens.ts';
import { steadyBox } from './steady-box.ts';
import { expectToast } from './toasts.ts';
import { untilFieldIs } from './until-field.ts';

const bench = openBrowserBench();
const hominini = 38;
const password = 'bastante larga';

let made = 0;
const newAddress = (name: string): string => `${name}.${Date.now().toString(36)}${made++}@tribus.test`;

/** Creates an account with the form at this address; the welcome follows. */
async function register(page: Page, email: string): Promise<void> {
  // The login has fields of the same names.
  await page.getByRole('heading', { level: 1, name: 'Hazte un hueco' }).waitFor();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: 'Acepto los términos de uso' }).check();
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await page.waitForURL('**/welcome');
}

async function newcomer(name: string, pageOptions?: PageOptions): Promise<Page> {
  const page = await bench.open(null, '/register', pageOptions);
  await register(page, newAddress(name));
  return page;
}

const at = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** A double click whose second press comes before the screen has changed. */
const pressTwice = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button: { click(): void }) => {
    button.click();
    button.click();
  });
const pathOf = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '');

test('a newcomer sets a name and an avatar, joins a tribe, asks to join another, and posts a greeting in hominini', async () => {
  const ana = await bench.system.newcomer('ana');
  const word = `telar ${Date.now()}`;
  const open = await ana.createTribe(`Abierta del ${word}`);
  const closed = await ana.createTribe(`Cerrada del ${word}`, { requiresApproval: true });
  const neighbours = await Promise.all(Array.from({ length: 6 }, () => bench.system.newcomer()));
  for (const neighbour of neighbours) {
    await neighbour.join(open.id);
    await neighbour.post(`/tribes/${closed.id}/join-request`);
    await ana.post(`/tribes/${closed.id}/members/${neighbour.id}/approve`);
  }
  await bench.system.settled();
  const page = await newcomer('marta.del.rio');
  await at(page, '¿Cómo te llamamos?');
  const name = page.getByLabel('Nombre');
  expect(await name.inputValue()).toMatch(/^marta del rio /);
  await name.fill('Marta del Río');
  await press(page, 'Elegir un emoji');
  await expectToast(page, 'Avatar actualizado', () => press(page, '🦊'));
  await press(page, 'Continuar');

  await at(page, '¿Con quién te sientas?');
  const tribe = (label: string) => page.getByRole('listitem').filter({ hasText: `${label} del ${word}` });
  await tribe('Abierta').getByRole('button', { name: 'Unirme' }).click();
  await tribe('Abierta').getByText('Miembro', { exact: true }).waitFor();
  await tribe('Cerrada').getByText('Se entra por solicitud').waitFor();
  await tribe('Cerrada').getByRole('button', { name: 'Pedir entrar' }).click();
  await tribe('Cerrada').getByText('Solicitud enviada: te avisaremos').waitFor();
  await pressAgain(tribe('Cerrada').getByRole('button', { name: 'Cancelar solicitud' }));
  await press(page, 'Continuar');

  await at(page, 'Di hola');
  const composer = page.getByRole('form', { name: 'Nueva publicación' });
  const text = composer.getByRole('textbox').first();
  await untilFieldIs(text, '¡Hola! Acabo de llegar. ¿Qué se cuenta por aquí?');
  const posts = async (): Promise<{ content: string }[]> => (await ana.read(`/tribes/${hominini}/posts`)).items;
  expect((await posts()).filter(({ content }) => content.includes('Acabo de llegar'))).toEqual([]);
  await text.fill(`¡Hola! Vengo por el ${word}.`);
  await composer.getByRole('button', { name: 'Publicar' }).click();
  await page.waitForURL(`**/tools/tribes/${hominini}`);
  // A feed shows the first words of a post.
  await page.getByRole('article', { name: 'Marta del Río' }).getByText('¡Hola! Vengo por').waitFor();
  expect((await posts()).map(({ content }) => content)).toContain(`¡Hola! Vengo por el ${word}.`);
  await composer.waitFor();
  await untilFieldIs(composer.getByRole('textbox').first(), '');

  await page.goto('/tools/tribes');
  const ownTribes = page.getByRole('region', { name: 'Mis tribus' });
  await ownTribes.getByRole('link', { name: `Abierta del ${word}` }).waitFor();
  const asked = (await ana.read(`/tribes/${closed.id}/members/pending`)).items.map(
    ({ user }: { user: Person }) => user.name,
  );
  expect(asked).toEqual(['Marta del Río']);
});

test('the tribe a person came for opens after the welcome, whose steps leave no history entries', async () => {
  const ana = await bench.system.newcomer('ana');
  const tribe = await ana.createTribe('Las que invitan');
  const page = await bench.open(null, `/tools/tribes/${tribe.id}?panels=1`);
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: 'Crear cuenta' }).click();
  await register(page, newAddress('eva'));
  await pressTwice(page, 'Saltar');
  await at(page, '¿Con quién te sientas?');
  await page.goBack();
  await at(page, '¿Cómo te llamamos?');
  await pressTwice(page, 'Saltar');
  await at(page, '¿Con quién te sientas?');
  await pressTwice(page, 'Saltar');
  await at(page, 'Di hola');
  await press(page, 'Ahora no');
  await page.getByRole('heading', { level: 1, name: 'Las que invitan' }).waitFor();
  expect(pathOf(page)).toBe(`/tools/tribes/${tribe.id}?panels=1`);
  expect((await ana.read(`/tribes/${hominini}/posts`)).items).not.toContainEqual(
    expect.objectContaining({ content: expect.stringContaining('Acabo de llegar') }),
  );
  await page.goBack();
  await page.waitForURL((url) => url.pathname !== `/tools/tribes/${tribe.id}`);
  expect(pathOf(page)).not.toContain('welcome');
});

test('two presses of the button that skips all steps leave the welcome once, and not for the page before it', async () => {
  const page = await newcomer('rut');
  await page.goto('/tools');
  await page.getByRole('heading', { level: 1, name: 'Herramientas' }).waitFor();
  await page.goto('/welcome');
  await press(page, 'Saltar');
  await at(page, '¿Con quién te sientas?');
  await pressTwice(page, 'Saltar todo');
  await page.getByRole('heading', { level: 1, name: 'hominini' }).waitFor();
  expect(pathOf(page)).toBe(`/tools/tribes/${hominini}`);
});

test.each([
  ['a profile', (id: string) => `/u/${id}`],
  ['hominini', () => '/hominini'],
])('a visitor of %s returns to it, after registration or login', async (_what, pathTo) => {
  const ana = await bench.system.newcomer('ana');
  const path = pathTo(ana.id);
  const name = path === '/hominini' ? 'hominini' : ana.name;
  const page = await bench.open(null, path, { size: 'desk' });
  await page.getByRole('banner').getByRole('link', { name: 'Crear cuenta' }).click();
  const email = newAddress('ida');
  await register(page, email);
  await press(page, 'Saltar todo');
  await at(page, name);

  const other = await bench.open(null, path, { size: 'desk' });
  await other.getByRole('banner').getByRole('link', { name: 'Entrar' }).click();
  await other.getByLabel('Correo electrónico').fill(email);
  await other.getByLabel('Contraseña', { exact: true }).fill(password);
  await other.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click();
  // The account stores that the welcome was shown: it is not shown again.
  await at(other, name);
});

test('Back returns to the previous step, a reload keeps the step and its input, and another tab does not interrupt it', async () => {
  const page = await newcomer('ida');
  const name = page.getByLabel('Nombre');
  await name.fill('Ida');
  await page.reload();
  await untilFieldIs(name, 'Ida');
  await press(page, 'Saltar');
  await at(page, '¿Con quién te sientas?');
  await pressAgain(page.getByRole('button', { name: 'Saltar', exact: true }));
  await page.goBack();
  await untilFieldIs(name, 'Ida');
  await press(page, 'Continuar');
  await at(page, '¿Con quién te sientas?');
  await press(page, 'Continuar');
  await at(page, 'Di hola');
  const text = page.getByRole('form', { name: 'Nueva publicación' }).getByRole('textbox').first();
  await text.fill('Hola, soy Ida');
  await page.reload();
  await at(page, 'Di hola');
  await untilFieldIs(text, 'Hola, soy Ida');

  const other = await page.context().newPage();
  await other.goto('/welcome?step=tribes');
  await at(other, '¿Con quién te sientas?');
  await press(other, 'Saltar todo');
  await at(other, 'hominini');

  await page.goBack();
  await at(page, '¿Con quién te sientas?');
  await page.getByRole('navigation', { name: 'Bienvenida' }).getByRole('button').first().click();
  await at(page, '¿Cómo te llamamos?');
  await untilFieldIs(name, 'Ida');
  expect((await (await clientOf(page)).read('/auth/me')).name).toBe('Ida');
  await press(page, 'Saltar todo');
  await at(page, 'hominini');
});

test('a press of the button that skips all steps counts while the suggestions arrive under it', async () => {
  for (const name of ['Lana', 'Lino', 'Seda', 'Yute', 'Rafia', 'Corcho'])
    await (await bench.system.newcomer()).createTribe(`${name} y ${Date.now()} cosas más`);
  const page = await newcomer('sol');
  const directory = await gate(page, '**/api/tribes?*');
  await page.goto('/welcome?step=tribes');
  await page.getByRole('main').getByRole('status').waitFor();
  const { x, y } = centreOf(await steadyBox(page.getByRole('button', { name: 'Saltar todo', exact: true })));
  await page.mouse.move(x, y);
  await page.mouse.down();
  directory.open();
  await page.getByRole('listitem').getByRole('button', { name: 'Unirme' }).first().waitFor();
  await page.mouse.up();
  await at(page, 'hominini');
});

test('the field and the continue button are visible while the keyboard of a phone is open', async () => {
  const page = await newcomer('luz');
  await page.setViewportSize({ width: 390, height: 430 });
  const visible = async (what: ReturnType<Page['getByRole']>): Promise<boolean> => {
    const box = await what.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 430;
  };
  const on = page.getByRole('button', { name: 'Continuar', exact: true });
  const name = page.getByLabel('Nombre');
  await name.focus();
  await until(() => visible(name), 'the name field is in view');
  await until(() => visible(on), 'the continue button is in view');
  await press(page, 'Continuar');
  await at(page, '¿Con quién te sientas?');
  await until(() => visible(on), 'the continue button is in view');
  await press(page, 'Continuar');
  const text = page.getByRole('form', { name: 'Nueva publicación' }).getByRole('textbox').first();
  await text.focus();
  await until(() => visible(text), 'the greeting is in view');
});

test.each([
  ['phone', 'dark'],
  ['narrow', 'dark'],
  ['desk', 'light'],
] as const)('no step has an axe violation on the %s in the %s theme', async (size, theme) => {
  const page = await newcomer('noa', { size, theme });
  for (const [step, title] of [
    ['name', '¿Cómo te llamamos?'],
    ['tribes', '¿Con quién te sientas?'],
    ['hello', 'Di hola'],
  ] as const) {
    await page.goto(`/welcome?step=${step}`);
    await at(page, title);
    await page.getByRole('main').getByRole('button').nth(3).waitFor();
    expect({ step, found: [...(await barriers(page)), ...(await tooWide(page)), ...(await tooSmall(page))] }).toEqual({
      step,
      found: [],
    });
  }
});
