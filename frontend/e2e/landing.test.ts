import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { until } from '../../services/kit/testing/until.ts';
import { barriers, tooSmall, tooWide } from './accessibility.ts';
import { showsBriefly } from './brief-texts.ts';
import { openBrowserBench } from './browser-bench.ts';
import { goOffline } from './connection.ts';
import { type ChosenFile, choose, pngFile } from './files.ts';
import { gate } from './gate.ts';
import { expectSteady, watchShifts } from './layout-shifts.ts';
import { dragRowByFinger, dragRowByMouse } from './list-drag.ts';
import { webmFile } from './video-file.ts';

const bench = openBrowserBench({ ownSystem: true });
const manager = '/tools/landing-manager';
const builtIn = 'Siéntate. El fuego está encendido.';

let admin: Person;
beforeAll(async () => {
  admin = await bench.system.admin();
});

/** The result of saving is shown for some seconds. */
const saveAndRead = (page: Page, message: string) =>
  showsBriefly(page, { selector: '[role=status]', texts: [message] }, () =>
    page.getByRole('button', { name: 'Guardar', exact: true }).click(),
  );
const save = (page: Page) => saveAndRead(page, '✓ Contenido guardado correctamente');

async function addSlide(page: Page, title: string, file?: ChosenFile): Promise<void> {
  await page.getByRole('button', { name: 'Añadir', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Diapositiva' });
  await sheet.getByLabel('Título', { exact: true }).fill(title);
  if (file) {
    await choose(page, sheet.getByRole('button', { name: 'Elegir imagen o video' }), [file]);
    await sheet.getByRole('button', { name: 'Quitar archivo' }).waitFor();
  }
  await sheet.getByRole('button', { name: 'Listo' }).click();
  await sheet.waitFor({ state: 'hidden' });
}

const titles = (page: Page) =>
  page.getByRole('list', { name: 'Diapositivas' }).getByRole('listitem').locator('.font-display').allInnerTexts();
const untilTitles = (page: Page, expected: readonly string[]) =>
  until(async () => isDeepStrictEqual(await titles(page), expected), `the slides are ${expected.join()}`);

const upload = async ({ buffer, name }: ChosenFile): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([buffer]), name);
  return (await admin.post('/admin/landing-content/upload', form)).body.url;
};

/** Replaces the content of the page: two slides with pictures and a hidden one. */
async function saveContent(): Promise<void> {
  const [second, first] = [await upload(await pngFile('valle', 900, 1_200)), await upload(await pngFile('sierra'))];
  const items = [
    { title: 'Segunda', mediaUrl: second, order: 0 },
    { title: 'Primera', mediaUrl: first, order: 1 },
    { title: 'Solo color', gradient: 'forest', enabled: false, order: 2 },
  ];
  const hero = { title: 'Montañas que unen', subtitle: 'Gente que camina' };
  expect((await admin.put('/admin/landing-content', { hero, items })).status).toBe(200);
}

