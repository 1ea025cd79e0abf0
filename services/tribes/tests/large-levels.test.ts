import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { serviceActor, userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MemberLeft, MemberLevelChanged, SubmissionQueueChanged } from '@tribus/proto/tribes/v1/events.ts';
import { fillChallenge, type LargeBench, many, openLargeBench, portionMax } from './large-tables.ts';
import { setUpLevels } from './level-bench.ts';

let bench: LargeBench;
beforeAll(async () => {
  bench = await openLargeBench();
});
// Refused deletions of one test must not block the jobs of the next.
afterEach(() => bench.refuseDeletions());
afterAll(() => bench.close());

const m1 = userActor('m1');

/** Counts the remaining submissions in a tribe and attempts at a quiz. */
async function leftOf(tribeId: number, challengeId: string) {
  const submissions = await bench.sql('select from submissions where tribe_id = $1', [tribeId]);
  const attempts = await bench.sql('select from quiz_attempts where challenge_id = $1', [challengeId]);
  return [submissions.length, attempts.length];
}

async function expectBounded(): Promise<void> {
  const statements = Object.entries(await bench.rowsPerStatement());
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter(([, rows]) => rows > portionMax)).toEqual([]);
}

describe.each(['challenge', 'level'])('a %s with thousands of submissions', (what) => {
  test('is deleted at once for users, and in portions in the database', async () => {
    const { tribeId, owner, as, path, levelOf, addManual, pending, decided, progress } = await setUpLevels(bench);
    // No post requires the last level, and only the owner has reached it.
    const challenge = await addManual(4);
    await bench.join(tribeId, m1);
    await fillChallenge(bench, tribeId, challenge);
    expect((await pending()).waiting).toBe(1_000);
    await bench.resetStatements();
    const deletedBefore = bench.media.deleted.length;

    await bench.refuseDeletions('submissions', 'quiz_attempts');
    const deleted = what === 'level' ? `levels/${levelOf(4)}` : `challenges/${challenge}`;
    expect((await as(owner).delete(path(deleted))).status).toBe(200);
    await until(
      async () => (await bench.sql('select from graphile_worker.jobs where last_error is not null')).length > 0,
      'the job has failed',
    );
    expect(await leftOf(tribeId, challenge)).toEqual([many, many]);
    expect((await bench.events(SubmissionQueueChanged)).at(-1)).toMatchObject({ tribeId, added: false });
    const { counts } = await bench.rpc.countWaitingSubmissions({ tribeId, userIds: [owner.id] });
    expect(counts).toEqual([{ userId: owner.id, waiting: 0 }]);
    expect(await pending()).toEqual({ items: [], nextCursor: null, waiting: 0 });
    expect((await decided()).items).toEqual([]);
    expect(await progress(m1)).toMatchObject({ challenges: [], lastSubs: [] });
    const about = { userId: 'm1', area: 'submissions', cursor: '' };
    const exported = await bench.rpc.exportPersonalData(about, { actor: serviceActor('identity') });
    expect(exported.records).toEqual([]);
    expect(bench.media.deleted.length).toBe(deletedBefore);

    await bench.refuseDeletions();
    await bench.jobsDone();
    expect(await leftOf(tribeId, challenge)).toEqual([0, 0]);
    expect(bench.media.deleted.length).toBe(deletedBefore + many);
    await expectBounded();
  });
});

test('the thousands of attempts of a member who left are deleted in portions and count no more', async () => {
  const { tribeId, owner, ana, as, path, addQuiz, addManual, submit, decided, pending, progress, levelOrderOf } =
    await setUpLevels(bench);
  const [quiz, manual] = [await addQuiz(), await addManual(2)];
  const wait = () => bench.clock.advance(60_000);
  // The level has two challenges, of which they have passed one.
  await bench.sql(
    `insert into submissions (id, tribe_id, challenge_id, user_id, status, score, max_score, text, hint, wrong, created_at,
      decided_at)
    select gen_random_uuid(), $1::integer, $2::uuid, $3::text, case n when 1 then 'approved' else 'rejected' end, 100, 100,
      '', '', '{}', $4::timestamptz - n * interval '1 minute', $4
    from generate_series(1, ${many}) as n`,
    [tribeId, quiz, ana.id, bench.clock.now()],
  );
  await submit(ana, manual, { text: 'Mirad' });
  expect((await pending()).waiting).toBe(1);
  await bench.resetStatements();
  wait();
  // Once more rows remain than are deleted with the membership, deleting them fails.
  await bench.sql(`create function hold() returns trigger language plpgsql as $$
    begin insert into refused values ('submissions'); return null; end $$`);
  await bench.sql('create trigger hold after insert on ended_progress for each row execute function hold()');
  expect((await as(ana).post(path('leave'))).status).toBe(200);
  expect((await bench.events(MemberLeft)).filter((event) => event.tribeId === tribeId)).toHaveLength(1);
  expect(await pending()).toEqual({ items: [], nextCursor: null, waiting: 0 });
  expect((await decided()).items).toEqual([]);
  await bench.join(tribeId, ana);
  expect(await progress(ana)).toMatchObject({ member: { levelOrder: 1 }, challenges: [], lastSubs: [] });
  const { id } = (await submit(ana, manual, { text: 'Otra vez' })).body.submission;
  await as(owner).post(path(`submissions/${id}/review`), { action: 'approve' });
  expect(await levelOrderOf(ana)).toBe(1);
  expect(await leftOf(tribeId, quiz)).toEqual([many - 1_000 + 1, 0]);
  await bench.refuseDeletions();
  await bench.jobsDone();
  expect(await bench.sql('select id from submissions where user_id = $1', [ana.id])).toEqual([{ id }]);
  expect(await bench.sql('select from ended_progress')).toEqual([]);
  await expectBounded();
  wait();
  expect((await submit(ana, quiz, { answers: [1, 0, 2] })).body.levelTo).toBe(2);
});

