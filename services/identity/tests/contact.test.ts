import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import { type Bench, openBench, password } from './bench.ts';

let bench: Bench;
let admin: Actor;
beforeAll(async () => {
  bench = await openBench();
  admin = userActor((await bench.register()).id, { role: 'admin' });
});
afterAll(() => bench.close());

const list = '/admin/contact-messages';
const form = { name: 'Ana', email: 'ana@tribus.test', subject: 'technical', message: 'El chat no se abre.' };
const messages = async (query = '') => (await bench.service.as(admin).get(`${list}?limit=100&${query}`)).body.items;
const named = async (name: string, query = '') =>
  (await messages(query)).filter((message: { name: string }) => message.name === name);

test("a visitor's message is stored for admins unchanged, with the language of the screen", async () => {
  const name = unique('Ana');
  const sent = { ...form, name: ` ${name} `, email: ' Ana@Tribus.test', message: ' Primera línea\r\nSegunda ' };
  const response = await bench.service
    .as(visitorActor('en'))
    .post('/contact', { ...sent, role: 'admin', mail: 'sent' });
  expect([response.status, response.body]).toEqual([201, { ok: true }]);
  expect(await named(name)).toEqual([
    {
      id: expect.any(String),
      name,
      email: 'ana@tribus.test',
      subject: 'technical',
      message: 'Primera línea\nSegunda',
      language: 'en',
      createdAt: expect.any(String),
      mail: 'off',
      handledAt: null,
      handledById: null,
      handledByName: '',
    },
  ]);
});

test('an invalid message is rejected with an error for each field', async () => {
  const refused = async (change: object) => {
    const { status, body } = await bench.service.as().post('/contact', { ...form, ...change });
    const paths: string[] = body.details.map(({ path }: { path: string }) => path);
    return [status, [...new Set(paths)]];
  };
  expect(await refused({ name: ' ', email: 'ana', subject: 'urgent', message: 'corto' })).toEqual([
    400,
    ['name', 'email', 'subject', 'message'],
  ]);
  for (const change of [
    { message: `  ${'x'.repeat(9)}  ` },
    { message: 'x'.repeat(5_001) },
    { message: ['una', 'lista'] },
    { name: 'Ana\nBcc: todos@tribus.test' },
    { name: 'x'.repeat(81) },
    { email: 'ana@tribus.test\r\nBcc: todos@tribus.test' },
    { email: 'Ana <ana@tribus.test>' },
  ])
    expect(await refused(change)).toEqual([400, [Object.keys(change)[0]]]);
  for (const message of ['x'.repeat(10), 'x'.repeat(5_000)])
    expect((await bench.service.as().post('/contact', { ...form, message })).status).toBe(201);
});

test('a form sent twice with one idempotency key is one message, also from another address', async () => {
  const name = unique('Eva');
  const headers = { 'idempotency-key': unique('key') };
  const from = (address: string, more: object = {}) =>
    bench.service.as(visitorActor('es', address)).post('/contact', { ...form, name, ...more }, headers);
  const responses = await Promise.all([from('wifi'), from('wifi'), from('mobile')]);
  expect(responses.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([201, { ok: true }]));
  expect(await named(name)).toHaveLength(1);
  const other = await from('wifi', { message: 'Otra cosa distinta' });
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
});

test('admins read messages newest or oldest first, page by page, filtered by subject and state', async () => {
  const word = unique('Luz');
  for (const [index, subject] of ['business', 'feedback', 'business', 'business', 'feedback'].entries())
    await bench.service.as().post('/contact', { ...form, name: `${word} ${index}`, subject });
  const ofWord = async (query: string) => {
    const names: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await bench.service.as(admin).get(`${list}?limit=2&${query}${next}`);
      names.push(...body.items.map(({ name }: { name: string }) => name));
      cursor = body.nextCursor;
    }
    return names.filter((name) => name.startsWith(word)).map((name) => name.slice(-1));
  };
  expect(await ofWord('')).toEqual(['4', '3', '2', '1', '0']);
  expect(await ofWord('order=oldest')).toEqual(['0', '1', '2', '3', '4']);
  expect(await ofWord('subject=business')).toEqual(['3', '2', '0']);
  const [first] = await named(`${word} 3`);
  await bench.service.as(admin).put(`${list}/${first.id}`, { handled: true });
  expect(await ofWord('subject=business&state=open')).toEqual(['2', '0']);
  expect(await ofWord('subject=business&state=handled')).toEqual(['3']);
  const { body } = await bench.service.as(admin).get(`${list}?limit=2&subject=business`);
  const nextPage = await bench.service.as(admin).get(`${list}?cursor=${encodeURIComponent(body.nextCursor)}`);
  expect([nextPage.status, nextPage.body.code]).toEqual([400, 'bad_cursor']);
});

