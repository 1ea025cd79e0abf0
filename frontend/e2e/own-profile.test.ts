import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Locator, Page } from 'playwright-core';
import { png } from '../../deploy/system-tests/pictures.ts';
import { barriers } from './accessibility.ts';
import { showsBriefly } from './brief-texts.ts';
import { openBrowserBench } from './browser-bench.ts';
import { centreOf, dragByFinger, dragByMouse } from './drag.ts';
import { faultsOf } from './sign-in-screens.ts';
import { steadyBox } from './steady-box.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

const widthOf = async (element: Locator) => (await element.boundingBox())?.width;

test('a member edits their profile, sees the preview of others, and closing without saving needs a confirmation', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/profile', { size: 'desk' });
  await page.getByRole('link', { name: 'Editar perfil' }).click();
  const sheet = page.getByRole('dialog', { name: 'Editar perfil' });
  await sheet.getByRole('textbox', { name: 'Nombre' }).fill('Ana Río');
  await sheet.getByRole('textbox', { name: 'Biografía' }).fill('Fuego y montaña');
  const interests = sheet.getByRole('combobox', { name: 'Intereses' });
  await interests.fill('Sender');
  await page.getByRole('option', { name: 'Senderismo' }).waitFor();
  const ofOptions = /^region: <div role="listbox"/;
  expect((await barriers(page)).filter((found) => !ofOptions.test(found))).toEqual([]);
  const isAsWide = async () => (await widthOf(page.getByRole('listbox').locator('..'))) === (await widthOf(interests));
  await until(isAsWide, 'the options are as wide as the field');
  await page.getByRole('option', { name: 'Senderismo' }).click();
  await sheet.getByRole('combobox', { name: 'Horóscopo' }).click();
  await page.getByRole('option', { name: 'Leo' }).click();
  await sheet.getByRole('textbox', { name: 'Altura (cm)' }).fill('172');
  await sheet.getByRole('switch', { name: 'Horóscopo' }).click();

  await sheet.getByRole('tab', { name: 'Vista previa' }).click();
  const preview = sheet.getByRole('tabpanel', { name: 'Vista previa' });
  await preview.getByRole('heading', { name: 'Ana Río', exact: true }).waitFor();
  await preview.getByText('172 cm').waitFor();
  expect(await preview.getByText('Leo', { exact: true }).count()).toBe(0);
  expect(await barriers(page)).toEqual([]);

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expectToast(page, 'Perfil guardado', () => sheet.getByRole('button', { name: 'Guardar' }).click());
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Ana Río' }).waitFor();
  await page.getByText('Senderismo').waitFor();

  const visitor = await bench.open(null, `/u/${ana.id}`);
  await visitor.getByText('Senderismo').waitFor();
  expect(await visitor.getByText('Leo', { exact: true }).count()).toBe(0);
});

