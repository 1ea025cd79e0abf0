import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from '@jest/globals';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws } from './accessibility.ts';
import { showsBriefly } from './brief-texts.ts';
import { openBrowserBench } from './browser-bench.ts';
import { choose } from './files.ts';
import { gate } from './gate.ts';
import { expectSteady, forgetShifts, painted, watchShifts } from './layout-shifts.ts';

const bench = openBrowserBench();

const questions = [
  { prompt: '¿Qué leña prende antes?', choices: ['La verde', 'La seca', 'La mojada'] },
  { prompt: '¿Qué va debajo?', choices: ['Las ramitas', 'El tronco grande'] },
];

let ana: Person;
let beto: Person;
let carla: Person;
let tribeId: number;
beforeAll(async () => {
  [ana, beto, carla] = [
    await bench.system.newcomer('ana'),
    await bench.system.newcomer('beto'),
    await bench.system.newcomer('carla'),
  ];
  tribeId = (await ana.createTribe(`Los del fuego ${ana.id.slice(-6)}`)).id;
  for (const person of [beto, carla]) await person.join(tribeId);
  const { levels } = await ana.read(`/tribes/${tribeId}/config`);
  const add = (order: number, challenge: object) =>
    ana.post(`/tribes/${tribeId}/levels/${levels[order - 1].id}/challenges`, challenge);
  await ana.put(`/tribes/${tribeId}/levels/${levels[1].id}`, { description: 'Sabe encender un fuego.' });
  await add(2, { type: 'quiz', title: 'La leña', answerKey: { answers: [1, 0] }, data: { questions } });
  const manual = await add(1, { type: 'manual', title: 'Preséntate', prompt: 'Cuenta quién eres.' });
  const form = new FormData();
  form.append('text', 'Soy Carla y vengo del norte.');
  form.append('hint', 'La foto es de ayer');
  form.append('file', new Blob([Buffer.from(await png(900, 600))]), 'yo.png');
  await carla.post(`/tribes/${tribeId}/challenges/${manual.body.id}/submit/file`, form);
});

test('a member answers a quiz in place, sees the wrong answers, and advances towards the fire', async () => {
  const page = await bench.open(beto, `/tools/tribes/${tribeId}/levels`);
  await page.getByRole('img', { name: 'Estás en el nivel 1 de 5: Principiante' }).waitFor();
  expect(await flaws(page)).toEqual([]);
  const quiz = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'La leña', level: 4 }) });
  const step = quiz.last();
  await step.getByRole('button', { name: 'Responder' }).click();
  const heading = step.getByRole('heading', { name: 'La leña', level: 4 });
  const bar = await page.getByRole('navigation', { name: 'La tribu', exact: true }).boundingBox();
  const isAtTop = async () => {
    const distance = ((await heading.boundingBox())?.y ?? 0) - (bar ? bar.y + bar.height : 0);
    return distance >= 0 && distance < 80;
  };
  await until(isAtTop, 'the quiz begins below the bar of the tribe');
  await step.getByRole('radio', { name: 'La seca' }).check();
  await step.getByRole('button', { name: 'Enviar' }).click();
  await step.getByText('Falta la pregunta 2.').waitFor();
  const open = step.getByRole('group', { name: /^Pregunta 2 de 2 · Sin responder/ });
  await open.getByRole('radio', { name: 'Las ramitas' }).and(page.locator(':focus')).waitFor();
  expect(await flaws(page)).toEqual([]);
  await step.getByRole('radio', { name: 'El tronco grande' }).check();
  await step.getByRole('button', { name: 'Enviar' }).click();
  await step.getByText('Todavía no: 50 de 100. Las respuestas marcadas no eran esas.').waitFor();
  await step.getByRole('button', { name: /Otro intento en \d+ s/ }).waitFor();
  expect(await flaws(page)).toEqual([]);
  // Another quiz, to avoid the wait of a minute.
  const { levels } = await ana.read(`/tribes/${tribeId}/config`);
  await ana.delete(`/tribes/${tribeId}/challenges/${levels[1].challenges[0].id}`);
  const next = { type: 'quiz', title: 'Las brasas', prompt: '¿Cuántas brasas?', answerKey: { answers: [3] } };
  await ana.post(`/tribes/${tribeId}/levels/${levels[1].id}/challenges`, next);
  await page.reload();
  const second = page.getByRole('listitem').filter({ hasText: '¿Cuántas brasas?' }).last();
  await second.getByRole('button', { name: 'Responder' }).click();
  await second.getByRole('spinbutton', { name: 'Respuesta 1' }).fill('3');
  // It closes by itself after 4 s.
  const moment = ['Más cerca del fuego', 'Junior', 'Ya ves lo que se publica para este nivel.'];
  await showsBriefly(page, { selector: '[role=status]', texts: moment }, () =>
    second.getByRole('button', { name: 'Enviar' }).click(),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('img', { name: 'Estás en el nivel 2 de 5: Junior' }).waitFor();
  await page.getByText('Más cerca del fuego').waitFor({ state: 'detached' });
  // The next step is first; completed ones are lines that expand.
  const following = page.getByRole('region', { name: 'Tu siguiente paso' });
  await following.getByRole('heading', { name: 'Nivel 3: Senior' }).waitFor();
  const done = page.getByRole('region', { name: 'Lo que ya tienes' });
  expect(await done.getByRole('heading', { name: 'Las brasas' }).count()).toBe(0);
  await done.getByRole('button', { name: /^Nivel 2: Junior/ }).click();
  await done.getByRole('heading', { name: 'Las brasas' }).waitFor();
  expect(await flaws(page)).toEqual([]);
});