test('the page shows its default without saved content, then the text, uploads and order of an admin', async () => {
  expect((await bench.system.visitor.get('/public/landing-content')).status).toBe(404);
  const before = await bench.open(null, '/');
  await before.getByRole('heading', { level: 1, name: builtIn }).waitFor();
  await before.getByRole('img', { name: 'Gente sentada alrededor de una hoguera' }).waitFor();

  const page = await bench.open(admin, '/tools', { size: 'desk', refusals: [404] });
  const defaults = ['No hay contenido guardado, usando valores por defecto'];
  await showsBriefly(page, { selector: '[role=status]', texts: defaults }, () =>
    page.getByRole('main').getByRole('link', { name: 'Portada', exact: true }).click(),
  );
  await page.waitForURL(`**${manager}`);
  await page.getByLabel('Título', { exact: true }).fill('Montañas que unen');
  await page.getByLabel('Subtítulo').fill('Gente que camina');
  await addSlide(page, 'Primera', await pngFile('sierra', 1_200, 900, '#0e7490'));
  await addSlide(page, 'Segunda', await pngFile('valle', 900, 1_200, '#4d7c0f'));
  await addSlide(page, 'Solo color');
  const preview = page.getByRole('region', { name: 'Así se verá' });
  await preview.getByText('Montañas que unen').waitFor();
  await preview.getByText('Primera', { exact: true }).waitFor();

  await dragRowByMouse(page, { list: 'Diapositivas', item: 'Segunda', onto: 'Primera' });
  await untilTitles(page, ['Segunda', 'Primera', 'Solo color']);
  await page.getByRole('button', { name: /^Mover Segunda/ }).press('ArrowDown');
  await untilTitles(page, ['Primera', 'Segunda', 'Solo color']);
  await page.getByRole('button', { name: /^Mover Primera/ }).press('ArrowDown');
  await untilTitles(page, ['Segunda', 'Primera', 'Solo color']);
  await preview.getByText('Segunda', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Editar Solo color' }).click();
  const sheet = page.getByRole('dialog', { name: 'Diapositiva' });
  await sheet.getByRole('radio', { name: 'Bosque' }).check();
  await sheet.getByRole('switch', { name: 'Visible' }).uncheck();
  await sheet.getByRole('button', { name: 'Listo' }).click();
  await save(page);
  await page.reload();
  await page.getByText('Oculta', { exact: true }).waitFor();
  await untilTitles(page, ['Segunda', 'Primera', 'Solo color']);
});

test.each(['phone', 'desk'] as const)(
  'a visitor on a %s sees the text and the first picture before scripts load, without a later layout shift',
  async (size) => {
    await saveContent();
    const page = await bench.open(null, '/help', { size });
    await page.addInitScript(watchShifts);
    const code = await gate(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: 'Montañas que unen' }).waitFor();
    await page.getByText('Gente que camina').waitFor();
    await page.locator('#first-view').getByText('Segunda', { exact: true }).waitFor();
    const picture = page.locator('#first-view figure img');
    const hasCome = "document.querySelector('#first-view figure img').naturalWidth > 0";
    await until(() => page.evaluate<boolean>(hasCome), 'the first picture is loaded');
    expect(await picture.getAttribute('fetchpriority')).toBe('high');
    expect(await picture.getAttribute('srcset')).toContain('medium.webp');
    const figureBox = () => page.locator('figure').first().boundingBox();
    const early = await figureBox();
    code.open();
    await page.locator('#first-view').waitFor({ state: 'detached' });
    const show = page.getByRole('region', { name: 'En portada' });
    await show.getByRole('button', { name: 'Reproducir' }).waitFor();
    expect(await figureBox()).toEqual(early);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Montañas');
    expect(await page.getByText(builtIn).count()).toBe(0);
    await expectSteady(page);

    await show.getByRole('button', { name: 'Ver 2 de 2: Primera' }).click();
    await show.getByText('Primera', { exact: true }).waitFor();
    for (const look of [barriers, tooSmall, tooWide]) expect(await look(page)).toEqual([]);
  },
);

