import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { showsBriefly } from './brief-texts.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';
import { faultsOf } from './sign-in-screens.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

interface Circle {
  ana: Person;
  beto: Person;
  tribeId: number;
  name: string;
}

/** Ana owns a tribe, Beto is a member. */
async function circle(): Promise<Circle> {
  const [ana, beto] = await Promise.all([bench.system.newcomer('ana'), bench.system.newcomer('beto')]);
  const { id, name } = await ana.createTribe(`Corro de ${ana.name}`);
  await beto.join(id);
  return { ana, beto, tribeId: id, name };
}

const unread = (page: Page) => page.getByRole('link', { name: 'Bandeja, 1 aviso sin leer' });

test('a member joins a public tribe from the directory', async () => {
  const [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  const { name } = await ana.createTribe(`Abierta de ${ana.name}`);
  const page = await bench.open(beto, `/tools/tribes?q=${encodeURIComponent(name)}`);
  const card = page.getByRole('listitem').filter({ hasText: name });
  await expectToast(page, `Ya estás en ${name}`, () => card.getByRole('button', { name: 'Unirme' }).click());
  await card.getByText('Miembro', { exact: true }).waitFor();
  await card.getByRole('link', { name }).click();
  await page.getByRole('form', { name: 'Nueva publicación' }).waitFor();
});

test('a join request to a private tribe reaches its owner live, is approved, and the approval reaches its author live', async () => {
  const [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  const tribe = await ana.createTribe(`Secreta de ${ana.name}`, { isPrivate: true });
  const owner = await bench.open(ana, '/tools/tribes', { size: 'desk' });
  await owner.getByRole('link', { name: 'Bandeja', exact: true }).waitFor();
  const asker = await bench.open(beto, `/tools/tribes/${tribe.id}`);
  await asker.getByText('Pide entrar: quien la modera te responderá.').waitFor();
  await asker.getByRole('button', { name: 'Pedir entrar' }).first().click();
  await asker.getByText('Acceso pendiente').waitFor();

  await unread(owner).click();
  const inbox = owner.getByRole('dialog', { name: 'Bandeja' });
  await inbox.getByText(`${beto.name} quiere entrar en ${tribe.name}`).waitFor();
  await expectToast(asker, `Ya formas parte de ${tribe.name}`, () =>
    expectToast(owner, 'Solicitud aprobada', () => inbox.getByRole('button', { name: 'Aprobar' }).click()),
  );
  await inbox.getByText(`${beto.name} quiere entrar en ${tribe.name}`).waitFor({ state: 'hidden' });
  await asker.getByRole('form', { name: 'Nueva publicación' }).waitFor();
});

test('a member leaves a tribe after a confirmation that names the consequences', async () => {
  const { ana, beto, tribeId, name } = await circle();
  const page = await bench.open(beto, `/tools/tribes/${tribeId}`);
  await page.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Salir de la tribu' }).click();
  const dialog = page.getByRole('dialog', { name: `¿Salir de ${name}?` });
  await dialog.getByRole('button', { name: 'Salir de la tribu' }).click();
  await page.waitForURL('**/tools/tribes');
  const ownTribes = page.getByRole('region', { name: 'Mis tribus' });
  await ownTribes.getByRole('link', { name: 'hominini' }).waitFor();
  await ownTribes.getByRole('link', { name }).waitFor({ state: 'detached' });
  expect((await ana.read(`/tribes/${tribeId}`)).membersCount).toBe(1);
});

test('the next post of a followed person is announced without a reload, and the inbox links to it', async () => {
  const { ana, beto, tribeId, name } = await circle();
  await ana.publish(tribeId, { content: 'Antes' });
  const page = await bench.open(beto, `/tools/tribes/${tribeId}`);
  await page.getByRole('article', { name: ana.name }).getByRole('button', { name: 'Más opciones' }).click();
  const follow = page.getByRole('menuitem', { name: `Seguir a ${ana.name}` });
  await expectToast(page, `Ahora sigues a ${ana.name}`, () => follow.click());
  await bench.system.settled();
  await ana.publish(tribeId, { content: 'Esto es lo nuevo de hoy' });
  await unread(page).click();
  await page
    .getByRole('dialog', { name: 'Bandeja' })
    .getByRole('link', { name: `${ana.name} ha publicado en ${name}` })
    .click();
  await page.waitForURL(/\/post\//);
  await page.getByRole('article', { name: ana.name }).getByText('Esto es lo nuevo de hoy').waitFor();
  await page.getByRole('link', { name: 'Bandeja', exact: true }).waitFor();
});

test('a chat message appears at once on the other member’s screen, and is answered', async () => {
  const { ana, beto, tribeId } = await circle();
  const anaPage = await bench.open(ana, `/inbox/${tribeId}`, { size: 'desk' });
  const his = await bench.open(beto, `/inbox/${tribeId}`);
  await his.getByRole('textbox', { name: 'Escribe a la tribu' }).waitFor();
  await anaPage.getByRole('textbox', { name: 'Escribe a la tribu' }).fill('¿Quién trae leña?');
  await anaPage.keyboard.press('Enter');
  await his.getByText('¿Quién trae leña?').waitFor();
  await his.getByText('¿Quién trae leña?').click();
  await his.getByRole('button', { name: `Responder a ${ana.name}` }).click();
  await his.getByRole('textbox', { name: 'Escribe a la tribu' }).fill('La traigo yo');
  await his.getByRole('button', { name: 'Enviar' }).click();
  await anaPage.getByText('La traigo yo').waitFor();
});

test('a direct message is read and answered without a reload', async () => {
  const { ana, beto, tribeId } = await circle();
  await ana.publish(tribeId, { content: 'Hola' });
  const his = await bench.open(beto, `/tools/tribes/${tribeId}`, { size: 'desk' });
  await his.getByRole('article', { name: ana.name }).getByRole('button', { name: 'Más opciones' }).click();
  await his.getByRole('menuitem', { name: `Escribir a ${ana.name}` }).click();
  await his.getByRole('textbox', { name: `Escribe a ${ana.name}` }).fill('Solo a ti');
  await his.keyboard.press('Enter');
  await his.getByText('Solo a ti').waitFor();
  const anaPage = await bench.open(ana, `/dm/${beto.id}?tribeId=${tribeId}`);
  await anaPage.getByText('Solo a ti').waitFor();
  await anaPage.getByRole('textbox', { name: `Escribe a ${beto.name}` }).fill('Te leo');
  await anaPage.keyboard.press('Enter');
  await his.getByText('Te leo').waitFor();
});

test('a contributor sees points, their reasons, and the distance to the next level', async () => {
  const { ana, beto, tribeId, name } = await circle();
  const post = await beto.publish(tribeId, { content: 'Pan recién hecho' });
  await ana.post(`/tribes/${tribeId}/posts/${post.id}/reactions`, { type: 'like' });
  await beto.post(`/tribes/${tribeId}/posts/${post.id}/comments`, { content: 'Con semillas' });
  await bench.system.settled();
  const page = await bench.open(beto, `/tools/tribes/${tribeId}`, { size: 'desk' });
  const card = page.getByRole('region', { name: 'Tu nivel en la tribu' });
  for (const text of ['Principiante', '8 puntos', 'Faltan 92 de los 100 puntos de Junior'])
    await card.getByText(text, { exact: true }).waitFor();
  await card.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Tus puntos' }).waitFor();
  await page.getByText('8 puntos en total. Nivel global: Principiante.').waitFor();
  await page.getByRole('region', { name: 'En cada tribu' }).getByRole('button', { name, pressed: true }).waitFor();
  const why = page.getByRole('region', { name: 'Por qué' });
  for (const [cause, points] of [
    ['Una publicación tuya', '+5'],
    ['Un comentario tuyo', '+2'],
    ['A alguien le gustó lo tuyo', '+1'],
  ] as const)
    await why.getByRole('listitem').filter({ hasText: cause }).getByText(points, { exact: true }).waitFor();
});

test('taps on a vibe update a watcher’s counter live, also those made before the stream was open', async () => {
  const { ana, beto, tribeId, name } = await circle();
  const carla = await bench.system.newcomer('carla');
  await carla.join(tribeId);
  const { id } = await ana.publish(tribeId, {
    kind: 'story',
    tags: 'chill',
    content: 'Brasas',
    pictures: [await png(720, 1280)],
  });
  const watching = await bench.open(carla, '/', { size: 'desk' });
  const tickets = await gate(watching, '**/stream/ticket');
  await watching.goto(`/vibes-feed?tribeId=${tribeId}`);
  await watching.getByText('0 reacciones').waitFor();
  await watching.getByText(name).first().waitFor();
  // Any later update comes over the stream: other requests get no response.
  await gate(watching, '**/reactions/count');
  await gate(watching, '**/reactions?since=*');
  await beto.post(`/vibes/${id}/reactions`, { emoji: '✨' });
  tickets.open();
  await watching.getByText('1 reacción', { exact: true }).waitFor();

  const tapping = await bench.open(beto, `/vibes-feed?tribeId=${tribeId}`);
  await tapping.getByText('1 reacción', { exact: true }).waitFor();
  const vibe = tapping.getByRole('button', { name: 'Enviar un destello; dos toques seguidos, un corazón' });
  await vibe.click();
  await tapping.getByText('2 reacciones').waitFor();
  await watching.getByText('2 reacciones').waitFor();
  // Two taps are a heart within 260 ms, which two commands to the browser may exceed; it is shown for 3.5 s.
  await showsBriefly(watching, { selector: '[role=status]', texts: [`Le encanta a ${beto.name}`] }, () =>
    vibe.evaluate((button: { click(): void }) => {
      button.click();
      button.click();
    }),
  );
  await watching.getByText('4 reacciones').waitFor();
  await tapping.getByText('4 reacciones').waitFor();
});

test('an owner enables slow mode; a member with the chat open sees it live, waits, and loses nothing', async () => {
  const { ana, beto, tribeId } = await circle();
  const member = await bench.open(beto, `/inbox/${tribeId}`);
  const field = member.getByRole('textbox', { name: 'Escribe a la tribu' });
  await field.waitFor();
  const owner = await bench.open(ana, `/inbox/${tribeId}`, { size: 'narrow' });
  const choose = async (slowMode: string) => {
    await owner.getByRole('button', { name: 'Opciones del chat' }).click();
    await owner.getByRole('menuitemradio', { name: slowMode }).click();
  };
  await choose('5 minutos');
  await owner.getByText('Modo lento: los demás escriben cada 5 minutos').waitFor();
  await member.getByText('Modo lento: un mensaje cada 5 minutos').waitFor();
  await field.fill('Primero');
  await member.keyboard.press('Enter');
  await member.getByText(/^Podrás escribir en 2\d\d segundos$/).waitFor();
  await field.fill('Segundo');
  await member.keyboard.press('Enter');
  expect(await member.getByRole('button', { name: 'Enviar', exact: true }).isDisabled()).toBe(true);
  expect(await field.inputValue()).toBe('Segundo');
  for (const page of [owner, member]) expect(await faultsOf(page)).toEqual([]);
  await choose('Desactivado');
  await member.getByText(/^Podrás escribir/).waitFor({ state: 'hidden' });
  await field.press('Enter');
  await owner.getByText('Segundo').waitFor();
});

test('a member removed with the chat open reads why a message was not sent, and keeps its text', async () => {
  const { ana, beto, tribeId } = await circle();
  const page = await bench.open(beto, `/inbox/${tribeId}`, { refusals: [403] });
  const field = page.getByRole('textbox', { name: 'Escribe a la tribu' });
  await field.fill('Os espero en la plaza');
  // Each of these reads ends the chat: the reason of the refusal is shown until they do.
  const reads = [
    await gate(page, '**/api/tribes/@me/memberships*'),
    await gate(page, `**/api/tribes/${tribeId}/chat`, 'GET'),
  ];
  await ana.delete(`/tribes/${tribeId}/members/${beto.id}`);
  const isRefused = async () => (await beto.get(`/tribes/${tribeId}/chat`)).status === 403;
  await until(isRefused, 'the chat service knows of the removal');
  await field.press('Enter');
  await page.getByText('No se pudo enviar. Solo para miembros de esta tribu.').waitFor();
  expect(await page.getByRole('button', { name: 'Reintentar' }).count()).toBe(0);
  for (const read of reads) read.open();
  await page.getByText('El chat es para la tribu').waitFor();
  expect(await field.count()).toBe(0);
  await page.getByText('Os espero en la plaza').waitFor();
});