test('changes survive a reload until they are discarded, and are not shown to another member on the same device', async () => {
  const [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  const page = await bench.open(ana, '/(modal)/edit-profile');
  const sheet = page.getByRole('dialog', { name: 'Editar perfil' });
  const [name, about] = [
    sheet.getByRole('textbox', { name: 'Nombre' }),
    sheet.getByRole('textbox', { name: 'Sobre mí' }),
  ];
  await about.fill('Tejo de noche');
  await page.reload();
  await sheet.getByText('Recuperado de la última vez, sin guardar.').waitFor();
  expect(await about.inputValue()).toBe('Tejo de noche');
  await sheet.getByRole('button', { name: 'Descartar' }).click();
  expect(await about.inputValue()).toBe('');
  await until(() => sheet.evaluate('document.activeElement.matches("textarea, input")'), 'the focus is in the form');

  await about.fill('Solo de Ana');
  await page.evaluate(`localStorage.token = ${JSON.stringify(beto.token)}; localStorage.removeItem('user')`);
  await page.reload();
  await until(async () => (await name.inputValue()) === beto.name, 'the form shows the other member');
  expect(await about.inputValue()).toBe('');
});

test('Back from a profile with changes asks whether to leave', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/tools');
  await page.getByRole('button', { name: /^Tu cuenta/ }).click();
  await page.getByRole('menuitem', { name: 'Tu perfil' }).click();
  await page.getByRole('link', { name: 'Editar perfil' }).click();
  const sheet = page.getByRole('dialog', { name: 'Editar perfil' });
  await sheet.getByRole('textbox', { name: 'Nombre' }).fill('Ana a medias');
  await page.goBack();
  const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  // Quickly: before the confirmation has faded.
  await page.goBack();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await sheet.getByRole('textbox', { name: 'Nombre' }).inputValue()).toBe('Ana a medias');
  await page.goBack();
  await question.getByRole('button', { name: 'Salir sin guardar' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await page.waitForURL('**/profile');
  await page.getByRole('heading', { level: 1, name: ana.name }).waitFor();

  await page.getByRole('link', { name: 'Editar perfil' }).click();
  await sheet.getByRole('textbox', { name: 'Nombre' }).fill('Ana entera');
  await expectToast(page, 'Perfil guardado', () => sheet.getByRole('button', { name: 'Guardar' }).click());
  await sheet.waitFor({ state: 'detached' });
  await page.waitForURL('**/profile');
  await page.goBack();
  await page.waitForURL('**/tools');
});

test('a post edited on the own profile still shows its tribe', async () => {
  const ana = await bench.system.newcomer('ana');
  const tribe = await ana.createTribe('Las del horno');
  await ana.publish(tribe.id, { content: 'Pan de ayer' });
  const page = await bench.open(ana, '/profile');
  const post = page.getByRole('article', { name: ana.name });
  await post.getByText('Las del horno').waitFor();
  await post.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await post.getByRole('textbox').first().fill('Pan de hoy');
  await post.getByRole('button', { name: 'Guardar' }).click();
  await post.getByText('Pan de hoy').waitFor();
  await post.getByText('Las del horno').waitFor();
});

test('a person who hides their presence shows no dot, and sees no one else’s', async () => {
  const [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  for (const person of [ana, beto]) await person.post('/user/heartbeat');
  const dot = (page: Page) => page.getByRole('main').locator('header [data-online]');
  const his = await bench.open(beto, `/u/${ana.id}`);
  await dot(his).waitFor();
  const anaPage = await bench.open(ana, '/profile', { size: 'desk' });
  await dot(anaPage).waitFor();

  await anaPage.goto('/tools/account');
  const section = anaPage.getByRole('region', { name: 'Quién ve que estás en línea' });
  const shows = section.getByRole('switch', { name: 'Se ve cuando estoy en línea' });
  await expectToast(anaPage, 'Nadie ve cuando estás en línea', () => shows.click());
  await anaPage.reload();
  await section.getByRole('switch', { checked: false }).waitFor();
  for (const [page, path, name] of [
    [his, `/u/${ana.id}`, ana.name],
    [anaPage, `/u/${beto.id}`, beto.name],
    [anaPage, '/profile', ana.name],
  ] as const) {
    const presenceLoaded =
      path === '/profile' ? page.waitForResponse('**/me/presence') : page.waitForResponse('**/user/presence*');
    await page.goto(path);
    await presenceLoaded;
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await dot(page).count()).toBe(0);
  }
});

test('a new follower or author of a message can be followed back from the inbox', async () => {
  const [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  await beto.post(`/auth/users/${ana.id}/follow`);
  await bench.system.settled();
  const page = await bench.open(ana, '/(modal)/inbox');
  const answered = page.waitForResponse(`**/auth/users/${beto.id}/follow`);
  await page.getByRole('button', { name: `Seguir a ${beto.name}` }).click();
  await page.getByRole('button', { name: `Dejar de seguir a ${beto.name}`, pressed: true }).waitFor();
  await answered;
  expect((await ana.read('/auth/me/following')).users).toContainEqual(expect.objectContaining({ id: beto.id }));
});

test('an avatar is an emoji, a cropped picture, or none, and a wrong file is refused with the specification’s sentence', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/(modal)/edit-profile');
  const sheet = page.getByRole('dialog', { name: 'Editar perfil' });
  await sheet.getByRole('button', { name: 'Elegir un emoji' }).click();
  await expectToast(page, 'Avatar actualizado', () => sheet.getByRole('button', { name: '🦊' }).click());
  expect((await ana.read('/auth/me')).avatarUrl).toBe('emoji:🦊');

  const input = sheet.locator('input[type=file]').first();
  await input.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') });
  await sheet.getByText('Tipo de archivo no válido. Use JPG, PNG, GIF o WebP.').waitFor();
  const large = { name: 'enorme.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
  await input.setInputFiles(large);
  await sheet.getByText('El archivo es demasiado grande. Máximo 5MB.').waitFor();

  await input.setInputFiles({ name: 'cara.png', mimeType: 'image/png', buffer: await png(900, 600) });
  // The chosen picture is still there after a look at the preview.
  await sheet.getByLabel('Acercar').fill('2');
  for (const name of ['Vista previa', 'Editar']) await sheet.getByRole('tab', { name }).click();
  expect(await sheet.getByLabel('Acercar').inputValue()).toBe('2');
  await sheet.getByRole('button', { name: 'Usar esta imagen' }).click();
  await sheet.getByRole('button', { name: 'Usar esta imagen' }).waitFor({ state: 'hidden' });
  await sheet.locator('button:focus', { hasText: 'Elegir una imagen' }).waitFor();
  expect((await ana.read('/auth/me')).avatarUrl).toContain('/api/proxy-media?key=avatar');

  await sheet.getByRole('button', { name: 'Quitar avatar' }).click();
  await sheet.getByRole('button', { name: 'Quitar avatar' }).waitFor({ state: 'hidden' });
  expect((await ana.read('/auth/me')).avatarUrl).toBeNull();
});

test('photos are added up to six, reordered by keyboard, and deleted after a confirmation', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/(modal)/edit-profile');
  const sheet = page.getByRole('dialog', { name: 'Editar perfil' });
  const input = sheet.locator('input[type=file]').last();
  const files = await Promise.all(
    [300, 310, 320, 330, 340, 350].map(async (side) => ({
      name: `foto-${side}.png`,
      mimeType: 'image/png',
      buffer: await png(side, side),
    })),
  );
  // A photo is new for ten seconds.
  await showsBriefly(page, { selector: '[role=dialog] li span', texts: ['Nueva'] }, () => input.setInputFiles(files));
  await sheet.getByRole('img', { name: 'Foto 6' }).waitFor();
  expect(await sheet.getByRole('button', { name: 'Añadir fotos' }).isDisabled()).toBe(true);
  const idsOf = async (): Promise<string[]> => (await ana.read('/auth/me')).photos.map(({ id }: { id: string }) => id);
  const before = await idsOf();

  const answered = page.waitForResponse('**/photos/order');
  await sheet.getByRole('button', { name: 'Mover Foto 1, 1 de 6' }).press('End');
  await answered;
  expect(await idsOf()).toEqual([...before.slice(1), before[0]]);

  const drag = async (from: number, to: number, by: 'mouse' | 'finger') => {
    const handle = await steadyBox(sheet.getByRole('button', { name: `Mover Foto ${from}, ${from} de 6` }));
    const target = await steadyBox(sheet.getByRole('img', { name: `Foto ${to}` }));
    const ordered = page.waitForResponse('**/photos/order');
    await (by === 'mouse' ? dragByMouse : dragByFinger)(page, centreOf(handle), centreOf(target));
    await ordered;
  };
  await drag(1, 3, 'mouse');
  const afterMouse = await idsOf();
  expect(afterMouse).toEqual([before[2], before[3], before[1], before[4], before[5], before[0]]);
  await drag(3, 1, 'finger');
  expect(await idsOf()).toEqual([before[1], before[2], before[3], before[4], before[5], before[0]]);

  await sheet.getByRole('button', { name: 'Borrar la foto 1' }).click();
  await page.getByRole('dialog', { name: '¿Borrar esta foto?' }).getByRole('button', { name: 'Borrar' }).click();
  await sheet.getByRole('img', { name: 'Foto 6' }).waitFor({ state: 'hidden' });
  await until(async () => (await idsOf()).length === 5, 'the photo is deleted');
});

test('a photo whose address expires while the profile is open is shown with a new address', async () => {
  const ana = await bench.system.newcomer('ana');
  const page = await bench.open(ana, '/(modal)/edit-profile', { refusals: [403] });
  const sheet = page.getByRole('dialog', { name: 'Editar perfil' });
  const photo = { name: 'foto.png', mimeType: 'image/png', buffer: await png(300, 300) };
  await sheet.locator('input[type=file]').last().setInputFiles(photo);
  await sheet.getByRole('img', { name: 'Foto 1' }).waitFor();

  let isExpired = true;
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: isExpired ? body.replaceAll('&sig=', '&sig=expired') : body });
  });
  let refused = 0;
  await page.route(/&sig=expired/, (route) => {
    refused += 1;
    isExpired = false;
    return route.fulfill({ status: 403 });
  });
  await page.goto('/profile');
  const shown = page.getByRole('region', { name: 'Fotos' }).locator('img[src*="&sig="]:not([src*="&sig=expired"])');
  await until(async () => (await shown.count()) === 1, 'the photo has a new address');
  await until(
    () => shown.evaluate((image) => 'naturalWidth' in image && image.naturalWidth !== 0),
    'the photo is shown',
  );
  expect(refused).toBeGreaterThan(0);
});

test.each(['dark', 'light'] as const)(
  'the form that deletes an account has no faults on a phone, %s',
  async (theme) => {
    const eva = await bench.system.newcomer('eva');
    const page = await bench.open(eva, '/profile', { theme });
    await page.getByRole('link', { name: 'Editar perfil' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Editar perfil' });
    await sheet.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
    await sheet.getByLabel('Escribe ELIMINAR para confirmar').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Eliminar para siempre' }).click();
    await sheet.getByText('Debes escribir "ELIMINAR" para confirmar').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  },
);