test('a visitor from another screen, or with another language, sees the same content', async () => {
  await saveContent();
  const page = await bench.open(null, '/help');
  await page.getByRole('link', { name: 'tribus', exact: false }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Montañas que unen' }).waitFor();
  const english = await bench.open(null, '/', { language: 'en' });
  await english.getByRole('heading', { level: 1, name: 'Montañas que unen' }).waitFor();
  // Fields that the admin left empty have defaults in the viewer's language.
  await english.getByText(/^Tribus brings/).waitFor();
});

test('an admin adds a video as the first slide on a phone, and it plays only on request with reduced motion', async () => {
  await saveContent();
  const page = await bench.open(admin, manager);
  await page.getByRole('button', { name: 'Editar Segunda' }).waitFor();
  await dragRowByFinger(page, { list: 'Diapositivas', item: 'Primera', onto: 'Segunda' });
  await untilTitles(page, ['Primera', 'Segunda', 'Solo color']);
  const { items } = await bench.system.visitor.read('/public/landing-content');
  for (const title of ['Segunda', 'Primera']) {
    await page.getByRole('button', { name: `Quitar ${title}` }).click();
    const asking = page.getByRole('dialog', { name: '¿Quitar esta diapositiva?' });
    await asking.getByRole('button', { name: 'Quitar', exact: true }).click();
    await asking.waitFor({ state: 'hidden' });
  }
  await addSlide(page, 'En marcha', await webmFile('fuego'));
  await save(page);
  for (const { mediaUrl } of items)
    await until(
      async () => (await bench.system.visitor.fetch(mediaUrl)).status === 404,
      'the files of removed slides are deleted',
    );
  expect(await barriers(page)).toEqual([]);

  const visitor = await bench.open(null, '/');
  const show = visitor.getByRole('region', { name: 'En portada' });
  await show.getByText('En marcha').waitFor();
  await show.locator('video').waitFor({ state: 'attached' });
  const ask = (what: string) => visitor.evaluate<boolean>(`((video) => ${what})(document.querySelector('video'))`);
  expect(await ask('video.paused && video.muted && video.loop')).toBe(true);
  await show.getByRole('button', { name: 'Reproducir' }).click();
  await until(() => ask('video.currentTime > 0'), 'the video plays');
  await show.getByRole('button', { name: 'Detener' }).click();
  await until(() => ask('video.paused'), 'the video is paused');
});

test('a failed save or upload is shown, and the content remains in the form', async () => {
  await saveContent();
  const page = await bench.open(admin, manager, { size: 'desk', refusals: [415], provoked: /net::ERR_/ });
  await page.getByLabel('Título', { exact: true }).fill('No se pierde');
  await goOffline(page);
  await saveAndRead(page, '✗ Error al guardar el contenido');
  expect(await page.getByLabel('Título', { exact: true }).inputValue()).toBe('No se pierde');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Añadir', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Diapositiva' });
  const disguised = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') };
  await choose(page, sheet.getByRole('button', { name: 'Elegir imagen o video' }), [disguised]);
  const refusal = sheet.getByText(/MP4 o WebM/);
  await refusal.first().waitFor();
});

test('an upload continues while its form is closed, and what changes during a save stays', async () => {
  await saveContent();
  const page = await bench.open(admin, manager, { size: 'desk', refusals: [404] });
  await page.getByRole('button', { name: 'Añadir', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Diapositiva' });
  const button = sheet.getByRole('button', { name: 'Elegir imagen o video' });
  const subtitle = page.getByLabel('Subtítulo');

  // A file that was not saved within a day is deleted by the server.
  const [stored] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/landing-content/upload')),
    choose(page, button, [await pngFile('caduca')]),
  ]);
  const { url } = await stored.json();
  expect((await admin.call('DELETE', '/admin/landing-content/file', { url })).status).toBe(200);
  await sheet.getByRole('button', { name: 'Quitar archivo' }).click();

  await sheet.getByLabel('Título', { exact: true }).fill('A su ritmo');
  const upload = await gate(page, '**/api/admin/landing-content/upload');
  await choose(page, button, [await pngFile('lenta')]);
  await sheet.getByRole('button', { name: 'Listo' }).click();
  await sheet.waitFor({ state: 'hidden' });
  const row = page.getByRole('listitem').filter({ hasText: 'A su ritmo' });
  await row.getByText(/^Subiendo: /).waitFor();

  const saving = await gate(page, '**/api/admin/landing-content');
  await subtitle.fill('Antes');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await subtitle.fill('Durante');
  saving.open();
  await until(
    async () => (await bench.system.visitor.read('/public/landing-content')).hero.subtitle === 'Antes',
    'the first text is saved',
  );
  upload.open();
  await row.locator('img').waitFor();
  expect(await subtitle.inputValue()).toBe('Durante');
  await page.reload();
  await row.locator('img').waitFor();
  expect(await subtitle.inputValue()).toBe('Durante');
  await save(page);
  const { hero, items } = await bench.system.visitor.read('/public/landing-content');
  const saved = items.find(({ title }: { title: string }) => title === 'A su ritmo');
  expect([hero.subtitle, (await bench.system.visitor.fetch(saved.mediaUrl)).status]).toEqual(['Durante', 200]);
});