test('a lower minimum raises each of hundreds of members of a large tribe once', async () => {
  const { tribeId, owner, as, path, levelOf, addManual } = await setUpLevels(bench);
  const manual = await addManual(2);
  await bench.sql(
    `insert into members (tribe_id, user_id, status, role, level_order, since)
    select $1::integer, 'n' || n, 'active', 'member', 1, now() from generate_series(1, ${many}) as n`,
    [tribeId],
  );
  // Every twentieth member is slightly below the current minimum, the next one far below.
  await bench.sql(
    `insert into submissions (id, tribe_id, challenge_id, user_id, status, score, max_score, text, hint, wrong, created_at,
      decided_at)
    select gen_random_uuid(), $1::integer, $2::uuid, 'n' || n, 'approved', case n % 20 when 0 then 60 else 10 end, 100,
      '', '', '{}', now(), now()
    from generate_series(1, ${many}) as n where n % 20 < 2`,
    [tribeId, manual],
  );
  expect((await as(owner).put(path(`levels/${levelOf(2)}`), { minScore: 60 })).status).toBe(200);
  await bench.jobsDone();
  const raised = (await bench.events(MemberLevelChanged)).filter((event) => event.tribeId === tribeId);
  expect(raised).toHaveLength(many / 20);
  expect(new Set(raised.map(({ userId }) => userId)).size).toBe(many / 20);
  expect(raised.filter(({ userId }) => Number(userId.slice(1)) % 20 !== 0)).toEqual([]);
  await expectBounded();
});

test('members rise after more failures of the jobs than others have attempts, also by two levels', async () => {
  const { tribeId, owner, as, path, levelOf, addManual } = await setUpLevels(bench);
  const [second, third] = [await addManual(2), await addManual(3)];
  // More than the members checked with the change; only the last one has passed the challenges.
  await bench.sql(
    `insert into members (tribe_id, user_id, status, role, level_order, since)
    select $1::integer, 'z' || lpad(n::text, 3, '0'), 'active', 'member', 1, now() from generate_series(1, 200) as n`,
    [tribeId],
  );
  await bench.sql(
    `insert into submissions (id, tribe_id, challenge_id, user_id, status, score, max_score, text, hint, wrong, created_at,
      decided_at)
    select gen_random_uuid(), $1::integer, id, 'z200', 'approved', 60, 100, '', '', '{}', now(), now()
    from unnest($2::uuid[]) as id`,
    [tribeId, [second, third]],
  );
  await bench.sql(`create function refuse_level() returns trigger language plpgsql as $$
    begin
      if exists (select from refused where of_table = 'level ' || new.level_order) then raise exception 'refused'; end if;
      return new;
    end $$`);
  await bench.sql(
    'create trigger refuse_level before insert on level_ups for each row execute function refuse_level()',
  );
  expect((await as(owner).put(path(`levels/${levelOf(3)}`), { minScore: 60 })).status).toBe(200);

  await bench.refuseDeletions('level 2', 'level 3');
  expect((await as(owner).put(path(`levels/${levelOf(2)}`), { minScore: 60 })).status).toBe(200);
  await until(() => failedTenTimes('raiseMembers'), 'the first job has failed');
  await bench.refuseDeletions('level 3');
  await runFailed();
  await until(() => failedTenTimes('raiseFurther'), 'the second job has failed');
  await bench.refuseDeletions();
  await runFailed();
  await bench.jobsDone();
  const { memberships } = await bench.rpc.getMemberships({ userId: 'z200', tribeIds: [tribeId] });
  expect(memberships).toMatchObject([{ levelOrder: 3 }]);
});

const failed = 'select id from graphile_worker.jobs where last_error is not null and locked_at is null';

/** Counts ten attempts for the jobs of this kind that have failed; resolves to whether there are any. */
async function failedTenTimes(name: string): Promise<boolean> {
  const counted = `select from graphile_worker.reschedule_jobs(array(${failed} and task_identifier = $1), attempts := 10)`;
  return (await bench.sql(counted, [name])).length > 0;
}

/** Runs the jobs that have failed at once. */
async function runFailed(): Promise<void> {
  await bench.sql(`select from graphile_worker.reschedule_jobs(array(${failed}), run_at := now())`);
  // Adding a job wakes up the workers.
  await bench.sql(`select from graphile_worker.add_job('deleteOrphans', '{}'::json)`);
}
