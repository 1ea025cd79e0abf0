import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { sql } from 'kysely';
import { Cases } from '../src/store/cases.ts';
import type { ContentDb } from '../src/store/tables.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';

let bench: Bench;
let postgres: Postgres<ContentDb>;
beforeAll(async () => {
  bench = await openBench();
  const migrations = join(import.meta.dirname, '../migrations');
  postgres = await openPostgres<ContentDb>(bench.peer, { url: bench.stores.env.POSTGRES_URL, migrations });
});
afterAll(() => bench.close());

const { as, report, resolve, caseIn } = moderationOn(() => bench);

test('deleting a reported tribe does not end a case of the site: it is decided, and the reporter sees the outcome', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner, { name: 'tribu denunciada' });
  const victim = bench.tribes.addMember(tribeId);
  const post = await bench.publishPost(owner, tribeId);
  await report(victim, post.id);
  const { id: ofTribe } = await caseIn(tribeId, admin);
  expect((await as(victim).post('/reports/tribe', { tribeId, reason: 'harassment' })).status).toBe(201);
  const { items } = (await as(admin).get(`/admin/reports?kind=tribe&tribeId=${tribeId}`)).body;
  const [found] = items;

  bench.tribes.removeTribe(tribeId);
  await bench.publish(TribeDeleted, { tribeId });
  await until(
    async () => (await as(admin).get(`/reports/${ofTribe}`)).status === 404,
    'the case of the tribe’s moderators is deleted',
  );
  const readCase = async () => (await as(admin).get(`/reports/${found.id}`)).body;
  await until(
    async () => (await readCase()).objectDeleted === true,
    'the case of the site has its tribe marked as deleted',
  );
  expect(await readCase()).toMatchObject({ tribe: null, status: 'open', author: { id: owner.id } });
  expect((await readCase()).text).toContain('tribu denunciada');
  const { items: waiting } = (await as(admin).get('/admin/reports?kind=tribe')).body;
  expect(waiting.map(({ id }: { id: string }) => id)).toContain(found.id);

  expect((await resolve(admin, found.id, 'warn', { reason: 'harassment' })).status).toBe(200);
  const outcomes = (await as(victim).get('/reports/mine')).body.items;
  expect(outcomes).toEqual([expect.objectContaining({ kind: 'tribe', outcome: 'upheld' })]);
  expect((await as(owner).get(`/reports/decisions/${found.id}`)).body).toMatchObject({
    tribe: null,
    decisions: [{ action: 'warn' }],
  });
});

test('deleting the account of a tribe’s owner does not end the case about the tribe: it is decided without an author', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner, { name: 'tribu que sigue' });
  const [first, second] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const post = await bench.publishPost(owner, tribeId);
  await report(first, post.id);
  const ofPost = await caseIn(tribeId, admin);
  const reportTribe = (by: Actor) => as(by).post('/reports/tribe', { tribeId, reason: 'harassment' });
  expect((await reportTribe(first)).status).toBe(201);
  const [found] = (await as(admin).get(`/admin/reports?kind=tribe&tribeId=${tribeId}`)).body.items;

  await bench.publish(UserDeleted, { userId: owner.id });
  const readCase = async (id: string) => (await as(admin).get(`/reports/${id}`)).body;
  await until(async () => (await readCase(ofPost.id)).status === 'closed', 'the case about the post is closed');
  await until(async () => (await readCase(found.id)).author === null, 'the owner is removed from the case');
  expect(await readCase(found.id)).toMatchObject({ status: 'open', author: null, actions: ['keep'] });
  expect((await readCase(found.id)).text).toContain('tribu que sigue');
  expect((await reportTribe(second)).status).toBe(201);
  expect((await resolve(admin, found.id, 'keep')).status).toBe(200);
  expect((await reportTribe(first)).status).toBe(201);
});

test('finding the post of a case uses an index regardless of the number of posts', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const post = await bench.publishPost(owner, tribeId);
  await report(bench.tribes.addMember(tribeId), post.id);
  const { id } = await caseIn(tribeId, admin);
  await sql`
    with written as (
      insert into posts (id, tribe_id, author_id, kind, content, images, cover_index, tags, min_level_order, created_at)
      select gen_random_uuid(), ${tribeId}, 'luz', 'post', 'x', '[]', 0, '{}', 1, now() from generate_series(1, 3000)
      returning id
    )
    insert into comments (id, post_id, author_id, content, created_at)
    select gen_random_uuid(), id, 'bea', 'y', now() from written`.execute(postgres.db);
  await sql`analyze posts, comments`.execute(postgres.db);
  const scanned = await postgres.db.transaction().execute(async (tx) => {
    expect(await new Cases(tx).find(id)).toMatchObject({ id, hidden: null });
    const { rows } = await sql<{ rows: number }>`
      select sum(seq_tup_read)::int as rows from pg_stat_xact_user_tables where relname in ('posts', 'comments')`.execute(
      tx,
    );
    return rows[0]?.rows;
  });
  expect(scanned).toBe(0);
});
