import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Locator } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { barriers, flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { faultsOf } from './sign-in-screens.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

test('a private tribe shows its rules and questions to outsiders, and applicants can see and withdraw their request', async () => {
  const [beto, dora] = [await bench.system.newcomer('beto'), await bench.system.newcomer('dora')];
  const name = 'L'.repeat(60);
  const rules = {
    isPrivate: true,
    rules: ['Se avisa antes', ...Array.from({ length: 9 }, (_, index) => `${index + 2}. `.padEnd(180, 'Norma larga '))],
    questions: [{ text: '¿Qué traes?' }, { text: '¿Cuándo?' }],
  };
  const { id } = await dora.createTribe(name, rules);
  const page = await bench.open(beto, `/tools/tribes/${id}`, { size: 'narrow' });
  const main = page.getByRole('main');
  await main.getByText('Se avisa antes').waitFor();
  await main.getByRole('heading', { name: 'Al pedir entrar contestas 2 preguntas' }).waitFor();
  await main.getByText('¿Qué traes?').waitFor();
  expect(await flaws(page)).toEqual([]);
  await main.getByRole('button', { name: 'Pedir entrar' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('¿Qué traes?').fill('Leña');
  await sheet.getByLabel('¿Cuándo?').fill('El jueves');
  expect([...(await barriers(page)), ...(await tooSmall(page))]).toEqual([]);
  await sheet.getByRole('button', { name: 'Pedir entrar' }).click();
  await main.getByText(/^Lo pediste el /).waitFor();
  await main.getByText('Si cambias de idea, «Cancelar solicitud» retira tu solicitud.').waitFor();
  await sheet.waitFor({ state: 'detached' });
  expect(await flaws(page)).toEqual([]);
  await main.getByRole('button', { name: 'Cancelar solicitud' }).click();
  await main.getByRole('button', { name: 'Pedir entrar' }).waitFor();
  await main.getByText(/^Lo pediste el /).waitFor({ state: 'detached' });

  const desk = await bench.open(beto, `/tools/tribes/${id}`, { size: 'desk' });
  const ask = desk.getByRole('main').getByRole('button', { name: 'Pedir entrar' });
  await desk.getByRole('heading', { name: 'Al pedir entrar contestas 2 preguntas' }).waitFor();
  const isInView = async () => {
    const box = await ask.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 900;
  };
  await until(isInView, 'the button is visible without scrolling');
  await desk.getByText('¿Cuándo?').scrollIntoViewIfNeeded();
  await until(isInView, 'the button stays in view');
});

test('the directory shows the rules of a tribe before a person joins it, and its people page after', async () => {
  const [beto, dora] = [await bench.system.newcomer('beto'), await bench.system.newcomer('dora')];
  const { id, name } = await dora.createTribe(`Con normas de ${dora.name}`, { rules: ['Se avisa antes'] });
  const page = await bench.open(beto, `/tools/tribes?q=${encodeURIComponent(name)}`);
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await card.getByRole('button', { name: 'Unirme' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Se avisa antes').waitFor();
  await expectToast(page, `Ya estás en ${name}`, () => sheet.getByRole('button', { name: 'Unirme' }).click());
  await card.getByText('Miembro', { exact: true }).waitFor();
  await page.goto(`/tools/tribes/${id}/people`);
  const people = page.getByRole('main');
  await people.getByRole('button', { name: 'Las normas de la tribu' }).click();
  await people.getByText('Se avisa antes').waitFor();
  expect(await flaws(page)).toEqual([]);
});

test('a long name and description, a restriction and an offered tribe leave space for the first post', async () => {
  const name = 'Caminantes de la sierra, de sus fuentes y de sus bocadillos!';
  expect(name).toHaveLength(60);
  const description = 'Caminatas de los sábados por la sierra, con bocadillo y sin prisa, fuente a fuente. '.repeat(4);
  const [nora, pepe] = [await bench.system.newcomer('nora'), await bench.system.newcomer('pepe')];
  const beto = await bench.system.newcomer('beto');
  const { id } = await nora.createTribe(name, { description, tags: 'sierra,monte' });
  await nora.publish(id, { content: 'Salimos a las nueve', pictures: [await png(900, 600)] });
  for (const person of [beto, pepe]) await person.join(id);
  const restriction = { reason: 'Para que la charla se calme un poco', endsAt: new Date(Date.now() + 86_400_000) };
  expect((await nora.put(`/tribes/${id}/members/${pepe.id}/restriction`, restriction)).status).toBe(200);
  expect((await nora.post(`/tribes/${id}/owner`, { userId: beto.id, name })).status).toBe(200);
  const open = async (person: Person) => {
    const page = await bench.open(person, `/tools/tribes/${id}`);
    await page.getByRole('article').first().getByText('Salimos a las nueve').waitFor();
    return page;
  };
  const restricted = await open(pepe);
  const note = restricted.getByRole('button', { name: 'Aquí puedes leer, pero no escribir' });
  await note.waitFor();
  const offered = await open(beto);
  const offer = offered.getByRole('region', { name: 'Te ofrecen esta tribu' });
  await offer.waitFor();
  for (const page of [restricted, offered]) {
    const post = page.getByRole('article').first();
    await until(async () => ((await post.boundingBox())?.y ?? 844) <= 430, 'the first post is in the upper half');
    expect(await flaws(page)).toEqual([]);
  }
  await note.click();
  await restricted.getByText(restriction.reason).waitFor();
  await offer.getByRole('button', { name: 'Te ofrecen esta tribu' }).click();
  await offer.getByRole('button', { name: 'Aceptar la tribu' }).waitFor();
  const words = offered.getByRole('button', { name: description.trim() });
  const height = async () => (await words.boundingBox())?.height ?? 0;
  const before = await height();
  await words.click();
  await until(async () => (await height()) > before, 'the whole description is shown');
  expect([...(await barriers(offered)), ...(await tooWide(offered))]).toEqual([]);
});

test.each(['dark', 'light'] as const)(
  'a join request and the question before leaving a tribe have no faults on a phone, %s',
  async (theme) => {
    const [beto, dora] = [await bench.system.newcomer('beto'), await bench.system.newcomer('dora')];
    const asked = [{ text: '¿Qué traes a la mesa?' }];
    const { id, name } = await dora.createTribe(`Mesa de ${dora.name}`, { isPrivate: true, questions: asked });
    const { questions } = await dora.read(`/tribes/${id}`);
    const answers = [{ questionId: questions[0].id, answer: 'Pan de ayer y queso de oveja' }];
    expect((await beto.post(`/tribes/${id}/join-request`, { answers })).status).toBe(200);
    const requests = await bench.open(dora, `/tools/tribes/${id}/requests`, { theme });
    await requests.getByText('Pan de ayer y queso de oveja').waitFor();
    expect(await faultsOf(requests)).toEqual([]);
    const approve = requests.getByRole('button', { name: `Aprobar a ${beto.name}` });
    await expectToast(requests, 'Solicitud aprobada', () => approve.click());
    const page = await bench.open(beto, `/tools/tribes/${id}`, { theme });
    await page.getByRole('button', { name: 'Más opciones' }).click();
    await page.getByRole('menuitem', { name: 'Salir de la tribu' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Salir de la tribu' }).click();
    const question = page.getByRole('dialog', { name: `¿Salir de ${name}?` });
    await question.getByRole('button', { name: 'Salir de la tribu' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  },
);

const shareLink = (sheet: Locator, app: string) =>
  sheet.getByRole('link', { name: app, exact: true }).getAttribute('href');

test.each([
  ['dark', 'phone'],
  ['light', 'desk'],
] as const)('a tribe is viewed and shared from its card in the directory, %s on a %s', async (theme, size) => {
  const ana = await bench.system.newcomer('ana');
  const { id, name } = await ana.createTribe(`Senda de ${ana.name}`, {
    description: 'Sin prisa, de fuente a fuente.',
  });
  const page = await bench.open(ana, `/tools/tribes?q=${encodeURIComponent(name)}&panels=1`, { theme, size });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.context().route(/instagram\.com/, (route) => route.fulfill({ body: 'Pega el enlace' }));
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  const share = card.getByRole('button', { name: `Compartir ${name}` });
  await share.waitFor();
  expect((await share.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await faultsOf(page)).toEqual([]);
  await share.click();
  const sheet = page.getByRole('dialog', { name: `Compartir ${name}` });
  const url = new URL(`/tools/tribes/${id}`, page.url()).href;
  await expectToast(page, 'Enlace copiado', () => sheet.getByRole('button', { name: 'Copiar enlace' }).click());
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url);
  expect(await shareLink(sheet, 'WhatsApp')).toContain(encodeURIComponent(`${name} ${url}`));
  expect(await faultsOf(page)).toEqual([]);
  const opened = page.waitForEvent('popup');
  await expectToast(page, 'Enlace copiado', () => sheet.getByRole('button', { name: 'Instagram' }).click());
  await (await opened).close();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  // The link covers the card.
  await card.click({ position: { x: 40, y: 30 } });
  await page.waitForURL(`**/tools/tribes/${id}?panels=1`);
});

test('only the link of a private tribe is shared, from the menu of its page, and who can open it is stated', async () => {
  const ana = await bench.system.newcomer('ana');
  const { id, name } = await ana.createTribe(`Refugio de ${ana.name}`, { isPrivate: true });
  const page = await bench.open(ana, `/tools/tribes/${id}`);
  const shared = async (note: string) => {
    await page.getByRole('button', { name: 'Más opciones' }).first().click();
    await page.getByRole('menuitem', { name: 'Compartir' }).click();
    const sheet = page.getByRole('dialog', { name: `Compartir ${name}` });
    await sheet.getByText(note).waitFor();
    expect(await shareLink(sheet, 'WhatsApp')).toBe(`https://wa.me/?text=${encodeURIComponent(page.url())}`);
    await sheet.getByRole('button', { name: 'Cerrar' }).click();
    await sheet.waitFor({ state: 'detached' });
  };
  await shared('Es privada: quien abra el enlace');
  await ana.put(`/tribes/${id}`, { isInvisible: true });
  await page.reload();
  await shared('Es invisible: el enlace solo se abre para quien ya está dentro.');
});

test.each([
  ['phone', 112],
  ['desk', 160],
] as const)(
  'the header of a tribe on a %s has a cover of %d px and eight tags, its panels all parts',
  async (size, height) => {
    const ana = await bench.system.newcomer('ana');
    const tags = Array.from({ length: 10 }, (_, index) => `tema-${index}`);
    const { id } = await ana.createTribe(`Mirador de ${ana.name}`, { tags: tags.join() });
    const page = await bench.open(ana, `/tools/tribes/${id}`, { size });
    const header = page.getByRole('main').locator('header').first();
    await header.getByText('#tema-7').waitFor();
    expect(await header.getByText(/^#tema-\d$/).count()).toBe(8);
    expect((await header.locator('> *').first().boundingBox())?.height).toBe(height);
    await page.goto(`/tools/tribes/${id}?panels=1`);
    const panels = page.getByRole('region', { name: 'Todo de la tribu' });
    await panels.getByRole('link', { name: 'Editar retos' }).waitFor();
    const addresses = await panels
      .getByRole('listitem')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const parts = [
      'people',
      'requests',
      'levels',
      'levels?view=edit',
      'media',
      'submissions',
      'invites',
      'moderation',
      'insight',
      'settings',
    ];
    expect(addresses).toEqual([`/inbox/${id}`, ...parts.map((part) => `/tools/tribes/${id}/${part}`)]);
    expect(await faultsOf(page)).toEqual([]);
  },
);
