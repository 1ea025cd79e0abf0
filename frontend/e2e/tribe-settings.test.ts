import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
beforeAll(async () => {
  [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
});

const region = (page: Page, name: string) => page.getByRole('region', { name });
const read = (person: Person, id: number) => person.read(`/tribes/${id}`);
/** Types into a field of the section. */
const untilWritable = (part: Locator) => part.getByRole('textbox').and(part.page().locator(':focus')).waitFor();

test('an officer changes text, rules, questions and access of a tribe; unsaved changes survive a reload', async () => {
  const { id } = await ana.createTribe('Los de la noria', { tags: 'agua' });
  await ana.createTribe('Los del pozo');
  const page = await bench.open(ana, `/tools/tribes/${id}`, { size: 'narrow', refusals: [409] });
  await page.getByRole('button', { name: 'Más opciones' }).first().click();
  await page.getByRole('menuitem', { name: 'Ajustes' }).click();
  const about = region(page, 'Lo básico');
  await about.getByLabel('Etiquetas').fill('agua, río');
  await about.getByText("Tag 'río' caracteres inválidos.").waitFor();
  expect(await about.getByRole('button', { name: 'Guardar' }).isDisabled()).toBe(true);
  await about.getByLabel('Etiquetas').fill('agua, rio');
  await about.getByLabel('Nombre').fill('Los del pozo');
  await page.reload();
  await about.getByText('Sin guardar').waitFor();
  await about.getByRole('button', { name: 'Guardar' }).click();
  await about.getByText('Ya existe una tribu con este nombre.').waitFor();
  expect(await flaws(page)).toEqual([]);
  await about.getByLabel('Nombre').fill('Los de la acequia');
  const save = about.getByRole('button', { name: 'Guardar' });
  await expectToast(page, 'Guardado: nombre y etiquetas', () => save.click());
  await page.getByRole('heading', { level: 1, name: 'Los de la acequia' }).waitFor();
  await about.getByRole('button', { name: 'Quitar la etiqueta rio' }).waitFor();

  const rules = region(page, 'Normas');
  for (const rule of ['Se cierra la compuerta', 'Se avisa antes']) {
    await rules.getByRole('button', { name: 'Añadir norma' }).click();
    await untilWritable(rules);
    await page.keyboard.type(rule);
  }
  await rules.getByRole('button', { name: /Norma 2/ }).press('ArrowUp');
  await rules.getByRole('button', { name: 'Guardar' }).click();
  const questions = region(page, 'Preguntas en la puerta');
  await questions.getByRole('button', { name: 'Añadir pregunta' }).click();
  await untilWritable(questions);
  await page.keyboard.type('¿Tienes huerta?');
  await questions.getByRole('button', { name: 'Guardar' }).click();
  const policy = region(page, 'Quién puede entrar');
  await policy.getByRole('radio', { name: 'Invisible' }).check();
  await policy.getByRole('button', { name: 'Guardar' }).click();
  for (const saved of [rules, questions, policy]) await saved.getByText('Sin guardar').waitFor({ state: 'hidden' });
  expect(await flaws(page)).toEqual([]);
  expect(await read(ana, id)).toMatchObject({
    name: 'Los de la acequia',
    tags: ['agua', 'rio'],
    rules: ['Se avisa antes', 'Se cierra la compuerta'],
    questions: [{ text: '¿Tienes huerta?' }],
    isPrivate: true,
    isInvisible: true,
  });
});

test('a tribe gets a cover, changes its owner and is deleted, each after a confirmation of its consequences', async () => {
  const { id } = await ana.createTribe('Los de la fragua');
  await beto.join(id);
  const page = await bench.open(ana, `/tools/tribes/${id}/settings`, { size: 'desk', theme: 'light' });
  const cover = region(page, 'Portada');
  const image = { name: 'fragua.png', mimeType: 'image/png', buffer: Buffer.from(await png(900, 300)) };
  await expectToast(page, 'Portada cambiada', () => cover.locator('input[type=file]').setInputFiles(image));
  expect((await read(ana, id)).imageUrl).not.toBeNull();
  await cover.getByRole('button', { name: 'Quitar la portada' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar la portada' }).click();
  await cover.getByRole('button', { name: 'Añadir imagen de portada' }).waitFor();
  expect((await read(ana, id)).imageUrl).toBeNull();

  const give = region(page, 'Traspasar la tribu');
  await give.getByRole('button', { name: 'Elegir a quién…' }).click();
  await give.getByRole('radio', { name: beto.name }).check();
  const typed = give.getByLabel(/escribe el nombre de la tribu/);
  await typed.fill('Los de la forja');
  await give.getByRole('button', { name: 'Ofrecer la tribu' }).click();
  await give.getByText('El nombre escrito no es el de la tribu.').waitFor();
  expect(await flaws(page)).toEqual([]);
  await typed.fill('Los de la fragua');
  const hand = give.getByRole('button', { name: 'Ofrecer la tribu' });
  await expectToast(page, `Has ofrecido Los de la fragua a ${beto.name}`, () => hand.click());
  await give.getByText('Nada cambia hasta que acepte').waitFor();
  expect(await flaws(page)).toEqual([]);
  await give.getByRole('button', { name: 'Retirar la oferta' }).click();
  await give.getByRole('button', { name: 'Elegir a quién…' }).waitFor();
  expect((await ana.post(`/tribes/${id}/owner`, { userId: beto.id, name: 'Los de la fragua' })).status).toBe(200);

  const successorPage = await bench.open(beto, `/tools/tribes/${id}`);
  const offer = region(successorPage, 'Te ofrecen esta tribu');
  await offer.getByRole('button', { name: 'Te ofrecen esta tribu' }).click();
  await offer.getByRole('button', { name: 'Aceptar la tribu' }).waitFor();
  expect(await flaws(successorPage)).toEqual([]);
  await region(page, 'Borrar tribu').waitFor();
  const accept = offer.getByRole('button', { name: 'Aceptar la tribu' });
  await expectToast(successorPage, 'Los de la fragua es tuya ahora', () => accept.click());
  await offer.waitFor({ state: 'detached' });
  expect((await read(ana, id)).membership.role).toBe('officer');
  await region(page, 'Borrar tribu').waitFor({ state: 'detached' });
  await region(page, 'Traspasar la tribu').waitFor({ state: 'detached' });
  // It fetches the waiting work of the tribe every minute, also after its deletion below.
  await page.close();

  const his = await bench.open(beto, `/tools/tribes/${id}/settings`);
  const end = region(his, 'Borrar tribu');
  await end.getByText(/los puntos ganados en ella y el sitio de sus 2 miembros/).waitFor();
  await end.getByRole('button', { name: 'Borrar la tribu…' }).click();
  await end.getByRole('textbox').fill('Los de la fragua');
  const remove = end.getByRole('button', { name: 'Borrar tribu' });
  await expectToast(his, 'Los de la fragua ya no existe', () => remove.click());
  await his.waitForURL('**/tools/tribes');
  const ownTribes = his.getByRole('region', { name: 'Mis tribus' });
  await ownTribes.getByRole('link', { name: 'hominini' }).waitFor();
  await ownTribes.getByRole('link', { name: 'Los de la fragua' }).waitFor({ state: 'detached' });
  expect((await beto.get(`/tribes/${id}`)).status).toBe(404);
});

test('a picture of a tribe that turned private is shown to members only, and not at its old address', async () => {
  const eva = await bench.system.newcomer('eva');
  const { id } = await eva.createTribe('Los de la cueva nueva');
  await beto.join(id);
  await eva.publish(id, { content: 'La entrada', pictures: [await png(900, 600)] });
  const page = await bench.open(beto, `/tools/tribes/${id}`);
  const picture = page.getByRole('article').locator('img[src*="/api/proxy-media"]').first();
  const isLoaded = () => picture.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0);
  await until(isLoaded, 'the member sees the picture');
  const address = (await picture.getAttribute('src')) ?? '';
  await eva.put(`/tribes/${id}`, { isPrivate: true });
  const visitor = await bench.open(null, '/login', { refusals: [403] });
  const statusFor = async (of: Page) => (await of.request.get(address)).status();
  await until(async () => (await statusFor(visitor)) === 403, 'the old address is refused');
  expect(await statusFor(page)).toBe(403);
  await page.reload();
  await until(isLoaded, 'the member sees the picture at its new address');
  expect(await picture.getAttribute('src')).not.toBe(address);
  expect((await visitor.goto(address, { waitUntil: 'commit' }))?.status()).toBe(403);
});

test('a new owner is guided through the first steps of a tribe until they are done or dismissed', async () => {
  const caro = await bench.system.newcomer('caro');
  const { id } = await caro.createTribe('Los del brasero');
  const page = await bench.open(caro, `/tools/tribes/${id}`);
  const steps = region(page, 'Para empezar');
  await steps.getByText('0 de 4').waitFor();
  expect(await flaws(page)).toEqual([]);
  // It leads to the field, once that has loaded.
  await page.getByRole('form', { name: 'Nueva publicación' }).waitFor();
  await steps.getByRole('link', { name: 'Publica lo primero' }).click();
  await untilWritable(page.getByRole('form', { name: 'Nueva publicación' }));
  await page.keyboard.type('Ya arde');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await steps.getByText('1 de 4').waitFor();
  // The feed is first now.
  await steps.getByRole('link').first().waitFor({ state: 'hidden' });
  await steps.getByRole('button', { name: 'Para empezar' }).click();
  await steps.getByRole('link', { name: 'Ponle una portada' }).click();
  await region(page, 'Portada').waitFor();
  const image = new FormData();
  image.append('image', new Blob([Buffer.from(await png(90, 30))]), 'brasero.png');
  await caro.post(`/tribes/${id}/banner`, image);
  await caro.post(`/tribes/${id}/invites`, {});
  await page.goto(`/tools/tribes/${id}`);
  await steps.getByText('3 de 4').waitFor();
  await steps.getByRole('button', { name: 'Para empezar' }).click();
  await steps.getByRole('button', { name: 'No mostrar más' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('article').first().waitFor();
  expect(await steps.count()).toBe(0);
});
