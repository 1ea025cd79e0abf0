import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { createModeratedTribe } from './moderated-tribe.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();
const reported = 'Reporte enviado correctamente';
const alreadyReported = 'Ya lo has reportado. Te avisaremos cuando se decida.';

let owner: Person;
let author: Person;
let member: Person;
let tribe: { id: number };
beforeAll(async () => {
  ({ owner, author, member, tribe } = await createModeratedTribe(bench.system, 'Los que se cuidan'));
});

test('a post is reported from its menu without leaving the page, its moderator removes it, and both sides see the reason', async () => {
  await author.publish(tribe.id, { content: 'Compra mis relojes' });
  const page = await bench.open(member, `/tools/tribes/${tribe.id}`);
  const post = page.getByRole('article').filter({ hasText: 'Compra mis relojes' });
  await post.getByRole('button', { name: 'Más' }).first().click();
  await page.getByRole('menuitem', { name: 'Reportar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Reportar publicación' });
  await sheet.getByRole('button', { name: 'Enviar reporte' }).click();
  await sheet.getByText('Por favor selecciona un motivo').waitFor();
  expect(await flaws(page)).toEqual([]);
  await sheet.getByRole('radio', { name: 'Spam o publicidad' }).click();
  await sheet.getByLabel('Cuéntanos más (opcional)').fill('Lo repite en todas partes');
  await expectToast(page, reported, () => sheet.getByRole('button', { name: 'Enviar reporte' }).click());
  expect(new URL(page.url()).pathname).toBe(`/tools/tribes/${tribe.id}`);

  const desk = await bench.open(owner, `/tools/tribes/${tribe.id}/moderation`, { size: 'desk', theme: 'light' });
  await desk.getByRole('button', { name: /Compra mis relojes/ }).waitFor();
  await desk.keyboard.press('j');
  const detail = desk.getByRole('region', { name: 'Publicación' });
  await detail.getByText('Lo repite en todas partes').waitFor();
  await detail.getByRole('button', { name: 'Me encargo' }).click();
  await detail.getByText('Lo miras tú').waitFor();
  await detail.getByRole('radio', { name: 'Quitar', exact: true }).check();
  expect(await flaws(desk)).toEqual([]);
  await detail.getByLabel('Mensaje para su autor (opcional)').fill('Aquí no se vende.');
  await detail.getByRole('button', { name: 'Quitar publicación' }).click();
  await desk.getByText('Nada por decidir').waitFor();
  const log = desk.getByRole('region', { name: 'Registro' });
  await log.getByText(`${owner.name} quitó una publicación por spam o publicidad`).waitFor();

  await bench.system.settled();
  const authorPage = await bench.open(author, '/');
  await authorPage.goto(`${new URL(authorPage.url()).origin}/(modal)/inbox`);
  await authorPage.getByRole('link', { name: /Se ha quitado tu publicación/ }).click();
  await authorPage.getByText('Aquí no se vende.').waitFor();
  await authorPage.getByRole('heading', { name: 'Se ha quitado tu publicación', level: 1 }).waitFor();
  await authorPage.getByText('Lo decidió la moderación de Los que se cuidan').waitFor();
  expect(await authorPage.getByText(owner.name).count()).toBe(0);
  expect(await flaws(authorPage)).toEqual([]);
  await authorPage.getByLabel('Por qué no estás de acuerdo').fill('Era un regalo');
  await authorPage.getByRole('button', { name: 'Pedir la revisión' }).click();
  const appeal = authorPage.getByRole('region', { name: 'Tu petición de revisión' });
  await appeal.getByText('Era un regalo').waitFor();
  await appeal.getByText('Pendiente').waitFor();
  expect(await flaws(authorPage)).toEqual([]);
  await authorPage.getByRole('button', { name: 'Volver' }).click();
  await authorPage.waitForURL((url) => decodeURI(url.pathname) === '/(modal)/inbox');

  const reporter = await bench.open(member, '/');
  await reporter.goto(`${new URL(reporter.url()).origin}/(modal)/inbox`);
  const result = /^Gracias por reportar una publicación en Los que se cuidan: se han tomado medidas\./;
  await reporter.getByRole('link', { name: result }).click();
  await reporter.waitForURL(({ pathname }) => pathname === `/tools/tribes/${tribe.id}`);
});