test('a moderator sees the pending work on the page of the tribe, with links to it', async () => {
  const phone = await bench.open(ana, `/tools/tribes/${tribeId}`);
  const line = phone.getByRole('region', { name: 'Te espera' });
  await line.getByRole('link', { name: '1 respuesta por revisar' }).waitFor();
  await phone.getByRole('link', { name: 'Más · 1 respuesta por revisar' }).click();
  const panels = phone.getByRole('region', { name: 'Todo de la tribu' });
  await panels.getByRole('link', { name: /^Revisar · 1 respuesta por revisar/ }).waitFor();
  expect(await flaws(phone)).toEqual([]);
  await panels.getByRole('link', { name: /^Revisar · / }).click();
  const bar = phone.getByRole('navigation', { name: 'La tribu', exact: true });
  const [badge, more] = await Promise.all([
    bar.getByRole('link', { name: 'Revisar · 1 respuesta por revisar' }).getByText('1', { exact: true }).boundingBox(),
    bar.getByRole('link', { name: 'Más', exact: true }).boundingBox(),
  ]);
  expect(badge && badge.x + badge.width).toBeLessThanOrEqual(more?.x ?? 0);
  const desk = await bench.open(ana, `/tools/tribes/${tribeId}`, { size: 'desk' });
  await desk.getByRole('link', { name: 'Revisar · 1 respuesta por revisar' }).waitFor();
  const aside = desk.getByRole('complementary', { name: 'Alrededor de la tribu' });
  await aside.getByRole('link', { name: '1 respuesta por revisar' }).click();
  await desk.getByRole('article', { name: /Preséntate$/ }).waitFor();
  const member = await bench.open(beto, `/tools/tribes/${tribeId}`);
  await member.getByRole('link', { name: 'Más', exact: true }).waitFor();
  expect(await member.getByText('por revisar').count()).toBe(0);
});

test('an officer reviews with keys and score, and reopens a decision', async () => {
  const page = await bench.open(ana, `/tools/tribes/${tribeId}/submissions`, { theme: 'light', size: 'desk' });
  const answer = page.getByRole('article', { name: /Preséntate$/ });
  await answer.getByText('Soy Carla y vengo del norte.').waitFor();
  await answer.getByText('La foto es de ayer').waitFor();
  expect(await flaws(page)).toEqual([]);
  await answer.getByRole('slider').fill('60');
  await answer.getByText('Por debajo del 70 %', { exact: false }).waitFor();
  await answer.getByRole('slider').fill('90');
  await answer.getByRole('heading', { name: 'Preséntate' }).click();
  await page.keyboard.press('a');
  await page.getByText('Nada por revisar').waitFor();
  await page.getByRole('tab', { name: 'Revisadas' }).click();
  await page.getByText('90 de 100').waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reabrir' }).click();
  await page.getByRole('tab', { name: 'Por revisar' }).click();
  await answer.getByText('Soy Carla y vengo del norte.').waitFor();
});

