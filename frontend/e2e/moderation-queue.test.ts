import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';
import { createModeratedTribe } from './moderated-tribe.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

let owner: Person;
let author: Person;
let member: Person;
let tribe: { id: number };
beforeAll(async () => {
  ({ owner, author, member, tribe } = await createModeratedTribe(bench.system, 'Los que hacen cola'));
});

/** The outer edge of the focus ring. */
const leftOfRing = (page: Page) =>
  page.evaluate<number>(`(() => {
    const { outlineOffset, outlineWidth } = getComputedStyle(document.activeElement);
    return document.activeElement.getBoundingClientRect().x - parseFloat(outlineOffset) - parseFloat(outlineWidth);
  })()`);

/** Opens a case on a desktop, where another one may be open. */
async function openBesideList(page: Page, content: string): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(content) }).click();
  const detail = page.getByRole('region', { name: 'Publicación' });
  await detail.getByRole('region', { name: 'Lo reportado' }).getByText(content).waitFor();
  return detail;
}

const isInUpperHalf = (box: { y: number; height: number } | null): boolean =>
  box !== null && box.y >= 0 && box.y + box.height <= 422;

test('on a phone the cases are filtered in a sheet, and Back restores the offset of the list', async () => {
  const reported = await Promise.all(
    ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'].map(async (number) => {
      const post = await author.publish(tribe.id, { content: `Anuncio ${number}` });
      await member.post('/reports/post', { postId: post.id, reason: 'spam' });
      return post.id;
    }),
  );
  const vibe = { kind: 'story', tags: 'chill', pictures: [await png(720, 1280)], content: 'Una vibe con anuncio' };
  const { id: vibeId } = await author.publish(tribe.id, vibe);
  await member.post('/reports/post', { postId: vibeId, reason: 'copyright' });
  const page = await bench.open(owner, `/tools/tribes/${tribe.id}/moderation`);
  const row = (text: string) => page.getByRole('button', { name: new RegExp(text) });
  await row('Anuncio seis').waitFor();
  expect(await flaws(page)).toEqual([]);

  await row('Anuncio seis').scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate<number>('window.scrollY');
  const before = await scrolled();
  await row('Anuncio seis').press('Enter');
  await page.locator('button:focus-visible').filter({ hasText: 'Volver a los casos' }).waitFor();
  await until(async () => (await leftOfRing(page)) > 0, 'the focus ring is in view');
  const head = page.getByRole('heading', { name: 'Publicación' });
  await head.waitFor();
  await until(async () => isInUpperHalf(await head.boundingBox()), 'the case is scrolled to its top');
  expect(await page.getByRole('heading', { name: 'Registro' }).count()).toBe(0);
  await page.goBack();
  await row('Anuncio seis').waitFor();
  await until(async () => (await scrolled()) === before, 'the list has its former offset');
  const focused = page.locator(':focus').filter({ hasText: 'Anuncio seis' });
  await focused.waitFor();

  await page.getByRole('button', { name: 'Filtros' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  await sheet.getByRole('radio', { name: 'Vibe', exact: true }).check();
  expect(await flaws(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Ver los casos' }).click();
  await sheet.waitFor({ state: 'detached' });
  await row('Anuncio seis').waitFor({ state: 'detached' });
  await row('Una vibe con anuncio').waitFor();
  await page.getByRole('button', { name: 'Filtros: 1' }).click();
  await sheet.getByRole('button', { name: 'Quitar los filtros' }).click();
  await row('Anuncio seis').waitFor();
  await page.waitForURL(({ search }) => search === '');
  const { items } = await owner.read(`/tribes/${tribe.id}/reports`);
  for (const { id, objectId } of items as { id: string; objectId: string }[])
    if ([...reported, vibeId].includes(objectId)) await owner.post(`/reports/${id}/resolve`, { action: 'keep' });
});

test('a starter sentence matches the reason and can be edited, and another reason requires text', async () => {
  const post = await author.publish(tribe.id, { content: 'No es de aquí' });
  await member.post('/reports/post', { postId: post.id, reason: 'spam' });
  const page = await bench.open(owner, `/tools/tribes/${tribe.id}/moderation`, { size: 'desk' });
  const detail = await openBesideList(page, 'No es de aquí');
  await detail.getByRole('radio', { name: 'Avisar', exact: true }).check();
  await detail.getByRole('button', { name: 'Aquí no se hace publicidad.' }).click();
  const message = detail.getByRole('textbox', { name: /Mensaje para su autor/ });
  const isSuggested = async () => (await message.inputValue()) === 'Aquí no se hace publicidad.';
  await until(isSuggested, 'the sentence is in the message');
  await detail.getByRole('combobox', { name: 'Motivo que leerá su autor' }).click();
  await page.getByRole('option', { name: 'Otro motivo' }).click();
  await until(async () => (await message.inputValue()) === '', 'the sentence is removed with its reason');
  await detail.getByRole('button', { name: `Avisar a ${author.name}` }).click();
  await detail.getByText('Escribe por qué: su autor lo leerá.').waitFor();
  expect(await flaws(page)).toEqual([]);
  await message.fill('Aquí solo hablamos de pan.');
  await expectToast(page, 'Avisado', () => detail.getByRole('button', { name: `Avisar a ${author.name}` }).click());
  await page.getByText(`${owner.name} dio un aviso por otro motivo en una publicación`).waitFor();
});

test('a case whose post was edited meanwhile shows the new text before it is decided', async () => {
  const post = await author.publish(tribe.id, { content: 'Antes de cambiarlo' });
  await member.post('/reports/post', { postId: post.id, reason: 'spam' });
  const page = await bench.open(owner, `/tools/tribes/${tribe.id}/moderation`, { size: 'desk', refusals: [409] });
  const detail = await openBesideList(page, 'Antes de cambiarlo');
  await detail.getByRole('radio', { name: 'Mantener', exact: true }).check();
  await author.put(`/tribes/${tribe.id}/posts/${post.id}`, { content: 'Después de cambiarlo' });
  await detail.getByRole('button', { name: 'Mantener publicación' }).click();
  await detail.getByText('Editado después del reporte').waitFor();
  const object = detail.getByRole('region', { name: 'Lo reportado' });
  expect(await object.getByRole('blockquote').allInnerTexts()).toEqual(['Antes de cambiarlo', 'Después de cambiarlo']);
  expect(await flaws(page)).toEqual([]);
  await detail.getByRole('radio', { name: 'Mantener', exact: true }).check();
  await expectToast(page, 'Sin medidas', () => detail.getByRole('button', { name: 'Mantener publicación' }).click());
});

test('a second moderator confirms taking over a case, and learns that it is already decided', async () => {
  const officer = await bench.system.newcomer('oficial');
  await officer.join(tribe.id);
  await owner.put(`/tribes/${tribe.id}/members/${officer.id}/role`, { role: 'officer' });
  const post = await author.publish(tribe.id, { content: 'Lo miran dos' });
  await member.post('/reports/post', { postId: post.id, reason: 'spam' });
  const openCase = async (moderator: Person, theme: 'light' | 'dark') => {
    const options = { size: 'desk', theme, refusals: [409] } as const;
    const page = await bench.open(moderator, `/tools/tribes/${tribe.id}/moderation`, options);
    return { page, detail: await openBesideList(page, 'Lo miran dos') };
  };
  const first = await openCase(officer, 'light');
  await first.detail.getByRole('button', { name: 'Me encargo' }).click();
  await first.detail.getByText('Lo miras tú').waitFor();
  await first.detail.getByRole('textbox', { name: 'Nota para el equipo' }).fill('Ya lo avisé en mayo');
  await first.detail.getByRole('button', { name: 'Anotar' }).click();
  await first.detail.getByRole('listitem').filter({ hasText: 'Ya lo avisé en mayo' }).waitFor();

  const second = await openCase(owner, 'dark');
  await second.detail.getByText(`Lo mira ${officer.name}`).waitFor();
  await second.detail.getByText('Ya lo avisé en mayo').waitFor();
  await second.detail.getByText('Reciente', { exact: true }).waitFor();
  await second.detail.getByRole('button', { name: 'Encargarme yo' }).click();
  const dialog = second.page.getByRole('dialog', { name: '¿Encargarte tú de este caso?' });
  await dialog.getByText(`${officer.name} lo está mirando desde hace menos de 30 minutos.`).waitFor();
  expect(await flaws(second.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await second.detail.getByText(`Lo mira ${officer.name}`).waitFor();
  await second.detail.getByRole('button', { name: 'Encargarme yo' }).click();
  await dialog.getByRole('button', { name: 'Encargarme yo' }).click();
  await second.detail.getByText('Lo miras tú').waitFor();

  for (const { detail } of [first, second]) await detail.getByRole('radio', { name: 'Mantener', exact: true }).check();
  const late = await gate(first.page, '**/api/reports/*');
  await second.detail.getByRole('button', { name: 'Mantener publicación' }).click();
  await second.detail.waitFor({ state: 'detached' });
  await expectToast(first.page, 'Este caso ya está decidido.', () =>
    first.detail.getByRole('button', { name: 'Mantener publicación' }).click(),
  );
  late.open();
  await first.detail.getByRole('heading', { name: 'Decisiones' }).waitFor();
  await first.detail.getByRole('button', { name: 'Mantener publicación' }).waitFor({ state: 'detached' });
});

test('a case decided by another moderator leaves the list, and an open one shows the decision', async () => {
  const [leader, officer] = [await bench.system.newcomer('lider'), await bench.system.newcomer('oficial')];
  const queue = await leader.createTribe('Los de las dos mesas', {});
  for (const person of [officer, author, member]) await person.join(queue.id);
  await leader.put(`/tribes/${queue.id}/members/${officer.id}/role`, { role: 'officer' });
  for (const content of ['En dos mesas', 'Sobre la mesa']) {
    const post = await author.publish(queue.id, { content });
    await member.post('/reports/post', { postId: post.id, reason: 'spam' });
  }
  const desks = { size: 'desk' } as const;
  const [page, other] = [
    await bench.open(leader, `/tools/tribes/${queue.id}/moderation`, desks),
    await bench.open(officer, `/tools/tribes/${queue.id}/moderation`, desks),
  ];
  const [detail, decided] = [await openBesideList(page, 'En dos mesas'), await openBesideList(other, 'En dos mesas')];
  for (const each of [detail, decided]) await each.getByRole('radio', { name: 'Mantener', exact: true }).check();
  // The own list loses the case before it is fetched again.
  const lists = await gate(other, '**/api/tribes/*/reports?*');
  await decided.getByRole('button', { name: 'Mantener publicación' }).click();
  await decided.getByRole('region', { name: 'Lo reportado' }).getByText('Sobre la mesa').waitFor();
  expect(await other.getByRole('button', { name: /En dos mesas/ }).count()).toBe(0);
  lists.open();
  await page.getByRole('button', { name: /En dos mesas/ }).waitFor({ state: 'detached' });
  await detail.getByRole('heading', { name: 'Decisiones' }).waitFor();
  await detail.getByRole('button', { name: 'Mantener publicación' }).waitFor({ state: 'detached' });
  expect(await flaws(page)).toEqual([]);
});

/** The bio is shown at once, the avatar on request. */
async function seeProfile(profile: Locator) {
  await profile.getByText('Sé dónde vives').waitFor();
  expect(await profile.locator('img').count()).toBe(0);
  await profile.getByRole('button', { name: 'Ver 1 imagen' }).click();
  const isLoaded = () =>
    profile.locator('img').evaluate((image) => 'naturalWidth' in image && image.naturalWidth !== 0);
  await until(isLoaded, 'the avatar is loaded');
}

test('a case about a person, a tribe or a message leads site admins to where they can act', async () => {
  const admin = await bench.system.admin();
  const about = { reason: 'harassment' };
  const avatar = new FormData();
  avatar.append('avatar', new Blob([Buffer.from(await png(300, 300))]), 'cara.png');
  await author.post('/auth/me/avatar', avatar);
  await author.put('/auth/me', { bio: 'Sé dónde vives' });
  const message = await author.post('/messages', {
    toUserId: member.id,
    tribeId: tribe.id,
    content: 'Te vas a enterar',
  });
  const responses = [
    await member.post('/reports/person', { userId: author.id, ...about }),
    await member.post('/reports/tribe', { tribeId: tribe.id, ...about }),
    await member.post('/reports/message', { messageId: message.body.id, ...about }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
  const { items } = await admin.read('/admin/reports?status=open&limit=100');
  const page = await bench.open(admin, '/admin/moderation', { size: 'desk', theme: 'light' });
  const { origin } = new URL(page.url());
  for (const [kind, objectId, heading, link, target] of [
    ['person', author.id, 'Persona', 'Medidas contra la cuenta', `/admin?user=${author.id}`],
    ['tribe', String(tribe.id), 'Tribu', 'Abrir la tribu', `/tools/tribes/${tribe.id}`],
    ['direct_message', message.body.id, 'Mensaje directo', 'Medidas contra la cuenta', `/admin?user=${author.id}`],
  ]) {
    const found = items.find(
      (each: { kind: string; objectId: string }) => each.kind === kind && each.objectId === objectId,
    );
    await page.goto(`${origin}/admin/moderation?case=${found.id}`);
    const detail = page.getByRole('region', { name: heading, exact: true });
    const way = detail.getByRole('link', { name: link, exact: true });
    await way.waitFor();
    expect(await way.getAttribute('href')).toBe(target);
    if (kind === 'person') await seeProfile(detail.getByRole('region', { name: 'Así se ve ahora' }));
    expect(await flaws(page)).toEqual([]);
    await admin.post(`/reports/${found.id}/resolve`, { action: 'keep' });
  }
});

test('on a desktop the first case is open on arrival, without focus or an entry in the history', async () => {
  const queue = await owner.createTribe('Los del primer caso', {});
  for (const person of [author, member]) await person.join(queue.id);
  for (const content of ['Caso primero', 'Caso segundo']) {
    const post = await author.publish(queue.id, { content });
    await member.post('/reports/post', { postId: post.id, reason: 'spam' });
  }
  const page = await bench.open(owner, '/tools/tribes', { size: 'desk' });
  await page.getByRole('heading', { level: 1, name: 'Tribus' }).waitFor();
  await page.goto(`/tools/tribes/${queue.id}/moderation`);
  const detail = page.getByRole('region', { name: 'Publicación' });
  const reported = (content: string) => detail.getByRole('region', { name: 'Lo reportado' }).getByText(content);
  await reported('Caso primero').waitFor();
  expect(await page.evaluate('[location.search, document.activeElement.tagName]')).toEqual(['', 'BODY']);
  expect(await flaws(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Tribus' }).waitFor();
  await page.goForward();
  await reported('Caso primero').waitFor();

  await page.keyboard.press('1');
  await page.waitForURL(({ searchParams }) => searchParams.has('case'));
  await detail.getByRole('radio', { name: 'Mantener', exact: true, checked: true }).waitFor();
  await page.keyboard.press('j');
  await reported('Caso segundo').waitFor();
  await page.keyboard.press('k');
  await reported('Caso primero').waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Tribus' }).waitFor();
  await page.goForward();
  await detail.getByRole('radio', { name: 'Mantener', exact: true }).check();
  await expectToast(page, 'Sin medidas', () => detail.getByRole('button', { name: 'Mantener publicación' }).click());
  await reported('Caso segundo').waitFor();

  const phone = await bench.open(owner, `/tools/tribes/${queue.id}/moderation`);
  await phone.getByRole('button', { name: /Caso segundo/ }).waitFor();
  expect(await phone.getByRole('region', { name: 'Publicación' }).count()).toBe(0);
});

test('the log explains its purpose when there are no decisions', async () => {
  const quiet = await owner.createTribe('Los que no discuten', {});
  const page = await bench.open(owner, `/tools/tribes/${quiet.id}/moderation`, { theme: 'light' });
  await page.getByText('Cuando se quite algo o se avise a alguien').waitFor();
  expect(await flaws(page)).toEqual([]);
});
