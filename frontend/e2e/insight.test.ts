import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from '@jest/globals';
import type { Person } from '../../deploy/system-tests/people.ts';
import { flaws, outsideBox, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';

const bench = openBrowserBench();

let ana: Person;
let beto: Person;
let tribe: { id: number };
beforeAll(async () => {
  [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  tribe = await ana.createTribe('Los de la cuenta clara');
  await beto.join(tribe.id);
  await ana.publish(tribe.id, { content: 'El sábado subimos a las nueve' });
});

test('the owner sees a tribe’s statistics on a phone, as lines and as tables, also on the narrowest', async () => {
  const { items } = await ana.read(`/tribes/${tribe.id}/posts`);
  const saturday = items.find(({ content }: { content: string }) => content.startsWith('El sábado'));
  const liked = await beto.post(`/tribes/${tribe.id}/posts/${saturday.id}/reactions`, { type: 'like' });
  expect(liked.status).toBe(200);
  const page = await bench.open(ana, `/tools/tribes/${tribe.id}?panels=1`);
  await page.getByRole('region', { name: 'Todo de la tribu' }).getByRole('link', { name: 'Datos' }).click();
  await page.getByRole('heading', { name: 'Cómo va la tribu' }).waitFor();
  const members = page.getByRole('figure', { name: 'Miembros' });
  await members.getByRole('img').waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  await members.getByRole('button', { name: 'Ver tabla' }).click();
  const newest = members.getByRole('table').getByRole('row').nth(1);
  const { membersCount } = await ana.read(`/tribes/${tribe.id}`);
  await newest.waitFor();
  expect(await newest.getByRole('cell').allTextContents()).toEqual([String(membersCount)]);
  await page.getByRole('region', { name: 'Quién vuelve' }).getByRole('table').first().waitFor();
  await page.getByRole('figure', { name: 'Quién entra y quién sale' }).getByRole('img').waitFor();
  await page.getByText('Cómo se cuenta').click();
  await page.getByText('Los días son los de UTC.', { exact: false }).waitFor();
  await page.getByRole('button', { name: '7 días', exact: true }).click();
  await page.waitForURL('**/insight?days=7');
  const save = page.getByRole('button', { name: 'Descargar CSV' });
  const readWeek = (): Promise<{ from: string; to: string }> => ana.read(`/tribes/${tribe.id}/insight?days=7`);
  const before = await readWeek();
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
  // The day may change during the test.
  const weeks = [before, await readWeek()];
  const week = weeks.find(({ from, to }) => file.suggestedFilename().endsWith(`-${from}-${to}.csv`));
  expect(week).toBeDefined();
  const rows = (await text(await file.createReadStream())).split('\r\n');
  expect(rows[0]).toBe('Día,Miembros,Entran,Salen,Personas activas,Publicaciones,Comentarios,Reacciones');
  expect(rows[7]).toMatch(`${week?.to},${membersCount},`);
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('link', { name: /El sábado subimos/ }).click();
  await page.waitForURL('**/post/**');
  const others = await bench.open(beto, `/tools/tribes/${tribe.id}/insight`);
  await others.waitForURL(`**/tools/tribes/${tribe.id}`);
});

test('a site admin sees the statistics of all of Tribus on a desktop', async () => {
  const page = await bench.open(await bench.system.admin(), '/admin/insight', { size: 'desk', theme: 'light' });
  await page.getByRole('figure', { name: 'Personas activas al día' }).getByRole('img').waitFor();
  await page.getByRole('region', { name: 'Lo que más movió' }).waitFor();
  expect(await flaws(page)).toEqual([]);
});

test('words of eighty letters stay within the screen of a phone, and their texts within their boxes', async () => {
  const word = (first: string) => first.padEnd(80, 'abcdefghij');
  const [eva, leo] = [await bench.system.newcomer('eva'), await bench.system.newcomer('leo')];
  for (const [person, first] of [
    [eva, 'E'],
    [leo, 'L'],
  ] as const)
    await person.put('/auth/me', { name: word(first), bio: word('B'), about: word('A') });
  const { id } = await eva.createTribe(word('T').slice(0, 60), { description: word('D'), tags: 't'.repeat(24) });
  await leo.join(id);
  const post = await eva.publish(id, { content: word('P'), tags: 'p'.repeat(24) });
  const posts = `/tribes/${id}/posts/${post.id}`;
  const comment = await leo.post(`${posts}/comments`, { content: word('C') });
  await eva.post(`${posts}/comments`, { content: word('R'), parentId: comment.body.id });
  await leo.post(`${posts}/reactions`, { type: 'like' });
  await leo.post(`/tribes/${id}/chat`, { content: word('H') });
  await leo.post('/messages', { toUserId: eva.id, tribeId: id, content: word('M') });
  await leo.post(`/auth/users/${eva.id}/follow`);
  await eva.post(`/auth/users/${leo.id}/follow`);
  await eva.post('/tasks', { title: word('K'), description: word('N') });
  await bench.system.settled();
  const page = await bench.open(eva, '/tools');
  const found: Record<string, string[]> = {};
  const screens: [path: string, shows: string][] = [
    [`/tools/tribes/${id}`, word('P')],
    [`/tools/tribes/${id}/people`, word('L')],
    [`/tools/tribes/${id}/insight`, word('P')],
    [`/post/${post.id}?tribe=${id}`, word('R')],
    ['/tools/tribes', word('T').slice(0, 60)],
    ['/(modal)/activity', word('L')],
    ['/(modal)/inbox', word('L')],
    [`/inbox/${id}`, word('H')],
    [`/dm/${leo.id}?tribeId=${id}`, word('M')],
    ['/tools/members', word('L')],
    ['/tools/following', word('L')],
    ['/tools/memberships', word('T').slice(0, 60)],
    ['/tools/tasks', word('K')],
    ['/profile', word('E')],
    [`/u/${leo.id}`, word('L')],
  ];
  for (const [path, shows] of screens) {
    await page.goto(path);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    found[path] = [...(await tooWide(page)), ...(await outsideBox(page))];
  }
  expect(found).toEqual(Object.fromEntries(screens.map(([path]) => [path, []])));
});
