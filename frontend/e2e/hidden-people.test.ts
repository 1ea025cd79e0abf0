import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { barriers, flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';

const bench = openBrowserBench();

/** Owns the tribe. */
let ana: Person;
/** An officer on the first level. */
let olga: Person;
/** A member of the first level. */
let beto: Person;
/** A member of the second level: hidden from Beto. */
let dani: Person;
let tribe: { id: number };
/** A post of Beto's, with Dani's comment and reply. */
let ofBeto: { id: string };
/** A post of Dani's. */
let ofDani: { id: string };

beforeAll(async () => {
  const newcomer = (name: string) => bench.system.newcomer(name);
  [ana, olga, beto, dani] = [
    await newcomer('ana'),
    await newcomer('olga'),
    await newcomer('beto'),
    await newcomer('dani'),
  ];
  tribe = await ana.createTribe('Los del puente');
  for (const person of [olga, beto, dani]) await person.join(tribe.id);
  await ana.put(`/tribes/${tribe.id}/members/${olga.id}/role`, { role: 'officer' });
  // Later Dani is above Beto, and cannot write to him.
  await dani.post('/messages', { toUserId: beto.id, tribeId: tribe.id, content: 'Nos vemos en el puente' });
  const { levels } = await ana.read(`/tribes/${tribe.id}/config`);
  const add = (order: number, challenge: object) =>
    ana.post(`/tribes/${tribe.id}/levels/${levels[order - 1].id}/challenges`, challenge);
  const quiz = await add(2, { type: 'quiz', title: 'El río', prompt: '¿Cuántos ojos?', answerKey: { answers: [3] } });
  await dani.post(`/tribes/${tribe.id}/challenges/${quiz.body.id}/submit`, { answers: [3] });
  expect((await dani.read(`/tribes/${tribe.id}/progress`)).member.levelOrder).toBe(2);
  const manual = await add(3, { type: 'manual', title: 'Preséntate', prompt: 'Cuenta quién eres.' });
  const form = new FormData();
  form.append('text', 'Vengo del otro lado');
  const submitted = await dani.post(`/tribes/${tribe.id}/challenges/${manual.body.id}/submit`, { text: 'Vengo' });
  expect(submitted.status).toBeLessThan(300);
  await dani.putUp(tribe.id, await png(300, 200), 'El puente nevado');
  ofBeto = await beto.publish(tribe.id, { content: '¿Quién cruza hoy?' });
  await writeAsHidden();
});

/** Dani writes and reacts everywhere, at a level above Beto's. */
async function writeAsHidden(): Promise<void> {
  ofDani = await dani.publish(tribe.id, { content: 'Hielo en la orilla' });
  const picture = await png(300, 500);
  await dani.publish(tribe.id, { kind: 'story', tags: 'chill', content: 'Amanece', pictures: [picture] });
  const post = `/tribes/${tribe.id}/posts/${ofBeto.id}`;
  const comment = await dani.post(`${post}/comments`, { content: 'Yo, con cuerda' });
  await dani.post(`${post}/comments`, { content: 'Y con guantes', parentId: comment.body.id });
  await dani.post(`${post}/reactions`, { type: 'like' });
  await dani.post(`/tribes/${tribe.id}/chat`, { content: 'Salgo a las siete' });
  await bench.system.settled();
}

/** The page does not contain their name, and their elements are not links. */
async function expectHidden(page: Page, shown: Locator): Promise<void> {
  await shown.getByText('Miembro de nivel superior', { exact: true }).first().waitFor();
  await shown.locator('[data-face=sunglasses]').first().waitFor();
  expect(await shown.getByRole('link').count()).toBe(0);
  expect(await shown.getByRole('button', { name: /Seguir|Escribir|Mensaje/ }).count()).toBe(0);
  const html = await page.content();
  for (const mark of [dani.id, dani.name, dani.email]) expect(html).not.toContain(mark);
}

/** The label and the sunglasses are shown, and nothing identifies or links to them. */
async function expectUnnamed(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
  await page.getByText('Miembro de nivel superior').first().waitFor();
  await page.locator('[data-face=sunglasses]').first().waitFor();
  expect(await page.locator('a[href*="/u/hidden"]').count()).toBe(0);
  const html = await page.content();
  for (const mark of [dani.id, dani.name, dani.email]) expect(html).not.toContain(mark);
}

test.each([
  ['a post card', () => `/tools/tribes/${tribe.id}`, 'Hielo en la orilla'],
  ['the page of a post', () => `/post/${ofDani.id}?tribe=${tribe.id}`, 'Hielo en la orilla'],
  ['a comment and a reply', () => `/post/${ofBeto.id}?tribe=${tribe.id}`, 'Y con guantes'],
  ['the chat', () => `/inbox/${tribe.id}`, 'Salgo a las siete'],
  ['a vibe', () => `/vibes-feed?tribeId=${tribe.id}`, 'Amanece'],
  ['the inbox', () => '/(modal)/inbox', 'Nos vemos en el puente'],
  ['the activity', () => '/(modal)/activity', 'Y con guantes'],
  ['the members of all tribes', () => '/tools/members', 'Miembro de nivel superior'],
])('%s shows a person of a higher level with the label and sunglasses only', async (_screen, path, text) => {
  const page = await bench.open(beto, path());
  await expectUnnamed(page, text);
  expect(await barriers(page)).toEqual([]);
});

test('the menu of a post by a hidden person offers to block and report them, and neither to follow nor to write', async () => {
  const page = await bench.open(beto, `/post/${ofDani.id}?tribe=${tribe.id}`);
  await page.getByText('Hielo en la orilla').first().waitFor();
  await page.getByRole('button', { name: 'Más opciones' }).first().click();
  await page.getByRole('menuitem', { name: /Reportar/ }).waitFor();
  expect(await page.getByRole('menuitem', { name: /Seguir|Escribir|mensaje|perfil/i }).count()).toBe(0);
  await expectUnnamed(page, 'Hielo en la orilla');
});

test.each([
  ['dark', 'phone'],
  ['light', 'desk'],
] as const)(
  'a person of a higher level is listed with sunglasses and a level, and can only be reported, muted or blocked, %s on a %s',
  async (theme, size) => {
    const page = await bench.open(beto, `/tools/tribes/${tribe.id}/people`, { theme, size });
    const rows = page.getByRole('region', { name: 'Miembros' }).getByRole('listitem');
    const hidden = rows.filter({ hasText: 'Miembro de nivel superior' });
    await expectHidden(page, hidden);
    await hidden.getByText('Nivel 2', { exact: true }).waitFor();
    await hidden.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Reportar' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /Seguir|Escribir|mensaje|perfil/i }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await rows.filter({ hasText: ana.name }).getByRole('link').first().waitFor();
    expect(await flaws(page)).toEqual([]);
    await page.getByLabel('Buscar por nombre').fill(dani.name);
    await page.getByText('Nadie con ese nombre').waitFor();
  },
);

test('a hidden member is reported from the list of members, and nothing received on the way identifies them', async () => {
  const reporter = await bench.system.newcomer('nueva');
  await reporter.join(tribe.id);
  const page = await bench.open(reporter, `/tools/tribes/${tribe.id}/people`, { refusals: [409] });
  const received: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/') && !response.url().includes('/stream'))
      received.push(response.text().catch(() => ''));
  });
  const hidden = page.getByRole('listitem').filter({ hasText: 'Miembro de nivel superior' }).first();
  const sheet = page.getByRole('dialog', { name: 'Reportar a esta persona' });
  const report = async () => {
    await hidden.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Reportar' }).click();
    await sheet.getByRole('radio', { name: 'Acoso' }).check();
    await sheet.getByRole('button', { name: 'Enviar reporte' }).click();
  };
  await report();
  await sheet.waitFor({ state: 'detached' });
  await report();
  await sheet.getByText('Ya lo has reportado. Te avisaremos cuando se decida.').waitFor();
  const texts = await Promise.all([...received, page.content()]);
  expect(texts.some((text) => text.includes('Reporte enviado correctamente'))).toBe(true);
  for (const mark of [dani.id, dani.name, dani.email]) expect(texts.join()).not.toContain(mark);
  const cases = await (await bench.system.admin()).read(`/admin/reports?kind=person&tribeId=${tribe.id}`);
  expect(cases.items.map((found: { author: { id: string } }) => found.author.id)).toEqual([dani.id]);
});

