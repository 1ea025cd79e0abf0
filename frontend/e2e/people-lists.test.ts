import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { pressAgain } from './press-again.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
let tribe: { id: number };
beforeAll(async () => {
  [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  tribe = await ana.createTribe('Gente de la vega');
  await beto.join(tribe.id);
});

const row = (page: Page, { name }: Person): Locator => page.getByRole('listitem').filter({ hasText: name });

test('a member finds the people of their tribes by name and follows them, and both are notified', async () => {
  const page = await bench.open(ana, '/tools');
  await page.getByRole('link', { name: 'Gente de mis tribus' }).click();
  await page.getByRole('heading', { level: 2, name: 'Gente de la vega' }).waitFor();
  expect(await page.getByRole('heading', { level: 2, name: 'hominini' }).count()).toBe(0);
  await page.getByLabel('Buscar por nombre').fill('no hay nadie así');
  await page.getByText('Nadie con ese nombre').waitFor();
  await page.getByLabel('Buscar por nombre').fill(beto.name);
  // It is shown at once, while the request is in progress.
  const answer = () => page.waitForResponse(`**/auth/users/${beto.id}/follow`);
  const followed = answer();
  await row(page, beto)
    .getByRole('button', { name: `Seguir a ${beto.name}` })
    .click();
  await pressAgain(row(page, beto).getByRole('button', { name: /^Siguiendo/ }));
  await followed;
  await bench.system.settled();

  const inbox = await bench.open(beto, '/(modal)/inbox');
  await inbox.getByText('ahora te sigue').waitFor();
  await page.goto('/tools/following');
  const unfollow = row(page, beto).getByRole('button', { name: `Dejar de seguir a ${beto.name}` });
  const unfollowed = answer();
  await unfollow.click();
  await row(page, beto).getByText('Seguir', { exact: true }).waitFor();
  await unfollowed;
  await page.reload();
  await page.getByText('Aún no sigues a nadie').waitFor();
});

test('memberships show the role in each tribe, and link to its chat', async () => {
  const page = await bench.open(ana, '/tools/memberships', { size: 'desk' });
  const own = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Gente de la vega' });
  await own.getByText('Esta tribu es tuya').waitFor();
  await own.getByText('Nivel 5').waitFor();
  await own.getByRole('link', { name: 'Chat de Gente de la vega' }).click();
  await page.waitForURL(`**/inbox/${tribe.id}`);
});

test('a dot shows who is online, to people who share their own presence', async () => {
  await beto.post('/user/heartbeat');
  const page = await bench.open(ana, '/tools/members');
  await row(page, beto).getByText('En línea').waitFor({ state: 'attached' });
  await ana.put('/auth/me/presence', { visible: false });
  await Promise.all([page.waitForResponse('**/user/presence*'), page.reload()]);
  await row(page, beto).waitFor();
  expect(await row(page, beto).getByText('En línea').count()).toBe(0);
  await ana.put('/auth/me/presence', { visible: true });
});

test('what an owner decides about members on a phone updates each list at once', async () => {
  const cora = await bench.system.newcomer('cora');
  const { id } = await ana.createTribe('Gente del molino');
  for (const person of [beto, cora]) await person.join(id);
  const page = await bench.open(ana, `/tools/tribes/${id}/people`);
  const choose = async (person: Person, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Acciones: ${person.name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await row(page, beto).getByText('desde el').waitFor();
  expect(await flaws(page)).toEqual([]);
  const confirm = async (person: Person, item: string, toast: string): Promise<void> => {
    await choose(person, item);
    const button = page.getByRole('dialog').getByRole('button', { name: item });
    await expectToast(page, toast, () => button.click());
  };
  await confirm(beto, 'Dar la moderación', `${beto.name} modera ahora la tribu`);
  expect((await beto.read(`/tribes/${id}`)).membership.role).toBe('officer');
  await confirm(beto, 'Quitar la moderación', `${beto.name} ya no modera la tribu`);
  expect((await beto.read(`/tribes/${id}`)).membership.role).toBe('member');
  await confirm(cora, 'Sacar de la tribu', `${cora.name} ya no está en la tribu`);
  await row(page, cora).waitFor({ state: 'detached' });
  expect((await cora.read(`/tribes/${id}`)).membership).toBeNull();
  await cora.join(id);
  await page.reload();
  await row(page, cora).waitFor();
  await choose(beto, 'Restringir');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Motivo').fill('Gritos en la plaza');
  await sheet.getByRole('radio', { name: '1 día' }).click();
  expect(await flaws(page)).toEqual([]);
  await sheet.getByRole('button', { name: `Restringir a ${beto.name}` }).click();
  await row(page, beto).getByText('Gritos en la plaza').waitFor();
  await choose(beto, 'Dejar escribir');
  await page.getByRole('dialog').getByRole('button', { name: 'Dejar escribir' }).click();
  await page.getByText('Gritos en la plaza').waitFor({ state: 'detached' });

  await page.getByLabel('Buscar por nombre').fill(cora.name);
  await row(page, beto).waitFor({ state: 'detached' });
  await choose(cora, 'Vetar');
  await sheet.getByLabel('Motivo').fill('Se llevó la harina');
  await sheet.getByRole('radio', { name: 'Sin fecha de fin' }).click();
  expect(await flaws(page)).toEqual([]);
  const ban = sheet.getByRole('button', { name: `Vetar a ${cora.name}` });
  await expectToast(page, `${cora.name} tiene vetada la entrada`, () => ban.click());
  await row(page, cora).waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Vetos' }).click();
  await row(page, cora).getByText('Se llevó la harina').waitFor();
  await row(page, cora).getByText(`Lo decidió ${ana.name}`).waitFor();
  await row(page, cora)
    .getByText(/^Desde el .*, sin fecha de fin$/)
    .waitFor();
  expect(await flaws(page)).toEqual([]);
  const desk = await bench.open(ana, `/tools/tribes/${id}/people`, { size: 'desk', theme: 'light' });
  await row(desk, beto).waitFor();
  expect(await flaws(desk)).toEqual([]);
  await desk.getByRole('tab', { name: 'Vetos' }).click();
  await row(desk, cora).getByText('Se llevó la harina').waitFor();
  expect(await flaws(desk)).toEqual([]);
  await page.getByRole('button', { name: `Levantar el veto a ${cora.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Levantar el veto' }).click();
  await page.getByText('Nadie tiene vetada la entrada').waitFor();
  expect((await cora.join(id)).status).toBe(200);
});

test('requests show answers, notes and concurrent decisions; a rejected applicant sees when to ask again', async () => {
  const { id } = await ana.createTribe('Gente de la noria', { isPrivate: true, questions: [{ text: '¿Qué riegas?' }] });
  const { questions } = await ana.read(`/tribes/${id}`);
  const answers = [{ questionId: questions[0].id, answer: 'Dos tomateras' }];
  const cora = await bench.system.newcomer('cora');
  const dani = await bench.system.newcomer('dani');
  for (const person of [beto, cora, dani]) await person.post(`/tribes/${id}/join-request`, { answers });
  const page = await bench.open(ana, `/tools/tribes/${id}`, { size: 'desk', theme: 'light' });
  await page.getByRole('link', { name: /^Gente · 3 solicitudes esperan/ }).waitFor();
  await page.getByRole('link', { name: '3 solicitudes esperan', exact: true }).click();
  const list = page.getByRole('list', { name: 'Solicitudes' });
  const card = (person: Person) => list.locator('> li').filter({ hasText: person.name });
  await card(beto).getByText('Dos tomateras').waitFor();
  await card(beto)
    .getByRole('button', { name: `Añadir nota sobre ${beto.name}` })
    .click();
  await card(beto).getByRole('textbox', { name: 'Nota' }).fill('Viene de la vega');
  await card(beto).getByRole('button', { name: 'Guardar nota' }).click();
  await card(beto).getByRole('listitem').getByText('Viene de la vega').waitFor();
  await card(dani)
    .getByRole('button', { name: `Rechazar a ${dani.name}` })
    .click();
  const reject = page.getByRole('dialog').getByRole('button', { name: 'Rechazar' });
  await reject.waitFor();
  expect(await flaws(page)).toEqual([]);
  await expectToast(page, 'Solicitud rechazada', () => reject.click());
  await card(dani).waitFor({ state: 'detached' });

  const phone = await bench.open(ana, `/tools/tribes/${id}/requests`, { size: 'narrow' });
  await phone.getByText('Viene de la vega').waitFor();
  expect(await flaws(phone)).toEqual([]);
  for (const each of [phone, page]) {
    await each.getByRole('checkbox', { name: 'Seleccionar todo' }).check();
    await each.getByRole('button', { name: 'Aprobar', exact: true }).waitFor();
    expect(await flaws(each)).toEqual([]);
  }
  await cora.post(`/tribes/${id}/join-request/cancel`);
  await page.getByRole('button', { name: 'Aprobar', exact: true }).click();
  await page.getByText(`La solicitud de ${cora.name} ya no espera`).waitFor();
  await page.getByText('No hay solicitudes').waitFor();
  expect((await beto.read(`/tribes/${id}`)).membership.status).toBe('active');

  const applicantPage = await bench.open(dani, `/tools/tribes/${id}`, { refusals: [403] });
  await applicantPage.getByText('Tu solicitud no se aceptó. Puedes volver a pedirlo desde el').waitFor();
  expect(await applicantPage.getByRole('button', { name: 'Pedir entrar' }).count()).toBe(0);
  expect(await flaws(applicantPage)).toEqual([]);
});
