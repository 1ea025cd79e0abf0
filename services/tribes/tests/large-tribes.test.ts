import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { serviceActor, userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MemberJoined, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { fillTribe, type LargeBench, many, openLargeBench, portionMax, rowsOf } from './large-tables.ts';
import { setUpLevels } from './level-bench.ts';

let bench: LargeBench;
beforeAll(async () => {
  bench = await openLargeBench();
});
// Refused deletions of one test must not block the jobs of the next.
afterEach(() => bench.refuseDeletions());
afterAll(() => bench.close());

/** A user with a row in every table of the tribe. */
const m1 = userActor('m1');
const inTribe = (id: number) => (event: { tribeId: number }) => event.tribeId === id;

/** Waits for a failed attempt of the deletion job. */
const jobFails = (attempt: number) =>
  until(async () => {
    const failed = await bench.sql(
      `select from graphile_worker.jobs where task_identifier = 'deleteOrphans' and last_error is not null
        and attempts >= $1 and locked_at is null`,
      [attempt],
    );
    return failed.length > 0;
  }, 'the job has failed');

async function exportOf(userId: string): Promise<string[]> {
  const areas = ['submissions', 'answers', 'restrictions', 'stays', 'bans', 'invites', 'arrivals', 'notes'];
  const identity = { actor: serviceActor('identity') };
  const pages = areas.map((area) => bench.rpc.exportPersonalData({ userId, area, cursor: '' }, identity));
  return (await Promise.all(pages)).flatMap(({ records }) => records);
}

async function largeTribe() {
  const { tribeId, owner, as, path, addManual, addQuiz } = await setUpLevels(bench);
  const challengeIds = [await addManual(), await addQuiz()];
  const [first = ''] = challengeIds;
  const { code } = (await as(owner).post(path('invites'), {})).body;
  await fillTribe(bench, tribeId, first);
  return { tribeId, owner, as, code, first, left: () => rowsOf(bench, tribeId, challengeIds) };
}

test('a large tribe is deleted at once for users, and its rows in portions despite failures', async () => {
  const { tribeId, owner, as, code, first, left } = await largeTribe();
  const { name } = (await as(owner).get(`/tribes/${tribeId}`)).body;
  expect((await exportOf('m1')).length).toBeGreaterThan(8);
  expect((await as(m1).get('/tribes/@me/bans')).body.items).toHaveLength(1);
  const before = await left();
  expect(Object.keys(before)).toHaveLength(10);
  await bench.resetStatements();

  // The job fails at its first step: all rows still exist.
  await bench.refuseDeletions('submissions', 'level_ups');
  expect((await as(owner).delete(`/tribes/${tribeId}`)).status).toBe(200);
  expect((await bench.events(TribeDeleted)).filter(inTribe(tribeId))).toHaveLength(1);
  await jobFails(1);
  expect(await left()).toEqual(before);
  expect(bench.media.deleted).toEqual([]);

  for (const actor of [owner, m1, admin])
    for (const path of [
      '',
      '/members',
      '/config',
      '/progress',
      '/submissions/pending',
      '/submissions/decided',
      '/bans',
    ])
      expect((await as(actor).get(`/tribes/${tribeId}${path}`)).status).toBe(404);
  expect((await as(admin).get(`/tribes?q=${encodeURIComponent(name)}`)).body.items).toEqual([]);
  expect((await as(m1).get('/tribes/@me/memberships')).body.items).toEqual([]);
  expect((await as(m1).get('/tribes/@me/members')).body.items).toEqual([]);
  expect((await as(m1).get('/tribes/@me/bans')).body.items).toEqual([]);
  expect(await exportOf('m1')).toEqual([]);
  for (const response of [await as(m1).get(`/invites?code=${code}`), await as(m1).post('/invites/join', { code })])
    expect(response.body.code).toBe('invite_invalid');
  expect(await bench.rpc.listMemberships({ userId: 'm1', statuses: ['active', 'pending'] })).toEqual({
    memberships: [],
  });
  expect(await bench.rpc.getMemberships({ userId: 'm1', tribeIds: [tribeId] })).toEqual({
    memberships: [],
    tribes: [],
  });
  const notFound = { code: 'not_found' };
  const ids = { tribeId, roles: [], cursor: '', limit: 10 };
  await expect(bench.rpc.listMemberIds(ids)).rejects.toMatchObject(notFound);
  await expect(bench.rpc.getMembershipsInTribe({ tribeId, userIds: ['m1'] })).rejects.toMatchObject(notFound);
  const history = { tribeId, from: bench.clock.now().toISOString().slice(0, 10), arrivalsFrom: '', arrivalsLimit: 0 };
  await expect(bench.rpc.getMemberHistory(history)).rejects.toMatchObject(notFound);
  expect((await as(person()).post('/tribes', { name })).status).toBe(201);

  // The job resumes after the failed step, and fails again in the middle of a tribe.
  await bench.refuseDeletions('stays');
  await bench.sql(`select graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs where task_identifier = 'deleteOrphans'), run_at => now(), attempts => 0)`);
  await until(async () => !('members' in (await left())), 'the members are deleted');
  await jobFails(1);
  expect(Object.keys(await left()).sort()).toEqual(['bans', 'invite_uses', 'invites', 'restrictions', 'stays']);

  await bench.refuseDeletions();
  await bench.jobsDone();
  expect(await left()).toEqual({});
  expect(await bench.sql('select from deleted_tribes union all select from deleted_challenges')).toEqual([]);
  const statements = await bench.rowsPerStatement();
  expect(Object.keys(statements)).toHaveLength(10);
  for (const [table, rows] of Object.entries(statements)) expect([table, rows <= portionMax]).toEqual([table, true]);
  const keys = Array.from({ length: many }, (_, index) => `${first}/${index + 1}`);
  expect(bench.media.deleted.toSorted()).toEqual(keys.toSorted());
});

test('a deletion concurrent with 50 joins leaves no membership and no row of the tribe', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const joiners = Array.from({ length: 50 }, () => person());
  const join = (some: typeof joiners) => some.map((each) => bench.service.as(each).post(`/tribes/${id}/join`));
  const [early, deletion, late] = await Promise.all([
    Promise.all(join(joiners.slice(0, 25))),
    bench.service.as(owner).delete(`/tribes/${id}`),
    Promise.all(join(joiners.slice(25))),
  ]);
  const joins = [...early, ...late];
  expect(deletion.status).toBe(200);
  expect(joins.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  const joined = (await bench.events(MemberJoined)).filter(inTribe(id));
  expect(joined).toHaveLength(1 + joins.filter(({ status }) => status === 200).length);
  for (const { id: userId } of joiners)
    expect((await bench.rpc.listMemberships({ userId, statuses: [] })).memberships).toEqual([]);
  await bench.jobsDone();
  expect(await rowsOf(bench, id, [])).toEqual({});
});

test('the database rejects rows of a deleted tribe, and a deletion waits for uncommitted ones', async () => {
  const [owner, late] = [person(), unique('tarde')];
  const id = await bench.createTribe(owner);
  const insert = `insert into members (tribe_id, user_id, status, role, level_order, since)
    values (${id}, '${late}', 'active', 'member', 1, now())`;
  let deletion: ReturnType<ReturnType<typeof bench.service.as>['delete']> | undefined;
  await bench.transaction(async (run) => {
    await run(insert);
    deletion = bench.service.as(owner).delete(`/tribes/${id}`);
    await until(async () => (await waiting()).length === 1, 'the deletion waits');
  });
  expect((await deletion)?.status).toBe(200);
  await bench.jobsDone();
  expect(await rowsOf(bench, id, [])).toEqual({});
  await expect(bench.sql(insert)).rejects.toMatchObject({ code: '23503' });

  const other = await bench.createTribe(owner);
  let refused: Promise<unknown> | undefined;
  await bench.transaction(async (run) => {
    await run(`delete from tribes where id = ${other}`);
    refused = bench.sql(insert.replace(`(${id},`, `(${other},`)).catch((error: unknown) => error);
    await until(async () => (await waiting()).length === 1, 'the insert waits');
  });
  expect(await refused).toMatchObject({ code: '23503' });
});

const waiting = () =>
  bench.sql("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");

test('the hourly job finds rows left by a deletion of an older version', async () => {
  const { tribeId, left } = await largeTribe();
  await bench.sql('delete from tribes where id = $1', [tribeId]);
  await bench.sql(`select from graphile_worker.add_job('deleteOrphans')`);
  await bench.jobsDone();
  expect(await left()).toEqual({});
});

test('one deleted tribe, challenge or membership whose rows cannot be deleted does not delay the others', async () => {
  const stuck = 900_000;
  const uuidOf = (number: number | string) => `lpad((${number})::text, 32, '0')::uuid`;
  await bench.sql(`insert into deleted_tribes select n from generate_series(${stuck}, ${stuck + 150}) as n`);
  await bench.sql(`insert into deleted_challenges
    select ${uuidOf('n')} from generate_series(${stuck}, ${stuck + 150}) as n`);
  await bench.sql(`insert into ended_progress
    select 1, n::text, date_trunc('milliseconds', now()) from generate_series(${stuck}, ${stuck + 150}) as n`);
  const refuse = (table: string, condition: string) =>
    bench.sql(`create trigger keep_one before delete on ${table} for each row when (${condition})
      execute function refuse_row()`);
  await bench.sql(`create function refuse_row() returns trigger language plpgsql as $$
    begin raise exception 'refused by the test'; end $$`);
  await refuse('deleted_tribes', `old.tribe_id = ${stuck}`);
  await refuse('deleted_challenges', `old.challenge_id = ${uuidOf(stuck)}`);
  await refuse('ended_progress', `old.user_id = '${stuck}'`);

  await bench.sql(`select from graphile_worker.add_job('deleteOrphans')`);
  await jobFails(1);
  for (const table of ['deleted_tribes', 'deleted_challenges', 'ended_progress'])
    expect([table, (await bench.sql(`select from ${table}`)).length]).toEqual([table, 1]);

  await bench.sql('drop function refuse_row cascade');
  await bench.jobsDone();
  for (const table of ['deleted_tribes', 'deleted_challenges', 'ended_progress'])
    expect([table, (await bench.sql(`select from ${table}`)).length]).toEqual([table, 0]);
});
