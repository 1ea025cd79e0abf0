import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { ownOf } from '../../deploy/system-tests/test-system.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';
import { createModeratedTribe } from './moderated-tribe.ts';
import { expectToast } from './toasts.ts';

/** A system of its own: the age of cases is set in its store. */
const bench = openBrowserBench({ ownSystem: true });

let owner: Person;
let author: Person;
let member: Person;
let tribe: { id: number };
beforeAll(async () => {
  ({ owner, author, member, tribe } = await createModeratedTribe(bench.system, 'Los que esperan'));
});

const panel = () => `/tools/tribes/${tribe.id}/moderation`;
const row = (page: Page, text: string) => page.getByRole('button', { name: new RegExp(text) });

/** Publishes a post and reports it; resolves to both ids. */
async function reportedPost(content: string) {
  const post = await author.publish(tribe.id, { content });
  expect((await member.post('/reports/post', { postId: post.id, reason: 'spam' })).status).toBe(201);
  const { items } = await owner.read(`/tribes/${tribe.id}/reports?limit=100`);
  const found = items.find(({ objectId }: { objectId: string }) => objectId === post.id);
  return { postId: String(post.id), caseId: String(found.id) };
}

/** The colours of a label, and those of the tokens with that name. */
const coloursOf = (label: Locator) =>
  label.evaluate((element) => {
    const view = element.ownerDocument.defaultView;
    const { color, backgroundColor } = view.getComputedStyle(element.parentElement);
    return [color, backgroundColor];
  });
