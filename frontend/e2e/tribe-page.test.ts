import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Locator } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { barriers, flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { choose, pngFile } from './files.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

const description = 'Caminatas de los sábados por la sierra, con bocadillo y sin prisa, fuente a fuente. '.repeat(4);

let ana: Person;
let beto: Person;
let tribe: { id: number };
beforeAll(async () => {
  [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  tribe = await ana.createTribe('Los del camino viejo', { description, tags: 'sierra,monte,bocadillo,fuentes' });
  await beto.join(tribe.id);
  for (const content of ['La fuente está seca', 'Traed agua'])
    await ana.publish(tribe.id, { content, pictures: [await png(900, 600)] });
  await ana.publish(tribe.id, { content: 'El sábado subimos a las nueve', pictures: [await png(900, 600)] });
});

const inUpperHalf = (post: Locator) =>
  until(async () => ((await post.boundingBox())?.y ?? 844) <= 430, 'the first post is in the upper half');

test('the header of a tribe on a phone leaves space for its first post, also before an address is confirmed', async () => {
  const page = await bench.open(beto, `/tools/tribes/${tribe.id}`);
  const post = page.getByRole('article').first();
  await post.getByText('El sábado subimos a').waitFor();
  await inUpperHalf(post);
  expect(await flaws(page)).toEqual([]);
});

test('the first steps of a new owner are one line above the first post, and expand', async () => {
  const page = await bench.open(ana, `/tools/tribes/${tribe.id}`);
  const steps = page.getByRole('button', { name: /^Para empezar/ });
  await steps.waitFor();
  const post = page.getByRole('article').first();
  await post.getByText('El sábado subimos a').waitFor();
  await inUpperHalf(post);
  await steps.click();
  await page.getByRole('link', { name: 'Ponle una portada' }).waitFor();
  expect(await flaws(page)).toEqual([]);
});

test('pending work takes no space from the first post, and links to the decision', async () => {
  const nora = await bench.system.newcomer('nora');
  const { id } = await nora.createTribe('Los del turno de noche', { requiresApproval: true });
  await nora.publish(id, { content: 'Empieza el turno a las diez', pictures: [await png(900, 600)] });
  await beto.post(`/tribes/${id}/join-request`);
  const page = await bench.open(nora, `/tools/tribes/${id}`);
  const line = page.getByRole('region', { name: 'Te espera' });
  await line.getByRole('link', { name: '1 solicitud espera' }).waitFor();
  await page.getByRole('button', { name: /^Para empezar/ }).waitFor();
  const post = page.getByRole('article').first();
  await post.getByText('Empieza el turno a').waitFor();
  await inUpperHalf(post);
  expect(await flaws(page)).toEqual([]);
  await line.getByRole('link', { name: '1 solicitud espera' }).click();
  await page.waitForURL(`**/tools/tribes/${id}/requests`);
});

test('the bar links to the parts of the tribe, is always visible, and marks the current part', async () => {
  const page = await bench.open(beto, `/tribe/${tribe.id}`);
  await page.waitForURL(`**/tools/tribes/${tribe.id}`);
  const bar = page.getByRole('navigation', { name: 'La tribu' });
  await page.getByRole('article').first().waitFor();
  await until(async () => {
    await page.evaluate(`scrollTo({ top: 500, behavior: 'instant' })`);
    const box = await bar.boundingBox();
    return box?.y === 64 && box.height === 48;
  }, 'the bar is below the header');
  await bar.getByRole('link', { name: 'Gente' }).click();
  await page.getByRole('listitem').filter({ hasText: ana.name }).waitFor();
  await bar.locator('[aria-current=page]').filter({ hasText: 'Gente' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/tools/tribes/${tribe.id}/people`);
  await bar.getByRole('link', { name: 'Fuego' }).click();
  await page.getByRole('article').first().waitFor();
  await bar.getByRole('link', { name: 'Chat' }).click();
  await page.waitForURL(`**/inbox/${tribe.id}`);
});

test.each([
  ['dark', 'phone'],
  ['light', 'desk'],
] as const)('the panels of a tribe show all its parts, %s on a %s', async (theme, size) => {
  const page = await bench.open(beto, `/tools/tribes/${tribe.id}?panels=1`, { theme, size });
  const panels = page.getByRole('region', { name: 'Todo de la tribu' });
  await panels.getByRole('link', { name: 'Niveles' }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await panels.getByRole('link', { name: 'Gente' }).click();
  await page.waitForURL('**/people');
});

test.each([
  ['dark', 'phone'],
  ['light', 'desk'],
] as const)('a person outside a tribe sees its preview and one button, %s on a %s', async (theme, size) => {
  const page = await bench.open(await bench.system.newcomer('caro'), `/tools/tribes/${tribe.id}`, { theme, size });
  await page.getByText('3 publicaciones esta semana').waitFor();
  await page.getByText(`La modera ${ana.name}`).waitFor();
  expect(await page.locator('main img[src^="/api/"]').count()).toBe(0);
  expect(await flaws(page)).toEqual([]);
  const join = page.getByRole('main').getByRole('button', { name: 'Unirme' });
  expect(await join.count()).toBe(1);
  const height = size === 'phone' ? 844 : 900;
  await until(async () => {
    const box = await join.boundingBox();
    return box !== null && box.y + box.height <= height;
  }, 'the button is visible without scrolling');
  await join.click();
  await page.getByRole('article').first().waitFor();
});

test('an owner chooses and changes the level of a post, and members below it see only its number', async () => {
  await ana.publish(tribe.id, { content: 'Abierta a todos' });
  const hers = await bench.open(ana, `/tools/tribes/${tribe.id}`);
  const choose = async (form: Locator, level: string) => {
    await form.getByRole('combobox', { name: 'Quién lo ve' }).click();
    await hers.getByRole('option', { name: level }).click();
  };
  const composer = hers.getByRole('form', { name: 'Nueva publicación' });
  await composer.getByLabel('Qué quieres contar').fill('MARCA de arriba');
  await composer.getByRole('button', { name: 'Etiquetas, lugar y nivel' }).click();
  await choose(composer, 'Desde nivel 2 · Junior');
  expect(await barriers(hers)).toEqual([]);
  await expectToast(hers, 'Publicado', () => composer.getByRole('button', { name: 'Publicar' }).click());
  const post = hers.getByRole('article').filter({ hasText: 'MARCA de arriba' });
  await post.getByText('Desde nivel 2').waitFor();
  await post.getByRole('button', { name: 'Más opciones' }).click();
  await hers.getByRole('menuitem', { name: 'Editar' }).click();
  await choose(post, 'Desde nivel 3 · Senior');
  await post.getByRole('button', { name: 'Guardar' }).click();
  await post.getByText('Desde nivel 3').waitFor();
  const page = await bench.open(beto, `/tools/tribes/${tribe.id}`, { size: 'desk' });
  const waiting = page.getByRole('region', { name: 'Te esperan más arriba' });
  await waiting.getByText('Nivel 3').waitFor();
  await waiting.getByText('1 publicación').waitFor();
  await page.getByRole('article').filter({ hasText: 'Abierta a todos' }).waitFor();
  expect(await page.content()).not.toContain('MARCA');
  const phone = await bench.open(beto, `/tools/tribes/${tribe.id}/levels`);
  await phone.getByRole('region', { name: 'Te esperan más arriba' }).getByText('1 publicación').waitFor();
});

test('an officer pins a post and closes its comments, and a member sees both', async () => {
  const { id } = await ana.createTribe('Los de la fuente');
  await beto.join(id);
  for (const content of ['Normas', 'Foto de hoy']) await ana.publish(id, { content });
  const anaPage = await bench.open(ana, `/tools/tribes/${id}`);
  const choose = async (item: string): Promise<void> => {
    const rules = anaPage.getByRole('article').filter({ hasText: 'Normas' });
    await rules.getByRole('button', { name: 'Más opciones' }).click();
    await anaPage.getByRole('menuitem', { name: item }).click();
  };
  await choose('Fijar arriba');
  await anaPage.getByRole('article').first().getByText('Fijada').waitFor();
  await expectToast(anaPage, 'Comentarios cerrados', () => choose('Cerrar comentarios'));

  const his = await bench.open(beto, `/tools/tribes/${id}`);
  const first = his.getByRole('article').first();
  await first.getByText('Normas').waitFor();
  await first.getByRole('button', { name: /comentario/i }).click();
  await first.getByText('Quien modera la tribu ha cerrado los comentarios.').waitFor();
  expect(await first.getByRole('textbox').count()).toBe(0);
  expect(await barriers(his)).toEqual([]);
});

test('an officer announces a post once a day, and a member is notified and sees it marked', async () => {
  const eva = await bench.system.newcomer('eva');
  const { id } = await eva.createTribe('Los del anuncio');
  await beto.join(id);
  for (const content of ['Asamblea el viernes', 'Foto de hoy']) await eva.publish(id, { content });
  const evaPage = await bench.open(eva, `/tools/tribes/${id}`, { refusals: [409] });
  const dialog = evaPage.getByRole('dialog', { name: '¿Anunciar a toda la tribu?' });
  const act = async (text: string, item: string): Promise<void> => {
    const post = evaPage.getByRole('article').filter({ hasText: text });
    await post.getByRole('button', { name: 'Más opciones' }).click();
    await evaPage.getByRole('menuitem', { name: item }).click();
  };
  await act('Asamblea', 'Anunciar a la tribu');
  await dialog.getByText('Se avisa una sola vez a todos los miembros').waitFor();
  expect([...(await barriers(evaPage)), ...(await tooSmall(evaPage)), ...(await tooWide(evaPage))]).toEqual([]);
  await dialog.getByRole('button', { name: 'Anunciar' }).click();
  await dialog.waitFor({ state: 'detached' });
  const announced = evaPage.getByRole('article').filter({ hasText: 'Asamblea' });
  await announced.getByText('Anuncio', { exact: true }).waitFor();
  await act('Foto', 'Anunciar a la tribu');
  await dialog.getByRole('button', { name: 'Anunciar' }).click();
  await dialog.getByText('el próximo anuncio se podrá hacer en 24 h').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'detached' });

  await bench.system.settled();
  const his = await bench.open(beto, '/(modal)/inbox');
  await his.getByText('Nuevo anuncio en Los del anuncio').click();
  await his.getByRole('article').getByText('Anuncio', { exact: true }).waitFor();
  await his.getByText('Asamblea el viernes').waitFor();
  expect(await barriers(his)).toEqual([]);

  await act('Asamblea', 'Quitar el anuncio');
  await announced.getByText('Anuncio', { exact: true }).waitFor({ state: 'detached' });
});

test('a tribe shows its rules before joining, and a banned person sees the reason', async () => {
  const questions = [{ text: '¿Qué caminos conoces?' }];
  const { id } = await ana.createTribe('Los de la regla', { rules: ['No se dejan restos'], questions });
  const caro = await bench.system.newcomer('caro');
  const page = await bench.open(caro, `/tools/tribes/${id}`, { refusals: [403, 404] });
  await page.getByRole('main').getByRole('button', { name: 'Unirme' }).click();
  const sheet = page.getByRole('dialog', { name: 'Entrar en Los de la regla' });
  await sheet.getByText('No se dejan restos').waitFor();
  expect(await sheet.getByRole('button', { name: 'Unirme' }).isDisabled()).toBe(true);
  await sheet.getByLabel('¿Qué caminos conoces?').fill('El de la fuente');
  expect(await flaws(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Unirme' }).click();
  await page.getByRole('navigation', { name: 'La tribu' }).waitFor();

  expect((await ana.post(`/tribes/${id}/bans`, { userId: caro.id, reason: 'Dejó restos' })).status).toBe(201);
  await bench.system.settled();
  await page.reload();
  await page.getByRole('heading', { name: 'No puedes entrar en esta tribu' }).waitFor();
  await page.getByText('Dejó restos').waitFor();
  await page.getByText('Lo decidió la persona propietaria de la tribu. No tiene fecha de fin.').waitFor();
  expect(await barriers(page)).toEqual([]);
  const inbox = await bench.open(caro, '/(modal)/inbox');
  await inbox.getByText('Quien modera Los de la regla te ha vetado.').waitFor();
});

test('members upload pictures with captions, swipe through them, and delete their own', async () => {
  const page = await bench.open(beto, `/tools/tribes/${tribe.id}?panels=1`);
  const panels = page.getByRole('region', { name: 'Todo de la tribu' });
  await panels.getByRole('link', { name: 'Imágenes' }).click();
  await page.getByText('Aún no hay imágenes').waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: 'Subir imágenes' }).click();
  const sheet = page.getByRole('dialog', { name: 'Subir imágenes' });
  const files = [await pngFile('fuente', 900, 600, '#0e7490'), await pngFile('cumbre', 600, 900)];
  await choose(page, sheet.getByRole('button', { name: 'Elegir imágenes' }), files);
  await sheet.getByRole('textbox', { name: 'Pie de fuente.png' }).fill('La fuente, por fin con agua');
  expect(await flaws(page)).toEqual([]);
  await expectToast(page, '2 imágenes subidas', () => sheet.getByRole('button', { name: 'Subir 2 imágenes' }).click());
  await sheet.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: `Abrir la imagen de ${beto.name}` }).click();
  const lightbox = page.getByRole('dialog', { name: '1 de 2' });
  await lightbox.waitFor();
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(240, 300);
  await page.mouse.up();
  const second = page.getByRole('dialog', { name: '2 de 2' });
  await second.getByText('La fuente, por fin con agua').waitFor();
  expect(await flaws(page)).toEqual([]);
  await second.getByRole('button', { name: 'Borrar' }).click();
  const question = page.getByRole('dialog', { name: '¿Borrar esta imagen?' });
  await expectToast(page, 'Imagen borrada', () => question.getByRole('button', { name: 'Borrar' }).click());
  await question.waitFor({ state: 'detached' });
  const items = page.getByRole('list', { name: 'Imágenes' }).getByRole('listitem');
  await until(async () => (await items.count()) === 1, 'one picture is left');
  expect((await ana.read(`/tribes/${tribe.id}/media`)).items).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe(`/tools/tribes/${tribe.id}/media`);
});

test('a picture is pasted on a desktop, and an officer deletes those of others', async () => {
  const { id } = await beto.putUp(tribe.id, await png(300, 200), 'Bocadillo');
  const page = await bench.open(ana, `/tools/tribes/${tribe.id}/media`, { theme: 'light', size: 'desk' });
  await page.getByRole('button', { name: 'Abrir: Bocadillo' }).waitFor();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['x'], 'pegada.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }`);
  const sheet = page.getByRole('dialog', { name: 'Subir imágenes' });
  await sheet.getByRole('textbox', { name: 'Pie de pegada.png' }).waitFor();
  await sheet.getByRole('button', { name: 'Quitar pegada.png' }).click();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: 'Abrir: Bocadillo' }).click();
  // Its code loads when it first opens: an earlier key would be lost, and the next one lead to another picture.
  for (const [key, title] of [
    [undefined, '1 de 2'],
    ['ArrowRight', '2 de 2'],
    ['ArrowLeft', '1 de 2'],
  ] as const) {
    if (key) await page.keyboard.press(key);
    await page.getByRole('dialog', { name: title }).waitFor();
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click();
  await page.getByRole('radio', { name: 'Derechos de autor' }).check();
  await expectToast(page, 'Quitado', () => page.getByRole('button', { name: 'Quitar', exact: true }).click());
  expect((await beto.read(`/tribes/${tribe.id}/media`)).items.map((item: { id: string }) => item.id)).not.toContain(id);
});