test('a new officer sees the queue on the open page, and there what another moderator decides and reopens', async () => {
  const { id } = await ana.createTribe(`Los de dos mesas ${ana.id.slice(-6)}`);
  for (const person of [beto, carla]) await person.join(id);
  const { levels } = await ana.read(`/tribes/${id}/config`);
  const challenge = { type: 'manual', title: 'El nudo', prompt: 'Ata un nudo.' };
  const { body } = await ana.post(`/tribes/${id}/levels/${levels[0].id}/challenges`, challenge);
  await carla.post(`/tribes/${id}/challenges/${body.id}/submit`, { text: 'Atado' });
  const page = await bench.open(beto, `/tools/tribes/${id}`, { size: 'desk' });
  await page.getByRole('heading', { level: 1, name: /^Los de dos mesas/ }).waitFor();
  await ana.put(`/tribes/${id}/members/${beto.id}/role`, { role: 'officer' });
  await page.getByRole('link', { name: 'Revisar · 1 respuesta por revisar' }).click();
  const answer = page.getByRole('article', { name: /El nudo$/ });
  await answer.waitFor();

  const other = await bench.open(ana, `/tools/tribes/${id}/submissions`, { size: 'desk' });
  await other
    .getByRole('article', { name: /El nudo$/ })
    .getByRole('button', { name: 'Aprobar' })
    .click();
  await page.getByText('Otra persona la ha revisado mientras la tenías delante.').waitFor();
  await page.getByRole('button', { name: 'Seguir revisando' }).click();
  await page.getByText('Nada por revisar').waitFor();
  await other.getByRole('tab', { name: 'Revisadas' }).click();
  await other.getByRole('button', { name: 'Reabrir' }).click();
  await answer.waitFor();
});