test('removing from a menu asks the moderator for a reason; the author reads it, appeals and the object is restored', async () => {
  const post = await author.publish(tribe.id, { content: 'Una broma pesada' });
  const comment = await author.post(`/tribes/${tribe.id}/posts/${post.id}/comments`, { content: 'Y otra' });
  const page = await bench.open(owner, `/post/${post.id}?tribe=${tribe.id}`);
  const authorPage = page.getByRole('article').filter({ hasText: 'Y otra' }).last();
  await authorPage.getByRole('button', { name: 'Quitar', exact: true }).click();
  const ofComment = page.getByRole('dialog', { name: 'Quitar el comentario' });
  await ofComment.getByRole('button', { name: 'Quitar', exact: true }).click();
  await ofComment.getByText('Por favor selecciona un motivo').waitFor();
  expect(await flaws(page)).toEqual([]);
  await ofComment.getByRole('radio', { name: 'Otro motivo' }).check();
  await ofComment.getByText('Escribe por qué: su autor lo leerá.').waitFor();
  await ofComment.getByLabel('Mensaje para su autor').fill('No viene a cuento.');
  await ofComment.getByRole('button', { name: 'Quitar', exact: true }).click();
  await ofComment.waitFor({ state: 'detached' });
  await page.getByText('Y otra').waitFor({ state: 'detached' });

  const ofAuthor = page.getByRole('article').filter({ hasText: 'Una broma pesada' });
  await ofAuthor.getByRole('button', { name: 'Más opciones' }).click();
  await page.getByRole('menuitem', { name: 'Quitar', exact: true }).click();
  const ofPost = page.getByRole('dialog', { name: 'Quitar la publicación' });
  await ofPost.getByRole('radio', { name: 'Acoso' }).check();
  await ofPost.getByRole('button', { name: 'Quitar', exact: true }).click();
  await ofPost.waitFor({ state: 'detached' });
  await until(
    async () => (await owner.get(`/tribes/${tribe.id}/posts/${post.id}`)).status === 404,
    'the object is removed',
  );

  await bench.system.settled();
  const { items } = await owner.read(`/tribes/${tribe.id}/reports?status=decided`);
  const caseOf = (id: string) => items.find(({ objectId }: { objectId: string }) => objectId === id).id;
  const decision = await bench.open(author, `/decisions/${caseOf(comment.body.id)}`);
  await decision.getByText('No viene a cuento.').waitFor();
  expect(await decision.getByText(owner.name).count()).toBe(0);
  const { origin } = new URL(decision.url());
  await decision.goto(`${origin}/(modal)/inbox`);
  await decision
    .getByRole('link', { name: /Se ha quitado tu comentario/ })
    .first()
    .waitFor();
  const appeal = `/reports/decisions/${caseOf(post.id)}/appeal`;
  expect((await author.post(appeal, { text: 'Era una cita' })).status).toBe(200);
  const admin = await bench.system.admin();
  expect((await admin.post(`/reports/${caseOf(post.id)}/resolve`, { action: 'overturn' })).status).toBe(200);
  expect((await author.get(`/tribes/${tribe.id}/posts/${post.id}`)).status).toBe(200);
});

test('a chat message is reported in place, and disappears from open chats when a moderator removes it', async () => {
  await member.post(`/tribes/${tribe.id}/chat`, { content: 'Hace un día precioso' });
  await author.post(`/tribes/${tribe.id}/chat`, { content: 'No os aguanto' });
  const page = await bench.open(member, `/inbox/${tribe.id}`);
  await page.getByText('No os aguanto').click();
  await page.getByRole('button', { name: `Más sobre el mensaje de ${author.name}` }).click();
  await page.getByRole('menuitem', { name: 'Reportar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Reportar mensaje de chat' });
  await sheet.getByRole('radio', { name: 'Acoso' }).click();
  await expectToast(page, reported, () => sheet.getByRole('button', { name: 'Enviar reporte' }).click());

  const desk = await bench.open(owner, `/tools/tribes/${tribe.id}/moderation`, { size: 'desk' });
  await desk.getByRole('button', { name: /No os aguanto/ }).click();
  const detail = desk.getByRole('region', { name: 'Mensaje de chat' });
  await detail.getByText('Hace un día precioso').waitFor();
  expect(await flaws(desk)).toEqual([]);
  await detail.getByRole('radio', { name: 'Quitar', exact: true }).check();
  await detail.getByRole('button', { name: 'Quitar mensaje de chat' }).click();
  await page.getByText('No os aguanto').waitFor({ state: 'detached' });
  await page.getByText('Hace un día precioso').waitFor();
});