test('pictures of hidden people are attributed to a higher level, without a link to a person', async () => {
  const page = await bench.open(beto, `/tools/tribes/${tribe.id}/media`);
  await page.getByRole('button', { name: 'Abrir: El puente nevado' }).click();
  const lightbox = page.getByRole('dialog');
  await lightbox.getByText('El puente nevado').waitFor();
  await expectHidden(page, lightbox);
  expect(await flaws(page)).toEqual([]);
});

test('a person of a lower level is shown normally, and no message is offered', async () => {
  const page = await bench.open(dani, `/tools/tribes/${tribe.id}/people`);
  const row = page.getByRole('listitem').filter({ hasText: beto.name });
  await row.getByRole('button', { name: `Seguir a ${beto.name}` }).waitFor();
  await row.getByRole('link', { name: beto.name }).click();
  await page.waitForURL(`**/${beto.id}`);
  await page.getByRole('heading', { level: 1, name: beto.name }).waitFor();
  await page.goto(`/dm/${beto.id}?tribeId=${tribe.id}`);
  await page.getByText('todavía no ha llegado a tu nivel').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});

test('an officer sees everyone’s identity, also above their own level', async () => {
  const page = await bench.open(olga, `/tools/tribes/${tribe.id}/people`, { size: 'desk' });
  await page.getByRole('listitem').filter({ hasText: dani.name }).getByRole('link', { name: dani.name }).waitFor();
  await page.goto(`/tools/tribes/${tribe.id}/submissions`);
  await page.getByText(dani.name).first().waitFor();
  expect(await page.getByText('Miembro de nivel superior').count()).toBe(0);
});