test('a message is marked as handled and reopened; marking it twice keeps the first time and one audit entry', async () => {
  const name = unique('Mar');
  await bench.service.as().post('/contact', { ...form, name });
  const [{ id }] = await named(name);
  const mark = async (handled: boolean) =>
    (await bench.service.as(admin).put(`${list}/${id}`, { handled })).body.handledAt;
  const at = await mark(true);
  expect(at).toEqual(expect.any(String));
  expect(await mark(true)).toBe(at);
  expect(await mark(false)).toBeNull();
  const noted = bench.service.logged
    .join('')
    .split('\n')
    .filter((line) => line.includes('"contact_message_marked"'));
  expect(noted.filter((line) => line.includes(id))).toHaveLength(2);
  expect(bench.service.logged.join('')).not.toContain(form.message);
});

test('a handled message names the admin who first handled it, until it is reopened or the admin is deleted', async () => {
  const lucia = await bench.register();
  const asLucia = bench.service.as(userActor(lucia.id, { role: 'admin' }));
  const { name: adminsName } = (await asLucia.get('/auth/me')).body;
  expect(adminsName).not.toBe('');
  const name = unique('Sol');
  await bench.service.as().post('/contact', { ...form, name });
  const [{ id }] = await named(name);
  const one = async () => (await bench.service.as(admin).get(`${list}/${id}`)).body;
  expect(await one()).toMatchObject({ id, name, handledAt: null, handledById: null });
  const byLucia = { handledById: lucia.id, handledByName: adminsName };
  expect((await asLucia.put(`${list}/${id}`, { handled: true })).body).toMatchObject(byLucia);
  expect((await bench.service.as(admin).put(`${list}/${id}`, { handled: true })).body).toMatchObject(byLucia);
  expect(await named(name, 'state=handled')).toMatchObject([byLucia]);
  expect(await one()).toMatchObject(byLucia);
  await bench.service.as(admin).put(`${list}/${id}`, { handled: false });
  expect(await named(name)).toMatchObject([{ handledAt: null, handledById: null, handledByName: '' }]);

  await asLucia.put(`${list}/${id}`, { handled: true });
  const confirmed = { confirmPassword: password };
  expect((await bench.service.as(lucia.actor).delete('/auth/me/account', confirmed)).status).toBe(200);
  expect(await named(name)).toMatchObject([{ handledAt: expect.any(String), handledByName: '' }]);
});

test('the list contains the number of open messages, up to a hundred, also when filtered', async () => {
  const waiting = async (query = '') => (await bench.service.as(admin).get(`${list}?limit=1&${query}`)).body.waiting;
  const open = await messages('state=open');
  for (const { id } of open) await bench.service.as(admin).put(`${list}/${id}`, { handled: true });
  expect(await waiting()).toBe(0);
  const name = unique('Ola');
  for (const subject of ['business', 'feedback', 'feedback'])
    await bench.service.as().post('/contact', { ...form, name, subject });
  for (const query of ['', 'state=open', 'state=handled', 'subject=business']) expect(await waiting(query)).toBe(3);
  const [{ id }] = await named(name);
  await bench.service.as(admin).put(`${list}/${id}`, { handled: true });
  expect(await waiting()).toBe(2);
  await bench.service.as(admin).put(`${list}/${id}`, { handled: false });
  expect(await waiting()).toBe(3);
  await Promise.all(Array.from({ length: 99 }, () => bench.service.as().post('/contact', { ...form, name })));
  expect(await waiting()).toBe(100);
});

test('only admins read and mark contact messages', async () => {
  const unknownPath = `${list}/00000000-0000-7000-8000-000000000000`;
  for (const [actor, status] of [
    [undefined, 401],
    [userActor('00000000-0000-7000-8000-00000000000b'), 403],
  ] as const) {
    expect((await bench.service.as(actor).get(list)).status).toBe(status);
    expect((await bench.service.as(actor).get(unknownPath)).status).toBe(status);
    expect((await bench.service.as(actor).put(unknownPath, { handled: true })).status).toBe(status);
  }
  for (const path of [unknownPath, `${list}/x`]) {
    expect((await bench.service.as(admin).get(path)).status).toBe(404);
    expect((await bench.service.as(admin).put(path, { handled: true })).status).toBe(404);
  }
});