test('comments, vibes, messages, people and tribes are reported in place, a tribe also by people who may not join it', async () => {
  const outsider = await bench.system.newcomer('forastera');
  const post = await author.publish(tribe.id, { content: 'Donde se comenta' });
  await author.post(`/tribes/${tribe.id}/posts/${post.id}/comments`, { content: 'Menuda tontería' });
  await author.post('/messages', { toUserId: member.id, tribeId: tribe.id, content: 'No vuelvas por aquí' });
  await author.publish(tribe.id, {
    kind: 'story',
    tags: 'chill',
    pictures: [await png(720, 1280)],
    content: 'Mi vibe',
  });
  await bench.system.settled();
  const open = async (reporter: Person, path: string) => bench.open(reporter, path, { refusals: [409] });
  const report = async (page: Page, title: string) => {
    await page.getByRole('menuitem', { name: 'Reportar' }).click();
    const sheet = page.getByRole('dialog', { name: title });
    await sheet.getByRole('radio', { name: 'Odio o discriminación' }).click();
    expect(await flaws(page)).toEqual([]);
    const { pathname } = new URL(page.url());
    await expectToast(page, reported, () => sheet.getByRole('button', { name: 'Enviar reporte' }).click());
    await sheet.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(pathname);
  };

  const page = await open(member, `/post/${post.id}?tribe=${tribe.id}`);
  const { origin } = new URL(page.url());
  const ofComment = page.getByRole('button', { name: `Más sobre el comentario de ${author.name}` });
  await ofComment.click();
  await report(page, 'Reportar comentario');
  await ofComment.click();
  await page.getByRole('menuitem', { name: 'Reportar' }).click();
  const again = page.getByRole('dialog', { name: 'Reportar comentario' });
  await again.getByRole('radio', { name: 'Acoso' }).click();
  await again.getByRole('button', { name: 'Enviar reporte' }).click();
  await again.getByText(alreadyReported).waitFor();
  await page.goBack();
  await again.waitFor({ state: 'detached' });
  await page.getByText('Menuda tontería').waitFor();

  await page.goto(`${origin}/vibes-feed?tribeId=${tribe.id}`);
  await page.getByRole('article', { name: author.name }).getByRole('button', { name: 'Más opciones' }).click();
  await report(page, 'Reportar vibe');
  await page.goto(`${origin}/dm/${author.id}?tribeId=${tribe.id}`);
  await page.getByText('No vuelvas por aquí').click();
  await page.getByRole('button', { name: `Más sobre el mensaje de ${author.name}` }).click();
  await report(page, 'Reportar mensaje directo');
  await page.goto(`${origin}/u/${author.id}`);
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: author.name }) });
  await head.getByRole('button', { name: 'Más opciones' }).click();
  await report(page, 'Reportar a esta persona');

  for (const reporter of [member, outsider]) {
    const ofTribe = await open(reporter, `/tools/tribes/${tribe.id}`);
    const header = ofTribe.locator('header').filter({ has: ofTribe.getByRole('heading', { level: 1 }) });
    await header.getByRole('button', { name: 'Más opciones' }).click();
    await report(ofTribe, 'Reportar tribu');
  }
});

test('a moderator opens the pictures on demand, and bans their author for the chosen time', async () => {
  const banned = await bench.system.newcomer('expulsable');
  await banned.join(tribe.id);
  const post = await banned.publish(tribe.id, { content: 'Otra vez yo', pictures: [await png(300, 200)] });
  await member.post('/reports/post', { postId: post.id, reason: 'obsceno' });
  const page = await bench.open(owner, `/tools/tribes/${tribe.id}/moderation`);
  await page.getByRole('button', { name: /Otra vez yo/ }).click();
  const detail = page.getByRole('region', { name: 'Publicación' });
  await detail.getByRole('button', { name: 'Ver 1 imagen' }).waitFor();
  expect(await detail.locator('img[src^="/api/"]').count()).toBe(0);
  await detail.getByRole('button', { name: 'Ver 1 imagen' }).click();
  await detail.locator('img[src^="/api/"]').waitFor();
  await detail.getByRole('radio', { name: 'Vetar', exact: true }).check();
  await detail.getByRole('radio', { name: '7 días' }).check();
  expect(await flaws(page)).toEqual([]);
  const ban = detail.getByRole('button', { name: `Vetar a ${banned.name}` });
  await ban.click();
  await detail.getByText('Escribe por qué: su autor lo leerá.').waitFor();
  await detail.getByLabel('Por qué: quien queda fuera lo leerá').fill('Ya estabas avisado.');
  await expectToast(page, 'Vetado', () => ban.click());
  await until(async () => (await banned.read(`/tribes/${tribe.id}`)).ban !== null, 'they are banned');
  const authorPage = await bench.open(banned, `/tools/tribes/${tribe.id}`);
  await authorPage.getByText('Ya estabas avisado.').waitFor();
});