test('a moderator creates a quiz in place, and members see it', async () => {
  const { levels } = await ana.read(`/tribes/${tribeId}/config`);
  const long = { type: 'manual', title: 'Lo que hay que saber de una masa madre antes de dormirse' };
  await ana.post(`/tribes/${tribeId}/levels/${levels[3].id}/challenges`, long);
  const page = await bench.open(ana, `/tools/tribes/${tribeId}?panels=1`);
  const panels = page.getByRole('region', { name: 'Todo de la tribu' });
  await panels.getByRole('link', { name: 'Editar retos' }).click();
  const edit = page.getByRole('button', { name: 'Editar Senior' });
  await edit.waitFor();
  await page.reload();
  await edit.waitFor();
  await page.getByRole('button', { name: 'Mi camino' }).click();
  await page.getByRole('img', { name: /^Esta tribu es tuya y tiene / }).waitFor();
  await page.goBack();
  await edit.waitFor();
  await page.goBack();
  await panels.waitFor();
  await page.goForward();
  await edit.waitFor();
  expect(await flaws(page)).toEqual([]);
  const senior = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Editar Senior' }) });
  // The levels have handles; the only challenge of a level has none, and no space for one.
  await senior.getByRole('button', { name: /^Mover Senior, / }).waitFor();
  const only = page.getByRole('list', { name: 'Retos de Master' }).getByRole('listitem');
  const [row, title] = await Promise.all([only.boundingBox(), only.getByText(long.title).boundingBox()]);
  expect((title?.x ?? 0) - (row?.x ?? 0)).toBeLessThan(20);
  await senior.getByRole('button', { name: 'Añadir reto' }).click();
  const sheet = page.getByRole('dialog', { name: 'Nuevo reto en Senior' });
  await sheet.getByRole('textbox', { name: 'Título' }).fill('Las estrellas');
  await sheet.getByRole('radio', { name: 'En el enunciado, con números' }).check();
  expect(await flaws(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Guardar' }).click();
  await sheet.getByText('CSV must contain numbers').waitFor();
  await sheet.getByRole('radio', { name: 'Aquí, con opciones' }).check();
  await sheet.getByRole('textbox', { name: 'Pregunta 1' }).fill('¿Cuál señala el norte?');
  await sheet.getByRole('textbox', { name: 'Opción 1' }).fill('Sirio');
  await sheet.getByRole('textbox', { name: 'Opción 2' }).fill('La Polar');
  await sheet.getByRole('radio', { name: 'La opción 2 es la correcta' }).check();
  await sheet.getByText('Marca con el círculo la única opción correcta: ahora es la 2.').waitFor();
  expect(await flaws(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Guardar' }).click();
  await senior.getByText('Las estrellas', { exact: true }).waitFor();
  const shown = (await beto.read(`/tribes/${tribeId}/config`)).levels[2].challenges[0];
  expect(shown).toMatchObject({ title: 'Las estrellas', data: { questions: [{ choices: ['Sirio', 'La Polar'] }] } });
  expect(JSON.stringify(shown)).not.toContain('answerKey');
  await page.getByRole('button', { name: 'Ver como miembro' }).click();
  await page.getByRole('heading', { name: 'Tu siguiente paso' }).waitFor();
  await page.getByRole('img', { name: /^Estás en el nivel 1 de / }).waitFor();
  expect(await flaws(page)).toEqual([]);
});

test('a member answers with a PDF, sees its name and removes it again, and its reviewer saves it under its name', async () => {
  const { levels } = await ana.read(`/tribes/${tribeId}/config`);
  const challenge = { type: 'manual', title: 'El plan', prompt: 'Manda la ruta de junio.' };
  await ana.post(`/tribes/${tribeId}/levels/${levels[0].id}/challenges`, challenge);
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');
  const chosen = (name: string, bytes: Buffer, mimeType = 'application/pdf') => [{ name, mimeType, buffer: bytes }];
  const page = await bench.open(beto, `/tools/tribes/${tribeId}/levels`, { refusals: [415] });
  const step = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'El plan', level: 4 }) })
    .last();
  // It was assigned to a level that was reached before.
  await page.getByRole('button', { name: /^Nivel 1: / }).click();
  await step.getByRole('button', { name: 'Responder' }).click();
  const attach = step.getByRole('button', { name: 'Añade una imagen, un PDF o un texto' });
  await choose(page, attach, chosen('virus.exe', pdf, 'application/x-msdownload'));
  await step.getByText('Elige una imagen JPG, PNG, GIF o WebP, un PDF o un TXT.').waitFor();
  await choose(page, attach, chosen('otra.txt', Buffer.from('Ruta'), 'text/plain'));
  await step.getByText('otra.txt').waitFor();
  await step.getByRole('button', { name: 'Quitar otra.txt' }).click();
  await choose(page, attach, chosen('zip.pdf', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0])));
  await step.getByRole('button', { name: 'Enviar' }).click();
  await step.getByText('Tipo de archivo no válido. Use JPG, PNG, GIF, WebP, PDF o TXT.').waitFor();
  await step.getByRole('button', { name: 'Quitar zip.pdf' }).click();
  await choose(page, attach, chosen('ruta de junio.pdf', pdf));
  await step.getByText('ruta de junio.pdf').waitFor();
  expect(await flaws(page)).toEqual([]);
  await step.getByRole('button', { name: 'Enviar' }).click();
  const ownSubmissions = page.getByRole('region', { name: 'Mis respuestas' });
  await ownSubmissions.getByRole('link', { name: /^Descargar ruta de junio\.pdf/ }).waitFor();

  const desk = await bench.open(ana, `/tools/tribes/${tribeId}/submissions`, { size: 'desk', theme: 'light' });
  await desk.getByText('Soy Carla y vengo del norte.').waitFor();
  await desk.keyboard.press('ArrowRight');
  await desk.getByText('Manda la ruta de junio.').waitFor();
  const link = desk.getByRole('link', { name: /^Descargar ruta de junio\.pdf/ });
  const saving = desk.waitForEvent('download');
  await link.click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('ruta de junio.pdf');
  expect(await buffer(await saved.createReadStream())).toEqual(pdf);
  expect(await flaws(desk)).toEqual([]);
});

test.each(['dark', 'light'] as const)(
  'on a desktop the levels are beside the arc, and nothing moves when they arrive last, %s',
  async (theme) => {
    const page = await bench.open(ana, '/tools', { size: 'desk', theme });
    await page.addInitScript(watchShifts);
    const levels = await gate(page, `**/api/tribes/${tribeId}/config`);
    await page.goto(`/tools/tribes/${tribeId}/levels`);
    await page.getByRole('button', { name: 'Editar niveles y retos' }).waitFor();
    await painted(page);
    await forgetShifts(page);
    levels.open();
    const arc = page.getByRole('img', { name: /^Esta tribu es tuya y tiene / });
    await arc.waitFor();
    await painted(page);
    await expectSteady(page);
    const [path, picture] = [
      await page.getByRole('region', { name: 'El camino' }).boundingBox(),
      await arc.boundingBox(),
    ];
    expect(picture?.x).toBeGreaterThan((path?.x ?? 0) + (path?.width ?? 0));
    expect(picture?.y).toBeLessThan(path?.y ?? 0);
    expect(await flaws(page)).toEqual([]);
  },
);
