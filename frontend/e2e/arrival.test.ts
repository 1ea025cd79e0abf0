import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { passwordOf } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { openBrowserBench } from './browser-bench.ts';
import { choose, pngFile } from './files.ts';
import { painted } from './layout-shifts.ts';
import { steadyBox } from './steady-box.ts';

const hominini = 38;
const bench = openBrowserBench();

test('a visitor finds the hero, the feed of hominini with its pictures below it, and the links to sign in and up', async () => {
  const ana = await bench.system.newcomer('ana');
  await ana.publish(hominini, { content: 'La hoguera de anoche', pictures: [await png(900, 600)] });
  const page = await bench.open(null, '/');
  await page.getByRole('heading', { level: 1, name: 'Siéntate. El fuego está encendido.' }).waitFor();
  expect(await page.getByRole('link', { name: 'Ya tengo cuenta' }).getAttribute('href')).toBe('/login');
  await page.getByRole('heading', { name: 'Lo que se cuenta ahora' }).scrollIntoViewIfNeeded();
  const post = page.getByRole('article', { name: ana.name });
  await post.getByText('La hoguera de anoche').waitFor();
  await post.getByRole('img', { name: `Imagen 1 de ${ana.name}` }).waitFor();
  for (const [name, path] of [
    ['Ayuda', '/help'],
    ['Privacidad', '/privacy-policy'],
    ['Términos de uso', '/terms'],
    ['Borrar tus datos', '/data-deletion'],
  ] as const)
    expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(path);

  await page.goto('/hominini');
  await page.getByRole('heading', { level: 1, name: 'hominini' }).waitFor();
  await page.getByRole('article', { name: ana.name }).getByText('La hoguera de anoche').waitFor();
  await page.getByRole('link', { name: 'Crear cuenta' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Hazte un hueco' }).waitFor();
});

test('a visitor who likes a post or wants to reply is offered an account, and returns to the feed', async () => {
  const ana = await bench.system.newcomer('ana');
  await ana.publish(hominini, { content: 'Aún quedan brasas' });
  const page = await bench.open(null, '/hominini');
  const post = page.getByRole('article', { name: ana.name });
  const offer = page.getByRole('dialog', { name: 'Hazte un hueco junto al fuego' });
  await post.getByRole('button', { name: 'Me gusta: 0', exact: true }).click();
  await offer.waitFor();
  await page.goBack();
  await offer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/hominini');
  await post.getByRole('button', { name: '0 comentarios', exact: true }).click();
  await post.getByRole('button', { name: 'Hazte un hueco para responder' }).click();
  await offer.getByRole('link', { name: 'Crear cuenta' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hazte un hueco' }).waitFor();
  await offer.waitFor({ state: 'detached' });
  expect(await page.evaluate('sessionStorage.getItem("lastPath")')).toBe('/hominini');
  await page.goBack();
  await post.getByRole('button', { name: 'Me gusta: 0', exact: true }).waitFor();
  await painted(page);
  expect(await offer.count()).toBe(0);
});

test('a double click on a like opens the offer for a visitor at a desktop, as a small window', async () => {
  const ana = await bench.system.newcomer('ana');
  await ana.publish(hominini, { content: 'Dos toques' });
  const page = await bench.open(null, '/hominini', { size: 'desk' });
  const like = page.getByRole('article', { name: ana.name }).getByRole('button', { name: 'Me gusta: 0', exact: true });
  const offer = page.getByRole('dialog', { name: 'Hazte un hueco junto al fuego' });
  // Its code is loaded: the next presses are as close as those of a double click.
  await like.click();
  await offer.waitFor();
  await page.keyboard.press('Escape');
  await offer.waitFor({ state: 'detached' });
  await like.dblclick();
  await offer.waitFor();
  await painted(page);
  expect(await offer.count()).toBe(1);
  const box = await steadyBox(offer);
  expect(box.width).toBeLessThanOrEqual(416);
  expect(box.height).toBeLessThanOrEqual(450);
});

test.each(['/hominini', '/contact'])('Back after signing in from %s leaves that page', async (path) => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(null, '/help');
  await page.goto(path);
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click();
  // The contact form has a field of the same name.
  await page.getByRole('heading', { level: 1, name: 'Qué bien que vuelves' }).waitFor();
  await page.getByLabel('Correo electrónico').fill(ana.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(passwordOf(ana.email));
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click();
  const target = path === '/hominini' ? `/tools/tribes/${hominini}` : path;
  await page.waitForURL(`**${target}`);
  await page.getByRole('link', { name: /^Bandeja/ }).waitFor();
  await page.goBack();
  await page.waitForURL('**/help');
});

test('members’ screens redirect a visitor to the login, except hominini', async () => {
  const page = await bench.open(null, '/', { size: 'desk', refusals: [404] });
  for (const path of ['/tools/tribes', '/tools/tribes/100', '/post/p?tribe=38', '/inbox/38', '/tools/points']) {
    await page.goto(path);
    await page.waitForURL('**/login');
    await page.getByRole('heading', { level: 1, name: 'Qué bien que vuelves' }).waitFor();
  }
  await page.goto('/tools/tribes/38');
  await page.waitForURL('**/hominini');
});

test('a person who registers accepts the terms, sees the welcome, and is a member of hominini', async () => {
  const page = await bench.open(null, '/register');
  const register = page.getByRole('button', { name: 'Crear cuenta' });
  await register.click();
  await page.getByText('Escribe tu correo').waitFor();
  await page.getByLabel('Correo electrónico').fill('carla@tribus.test');
  await page.getByLabel('Contraseña', { exact: true }).fill('corta');
  await register.click();
  await page.getByText('La contraseña necesita al menos 6 caracteres').waitFor();
  await page.getByLabel('Contraseña', { exact: true }).fill('bastante larga');
  await page.getByText('Debe aceptar los términos de uso para continuar').waitFor();
  await page.getByRole('checkbox', { name: 'Acepto los términos de uso' }).check();
  await register.click();
  await page.waitForURL('**/welcome');
  await page.getByRole('button', { name: 'Saltar todo' }).click();
  await page.waitForURL(`**/tools/tribes/${hominini}`);
  await page.getByRole('heading', { level: 1, name: 'hominini' }).waitFor();
  await page.getByRole('form', { name: 'Nueva publicación' }).waitFor();
});

test('the directory shows twelve tribes, more near the bottom, and the results of a search', async () => {
  const admin = await bench.system.admin();
  for (let number = 1; number <= 30; number += 1)
    await admin.createTribe(`Balizamar ${number}`, { tags: `boya-${number}` });
  const page = await bench.open(await bench.system.newcomer(), '/tools/tribes');
  await page.getByRole('searchbox', { name: 'Buscar tribus' }).fill('balizamar');
  const names = page.getByRole('heading', { level: 3 });
  const shown = (count: number) => until(async () => (await names.count()) === count, `${count} tribes are shown`);
  await shown(12);
  await wheelUntil(page, async () => (await names.count()) > 12);
  await wheelUntil(page, async () => (await names.count()) === 30);
  await page.getByRole('searchbox', { name: 'Buscar tribus' }).fill('boya-17');
  await shown(1);
  expect(await names.textContent()).toBe('Balizamar 17');
  await page.getByRole('searchbox', { name: 'Buscar tribus' }).fill('no hay tal');
  await page.getByText('No encontramos «no hay tal»').waitFor();
});

test('a member creates a tribe with tags and a picture, and the fourth tribe is refused', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/tools/tribes', { size: 'desk', refusals: [403] });
  await page.getByRole('main').getByRole('link', { name: 'Crear una tribu' }).first().click();
  const save = page.getByRole('button', { name: 'Crear tribu' });
  const tags = page.getByRole('textbox', { name: 'Etiquetas' });
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Astrónomas de balcón');
  await page.getByRole('textbox', { name: 'Descripción' }).fill('Miramos arriba.');
  await tags.fill(`luna, ${'x'.repeat(25)}`);
  await page.getByText(`Tag '${'x'.repeat(25)}' inválido (1-24 chars).`).waitFor();
  expect(await save.isDisabled()).toBe(true);
  await tags.fill('luna, año');
  await page.getByText("Tag 'año' solo letras, números o guiones.").waitFor();
  expect(await save.isDisabled()).toBe(true);
  await tags.fill('Luna, cielo-raso');
  await choose(page, page.getByRole('button', { name: 'Añadir imagen de portada' }), [
    await pngFile('portada', 1200, 400),
  ]);
  await page.getByRole('img', { name: 'Imagen de portada' }).waitFor();
  await save.click();

  await page.waitForURL(/\/tools\/tribes\/\d+$/);
  await page.getByRole('heading', { level: 1, name: 'Astrónomas de balcón' }).waitFor();
  for (const text of ['Miramos arriba.', '#luna', '#cielo-raso'])
    await page.getByText(text, { exact: true }).first().waitFor();
  // The people online are next to it, as soon as they are loaded.
  await page
    .getByText(/^1 miembro( ·|$)/)
    .first()
    .waitFor();
  const [tribe] = (await ana.read('/tribes?q=balc')).items;
  expect(tribe).toMatchObject({ imageUrl: expect.stringContaining('/api/proxy-media'), tags: ['luna', 'cielo-raso'] });

  for (const name of ['Segunda de Ana', 'Tercera de Ana']) await ana.createTribe(name);
  await page.goto('/tools/tribes/create');
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Cuarta de Ana');
  await save.click();
  await page.getByRole('alert').getByText('Puedes tener como máximo 3 tribus.').waitFor();
});

/** Turns the wheel over the page until the condition holds. */
async function wheelUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height / 2);
  await until(async () => {
    await page.mouse.wheel(0, 400);
    return holds();
  }, 'scrolling brings more');
}