test('an admin whose page is outdated sees that another has saved, keeps the typed content, and loads or replaces the saved one', async () => {
  await saveContent();
  const other = await bench.system.admin();
  const page = await bench.open(admin, manager, { size: 'desk', refusals: [409] });
  const conflict = page.getByRole('alert').filter({ hasText: 'Otra persona ha guardado la portada' });
  const [title, subtitle] = [page.getByLabel('Título', { exact: true }), page.getByLabel('Subtítulo')];
  const saveTheirs = async (hero: object) => {
    const { items } = await other.read('/admin/landing-content');
    expect((await other.put('/admin/landing-content', { hero, items })).status).toBe(200);
  };
  await subtitle.fill('Lo mío');
  await saveTheirs({ title: 'Lo suyo' });
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await conflict.waitFor();
  expect(await subtitle.inputValue()).toBe('Lo mío');
  for (const look of [barriers, tooSmall, tooWide]) expect(await look(page)).toEqual([]);
  await conflict.getByRole('button', { name: 'Ver lo suyo y descartar lo mío' }).click();
  await until(async () => (await title.inputValue()) === 'Lo suyo', 'the content of the other admin is loaded');
  expect(await subtitle.inputValue()).toBe('');

  await subtitle.fill('Otra vez mío');
  await saveTheirs({ title: 'Otra vez suyo' });
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await showsBriefly(page, { selector: '[role=status]', texts: ['✓ Contenido guardado correctamente'] }, () =>
    conflict.getByRole('button', { name: 'Guardar lo mío encima' }).click(),
  );
  const { hero } = await bench.system.visitor.read('/public/landing-content');
  expect(hero).toMatchObject({ title: 'Lo suyo', subtitle: 'Otra vez mío' });
});

test('a visitor at the address, or from another screen, sees the built-in content when loading fails', async () => {
  const page = await bench.open(null, '/help', { refusals: [503] });
  await page.route('**/api/public/landing-page', (route) => route.fulfill({ status: 503, json: {} }));
  const seesBuiltIn = async () => {
    await page.getByRole('heading', { level: 1, name: builtIn }).waitFor();
    await page.getByRole('img', { name: 'Gente sentada alrededor de una hoguera' }).waitFor();
  };
  await page.getByRole('link', { name: 'tribus', exact: false }).first().click();
  await seesBuiltIn();
  await page.goto('/');
  await page.locator('#first-view').waitFor({ state: 'detached' });
  await seesBuiltIn();
});

test('the landing manager is for admins only, and works on the narrowest phone and in the light theme', async () => {
  await saveContent();
  const luis = await bench.open(await bench.system.newcomer('luis'), manager);
  await luis.waitForURL(({ pathname }) => pathname === '/tools');
  const page = await bench.open(admin, manager, { size: 'narrow', theme: 'light' });
  await page.getByRole('button', { name: 'Editar Segunda' }).waitFor();
  for (const look of [barriers, tooSmall, tooWide]) expect(await look(page)).toEqual([]);
  await page.getByRole('button', { name: 'Editar Segunda' }).click();
  await page.getByRole('dialog', { name: 'Diapositiva' }).getByRole('radio', { name: 'Brasa' }).waitFor();
  expect(await barriers(page)).toEqual([]);
});
