import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import { AuditRecorded } from '@tribus/proto/tribes/v1/events.ts';
import { sql } from 'kysely';
import { type Bench, openBench, password, type SignedInUser } from './bench.ts';

let bench: Bench;
let admin: SignedInUser;
beforeAll(async () => {
  bench = await openBench({ ADMIN_EMAIL: 'jefa@tribus.test', ADMIN_PASSWORD: password });
  const { body } = await bench.logIn('jefa@tribus.test', password);
  admin = {
    ...(await bench.register()),
    id: body.user.id,
    actor: userActor(body.user.id, { role: 'admin', visitor: 'mark' }),
  };
});
afterAll(() => bench.close());

interface Entry {
  action: string;
  target: { id: string; name: string };
  [key: string]: unknown;
}

const read = async (query: string): Promise<{ items: Entry[]; nextCursor: string | null }> => {
  const { status, body } = await bench.service.as(admin.actor).get(`/admin/audit?${query}`);
  expect(status).toBe(200);
  return body;
};
const entries = async (query: string): Promise<Entry[]> => (await read(query)).items;
const setMaintenance = (message: string) =>
  bench.service.as(admin.actor).put('/admin/maintenance-config', { message }, { 'x-request-id': 'request-1' });

test("an admin's change is recorded with actor, old and new values, address and request", async () => {
  const message = unique('Volvemos');
  await setMaintenance(message);
  const [entry] = await entries('action=site_settings_changed');
  expect(entry).toEqual({
    id: expect.any(String),
    createdAt: expect.any(String),
    service: 'identity',
    action: 'site_settings_changed',
    actor: { kind: 'user', id: admin.id, name: 'jefa' },
    target: { type: 'site', id: 'settings', name: '' },
    before: { maintenanceMessage: expect.any(String) },
    after: { maintenanceMessage: message },
    addressMark: 'mark',
    requestId: 'request-1',
  });
  await setMaintenance(message);
  expect((await entries('action=site_settings_changed'))[0]?.id).toBe(entry?.id);
});

test('a failed login is recorded with the account, without the entered credentials', async () => {
  const { id, email } = await bench.register(`${unique('clara')}@tribus.test`);
  await bench.logIn(email, 'not-the-password', 'somewhere');
  const [entry] = await entries(`target=${id}`);
  expect(entry).toMatchObject({
    action: 'login_failed',
    actor: { kind: 'visitor', id: '' },
    target: { type: 'user', id, name: email.split('@')[0] },
    addressMark: 'somewhere',
  });
  expect(JSON.stringify(entry)).not.toMatch(/not-the-password|tribus\.test/);
});

test('an action in another service is recorded once, with the current name of its actor', async () => {
  const moderator = await bench.register(`${unique('marta')}@tribus.test`);
  const entry = {
    action: 'tribe_deleted' as const,
    actorKind: 'user' as const,
    actorId: moderator.id,
    targetType: 'tribe' as const,
    targetId: '101',
    targetName: unique('Montaña'),
    before: '{"isPrivate":true}',
    after: '{}',
    addressMark: '',
  };
  const event = await bench.publish(AuditRecorded, { targetId: '101', entry });
  await bench.redeliver(event);
  const found = await entries(`actor=${moderator.id}`);
  expect(found).toMatchObject([
    {
      service: 'tribes',
      action: 'tribe_deleted',
      actor: { name: moderator.email.split('@')[0] },
      before: { isPrivate: true },
    },
  ]);
  expect(found[0]?.target.name).toBe(entry.targetName);
});

test('the database rejects updates, and deletes of entries younger than a year', async () => {
  await setMaintenance(unique('otra'));
  const { db } = await bench.openDatabase();
  for (const statement of [
    sql`update audit_log set actor_name = 'nobody'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])
    await expect(statement.execute(db)).rejects.toThrow('append-only');
  const old = sql`insert into audit_log
    select gen_random_uuid(), now() - interval '366 days', service, action, actor_kind, actor_id, actor_name, target_type,
      'old', target_name, before, after, address_mark, request_id from audit_log limit 1`;
  await old.execute(db);
  expect(await entries('target=old')).toHaveLength(1);
  await sql`delete from audit_log where target_id = 'old'`.execute(db);
  expect(await entries('target=old')).toEqual([]);
});

test('entries are filtered by actor, action, target and time, names literally, page by page', async () => {
  const name = unique('10%_off');
  const { db } = await bench.openDatabase();
  const person = await bench.register();
  await db.updateTable('users').set({ name }).where('id', '=', person.id).execute();
  for (let count = 0; count < 3; count++) await bench.logIn(person.email, 'wrong');
  expect(await entries(`target=${encodeURIComponent('10%_')}`)).toHaveLength(3);
  expect(await entries(`target=${encodeURIComponent('10_%')}`)).toEqual([]);
  expect(await entries(`target=${person.id}&action=tribe_deleted`)).toEqual([]);
  expect(await entries(`target=${person.id}&from=2999-01-01T00:00:00.000Z`)).toEqual([]);
  expect(await entries(`target=${person.id}&to=2999-01-01T00:00:00.000Z`)).toHaveLength(3);
  const first = await read(`target=${person.id}&limit=2`);
  const second = await read(`target=${person.id}&limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
});

test('the CSV file contains the same entries, and no cell is a formula', async () => {
  const { db } = await bench.openDatabase();
  const person = await bench.register();
  await db.updateTable('users').set({ name: '=HYPERLINK("https://x.test")' }).where('id', '=', person.id).execute();
  await bench.logIn(person.email, 'wrong');
  const response = await bench.service.as(admin.actor).get(`/admin/audit.csv?target=${person.id}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const lines = String(response.body).trim().split('\n');
  expect(lines[0]).toContain('time,service,action,actorKind');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://x.test"")"`);
});

test('only admins read the log', async () => {
  for (const path of ['/admin/audit', '/admin/audit.csv']) {
    expect((await bench.service.as(visitorActor()).get(path)).status).toBe(401);
    expect((await bench.service.as(userActor('00000000-0000-7000-8000-00000000000b')).get(path)).status).toBe(403);
  }
});