test('a site admin answers the appeal on a phone, and the removed object is restored', async () => {
  const post = await author.publish(tribe.id, { content: 'Regalo dos gatitos' });
  await member.post('/reports/post', { postId: post.id, reason: 'spam' });
  const { items } = await owner.read(`/tribes/${tribe.id}/reports`);
  const found = items.find(({ objectId }: { objectId: string }) => objectId === post.id);
  await owner.post(`/reports/${found.id}/resolve`, { action: 'remove' });
  await author.post(`/reports/decisions/${found.id}/appeal`, { text: 'Son gatitos de verdad' });
  const page = await bench.open(await bench.system.admin(), '/admin/moderation?status=appealed');
  await page.getByRole('button', { name: /Regalo dos gatitos/ }).click();
  await page.getByText('Son gatitos de verdad').waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Deshacer la decisión' }).check();
  const overturn = page.getByRole('button', { name: 'Deshacer la decisión' });
  await expectToast(page, 'Decisión deshecha', () => overturn.click());
  expect((await member.get(`/tribes/${tribe.id}/posts/${post.id}`)).status).toBe(200);
});

test('members see the decisions in their tribe with reasons, but not the moderator', async () => {
  const page = await bench.open(member, `/tools/tribes/${tribe.id}/moderation`, { language: 'en' });
  const log = page.getByRole('region', { name: 'Moderation log' });
  await log.getByText('A moderator removed a post for spam or advertising').first().waitFor();
  expect(await log.getByText(owner.name).count()).toBe(0);
  expect(await flaws(page)).toEqual([]);
});

test('a picture reported in the lightbox is decided without being shown unasked, and its author sees the reason', async () => {
  await author.putUp(tribe.id, await png(300, 200), 'La mesa de otro');
  const page = await bench.open(member, `/tools/tribes/${tribe.id}/media`);
  await page.getByRole('button', { name: 'Abrir: La mesa de otro' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reportar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Reportar imagen' });
  await sheet.getByRole('radio', { name: 'Derechos de autor' }).click();
  expect(await flaws(page)).toEqual([]);
  await expectToast(page, reported, () => sheet.getByRole('button', { name: 'Enviar reporte' }).click());
  expect(new URL(page.url()).pathname).toBe(`/tools/tribes/${tribe.id}/media`);

  const desk = await bench.open(owner, `/tools/tribes/${tribe.id}/moderation`, { size: 'desk', theme: 'light' });
  await desk.getByRole('button', { name: /La mesa de otro/ }).click();
  const detail = desk.getByRole('region', { name: 'Imagen de la tribu' });
  await detail.getByRole('button', { name: 'Ver 1 imagen' }).waitFor();
  expect(await detail.locator('img[src^="/api/"]').count()).toBe(0);
  await detail.getByRole('button', { name: 'Ver 1 imagen' }).click();
  await detail.locator('img[src^="/api/"]').waitFor();
  await detail.getByRole('link', { name: 'Ver las imágenes de la tribu' }).waitFor();
  expect(await detail.getByRole('radio', { name: 'Ocultar hasta que se edite' }).count()).toBe(0);
  await detail.getByRole('radio', { name: 'Quitar', exact: true }).check();
  await detail.getByLabel('Mensaje para su autor (opcional)').fill('La foto es de otra persona.');
  expect(await flaws(desk)).toEqual([]);
  await detail.getByRole('button', { name: 'Quitar imagen' }).click();
  await desk.getByRole('button', { name: /La mesa de otro/ }).waitFor({ state: 'detached' });

  await bench.system.settled();
  await page.reload();
  await page.getByText('Aún no hay imágenes').waitFor();
  const notification = (await author.notifications()).find(({ data }) => data.kind === 'tribe_media');
  const authorPage = await bench.open(author, `/decisions/${notification.data.caseId}`);
  await authorPage.getByText('La foto es de otra persona.').waitFor();
  await authorPage.getByLabel('Por qué no estás de acuerdo').waitFor();
  expect(await flaws(authorPage)).toEqual([]);
});