const coloursOfTokens = (page: Page, name: string) =>
  page.evaluate<string[]>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    Object.assign(probe.style, { color: 'var(--${name})', backgroundColor: 'var(--${name}-soft)' });
    const { color, backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return [color, backgroundColor];
  })()`);

test('a case shows how long it has waited, and the one that has waited longest comes first', async () => {
  const ages = [
    ['Recién llegado', 23, 'moss', 'Reciente'],
    ['De ayer', 25, 'honey', 'Lleva más de un día'],
    ['De la semana pasada', 73, 'danger', 'Lleva más de tres días'],
  ] as const;
  const { sql } = ownOf(bench.system);
  const cases: string[] = [];
  for (const [text, hours] of ages) {
    const { caseId } = await reportedPost(text);
    await sql('content', `update cases set changed_at = now() - interval '${hours} hours' where id = $1`, [caseId]);
    cases.push(caseId);
  }
  const desks = [
    { page: await bench.open(owner, panel(), { theme: 'dark' }), isPhone: true },
    {
      page: await bench.open(await bench.system.admin(), `/admin/moderation?tribeId=${tribe.id}`, {
        size: 'desk',
        theme: 'light',
      }),
      isPhone: false,
    },
  ];
  for (const { page, isPhone } of desks) {
    await row(page, 'Recién llegado').waitFor();
    const listed = await page.getByRole('button', { name: /Recién llegado|De ayer|De la semana/ }).allInnerTexts();
    expect(listed.map((text) => ages.findIndex(([content]) => text.includes(content)))).toEqual([2, 1, 0]);
    for (const [text, , token, label] of ages) {
      const expected = await coloursOfTokens(page, token);
      expect(await coloursOf(row(page, text).getByText(label, { exact: true }))).toEqual(expected);
      await row(page, text).click();
      const detail = page.getByRole('region', { name: 'Publicación' });
      await detail.getByRole('region', { name: 'Lo reportado' }).getByText(text).waitFor();
      expect(await coloursOf(detail.getByText(label, { exact: true }))).toEqual(expected);
      if (isPhone) await page.goBack();
    }
    expect(await flaws(page)).toEqual([]);
  }
  for (const id of cases) await owner.post(`/reports/${id}/resolve`, { action: 'keep' });
});

/** A case opened on a desktop, with a warning and a note typed and not sent. */
async function beginWarning(moderator: Person, content: string) {
  const page = await bench.open(moderator, panel(), { size: 'desk', refusals: [403, 409] });
  await row(page, content).click();
  const detail = page.getByRole('region', { name: 'Publicación' });
  await detail.getByRole('region', { name: 'Lo reportado' }).getByText(content).waitFor();
  await detail.getByRole('textbox', { name: 'Nota para el equipo' }).fill('Lo hablo mañana con el resto');
  await detail.getByRole('radio', { name: 'Avisar', exact: true }).check();
  await detail.getByLabel('Mensaje para su autor (opcional)').fill('Te lo digo con cariño.');
  return { page, detail, warn: detail.getByRole('button', { name: `Avisar a ${author.name}` }) };
}

/** Expects the moderator's input to be on the screen, also after a reload. */
async function keepsWhatWasTyped(page: Page, detail: Locator): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    await detail.getByRole('region', { name: 'Tu mensaje, sin enviar' }).getByText('Te lo digo con cariño.').waitFor();
    const note = detail.getByRole('textbox', { name: 'Nota para el equipo' });
    await until(async () => (await note.inputValue()) === 'Lo hablo mañana con el resto', 'the note is still there');
    expect(await flaws(page)).toEqual([]);
    if (times === 0) await page.reload();
  }
}

test('a moderator who reported the object meanwhile reads that another one decides', async () => {
  const { postId, caseId } = await reportedPost('También lo he reportado');
  const { page, detail, warn } = await beginWarning(owner, 'También lo he reportado');
  expect((await owner.post('/reports/post', { postId, reason: 'spam' })).status).toBe(201);
  await warn.click();
  await detail.getByText('Lo has reportado tú: decide otra persona.').waitFor();
  await warn.waitFor({ state: 'detached' });
  expect(await detail.getByRole('radio').count()).toBe(0);
  await keepsWhatWasTyped(page, detail);
  expect((await owner.read(`/reports/${caseId}`)).decisions).toEqual([]);
  const { items } = await author.read('/notifications');
  expect(items.filter(({ data }: { data: { caseId?: string } }) => data.caseId === caseId)).toEqual([]);
  await detail.getByRole('button', { name: 'Descartar' }).click();
  await detail.getByText('Te lo digo con cariño.').waitFor({ state: 'detached' });
  await (await bench.system.admin()).post(`/reports/${caseId}/resolve`, { action: 'keep' });
});

test('a case that the site decided meanwhile cannot be decided by its tribe', async () => {
  const admin = await bench.system.admin();
  const { postId, caseId } = await reportedPost('Lo decide el equipo');
  const { page, detail, warn } = await beginWarning(owner, 'Lo decide el equipo');
  // Before the page reads what the other has decided.
  const reads = await gate(page, '**/api/reports/*');
  expect((await admin.post(`/reports/${caseId}/resolve`, { action: 'hide' })).status).toBe(200);
  const edited = await author.put(`/tribes/${tribe.id}/posts/${postId}`, { content: 'Lo decide el equipo, otra vez' });
  expect(edited.status).toBe(200);
  const refused = page.waitForResponse(`**/api/reports/${caseId}/resolve`);
  await warn.click();
  await refused;
  reads.open();
  await detail.getByText('Lo decidió alguien con más autoridad: le corresponde a alguien con la misma.').waitFor();
  await warn.waitFor({ state: 'detached' });
  expect(await detail.getByRole('radio').count()).toBe(0);
  await keepsWhatWasTyped(page, detail);

  const postPage = await bench.open(owner, `/post/${postId}?tribe=${tribe.id}`, { refusals: [403] });
  await postPage.getByRole('article').getByRole('button', { name: 'Más opciones' }).click();
  await postPage.getByRole('menuitem', { name: 'Quitar', exact: true }).click();
  const sheet = postPage.getByRole('dialog', { name: 'Quitar la publicación' });
  await sheet.getByRole('radio', { name: 'Acoso' }).check();
  await sheet.getByLabel('Mensaje para su autor (opcional)').fill('Aquí no cabe.');
  await sheet.getByRole('button', { name: 'Quitar', exact: true }).click();
  await sheet.getByText('Lo decidió alguien con más autoridad: no puedes cambiarlo.').waitFor();
  expect(await sheet.getByLabel('Mensaje para su autor (opcional)').inputValue()).toBe('Aquí no cabe.');
  expect(await sheet.getByRole('radio', { name: 'Acoso' }).isChecked()).toBe(true);
  expect(await flaws(postPage)).toEqual([]);
  expect((await member.get(`/tribes/${tribe.id}/posts/${postId}`)).status).toBe(200);
  await admin.post(`/reports/${caseId}/resolve`, { action: 'keep' });
});

test('a post hidden until it is edited is visible again once its author has edited it', async () => {
  await author.publish(tribe.id, { content: 'Buenos días' });
  const { caseId } = await reportedPost('Un tal Pepe');
  const desk = await bench.open(owner, panel(), { size: 'desk' });
  await row(desk, 'Un tal Pepe').click();
  const detail = desk.getByRole('region', { name: 'Publicación' });
  await detail.getByRole('radio', { name: 'Ocultar hasta que se edite' }).check();
  await detail.getByLabel('Mensaje para su autor (opcional)').fill('Sin nombres, por favor.');
  const hide = detail.getByRole('button', { name: /^Ocultar/ });
  await expectToast(desk, 'Oculto hasta que se edite', () => hide.click());
  await bench.system.settled();

  const feed = await bench.open(member, `/tools/tribes/${tribe.id}`);
  const inFeed = (text: string) => feed.getByRole('article').filter({ hasText: text });
  await inFeed('Buenos días').waitFor();
  expect(await inFeed('Un tal Pepe').count()).toBe(0);

  const authorPage = await bench.open(author, `/tools/tribes/${tribe.id}`);
  const own = authorPage.getByRole('article').filter({ hasText: 'Un tal Pepe' });
  await authorPage.getByText('Buenos días').waitFor();
  await own.getByText('Oculto hasta que se edite').waitFor();
  await authorPage.goto(`${new URL(authorPage.url()).origin}/(modal)/inbox`);
  const notifications = authorPage.getByRole('link', { name: /Se ha ocultado tu publicación/ });
  await notifications.and(authorPage.locator(`[href="/decisions/${caseId}"]`)).click();
  await authorPage.getByText('Sin nombres, por favor.').waitFor();
  await authorPage.getByText('En cuanto cambies el texto, vuelve a verse.', { exact: false }).waitFor();
  expect(await flaws(authorPage)).toEqual([]);
  await authorPage.getByRole('link', { name: 'Editar la publicación' }).click();
  const text = authorPage.getByRole('article').getByRole('textbox').first();
  await text.fill('Un tal vecino');
  await authorPage.getByRole('button', { name: 'Guardar' }).click();
  await authorPage.getByRole('article').getByText('Un tal vecino').waitFor();
  await authorPage.getByText('Oculto hasta que se edite').waitFor({ state: 'detached' });

  await feed.reload();
  await inFeed('Un tal vecino').waitFor();
  await desk.reload();
  await row(desk, 'Un tal Pepe').click();
  const object = detail.getByRole('region', { name: 'Lo reportado' });
  await object.getByText('Editado después del reporte').waitFor();
  expect(await object.getByRole('blockquote').allInnerTexts()).toEqual(['Un tal Pepe', 'Un tal vecino']);
  await detail.getByRole('radio', { name: 'Mantener', exact: true }).check();
  await expectToast(desk, 'Sin medidas', () => detail.getByRole('button', { name: 'Mantener publicación' }).click());
  await feed.reload();
  await inFeed('Un tal vecino').waitFor();
  expect((await owner.read(`/reports/${caseId}`)).status).toBe('closed');
});
