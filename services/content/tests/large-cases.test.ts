import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { admin } from '@tribus/community/testing/factories.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { ReportResolved } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { sql } from 'kysely';
import { caseTextDays } from '../limits.ts';
import { type LargeBench, many, openLargeBench, portionMax, several } from './large-tables.ts';
import { moderationOn } from './moderation.ts';

let bench: LargeBench;
beforeAll(async () => {
  bench = await openLargeBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.allow();
  await bench.forgetStatements();
});

const { as, reportedPost, resolve } = moderationOn(() => bench);

/**
 * Adds cases of a tribe in which a moderator decided and wrote notes, with their own text around the reported objects.
 */
async function addCases(tribeId: number, moderatorId: string, count: number): Promise<void> {
  const surroundings = JSON.stringify([
    { id: 'x', kind: 'comment', authorId: moderatorId, text: 'suyo', createdAt: '' },
    { id: 'y', kind: 'comment', authorId: 'otra', text: 'ajeno', createdAt: '' },
  ]);
  await sql`
    with opened as (
      insert into cases (id, kind, object_id, tribe_id, scope, author_id, object, status, opened_at, changed_at,
        assignee_id, assigned_at)
      select gen_random_uuid(), 'comment', gen_random_uuid(), ${tribeId}, 'tribe', 'autora' || n,
        jsonb_build_object('text', 'x', 'images', '[]'::jsonb, 'createdAt', null,
          case n % 2 when 0 then 'before' else 'after' end, ${surroundings}::jsonb,
          case n % 2 when 0 then 'after' else 'before' end, '[]'::jsonb),
        'closed', now(), now(), ${moderatorId}, now()
      from generate_series(1, ${count}) as n returning id
    ), noted as (
      insert into case_notes (id, case_id, author_id, text, created_at)
      select gen_random_uuid(), id, ${moderatorId}, 'nota', now() from opened
    ), reported as (
      insert into reports (id, case_id, kind, object_id, reporter_id, reason, description, weight, outcome, created_at)
      select gen_random_uuid(), id, 'comment', id, ${moderatorId}, 'spam', 'palabras', 1, 'upheld', now() from opened
    )
    insert into case_decisions (id, case_id, number, action, reason, message, decided_by, by_site, created_at)
    select gen_random_uuid(), id, 1, 'keep', 'spam', '', ${moderatorId}, false, now() from opened`.execute(bench.rows);
}

/** The number of references to a user in the cases of a tribe. */
const tracesOf = (userId: string, tribeId: number) =>
  Promise.all(
    [
      `cases where tribe_id = ${tribeId} and object::text like '%"${userId}"%'`,
      `cases where tribe_id = ${tribeId} and assignee_id = '${userId}'`,
      `case_decisions join cases on cases.id = case_id where tribe_id = ${tribeId} and decided_by = '${userId}'`,
      `case_notes join cases on cases.id = case_id where tribe_id = ${tribeId} and case_notes.author_id = '${userId}'`,
      `reports join cases on cases.id = case_id where tribe_id = ${tribeId}
        and (reporter_id = '${userId}' and description <> '')`,
    ].map(bench.count),
  );

test('the data of a moderator with thousands of cases is deleted in batches, and no data of other moderators', async () => {
  const tribeId = bench.tribes.createTribe();
  const [leaver, stays] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  await addCases(tribeId, leaver.id, several);
  await addCases(tribeId, stays.id, 2);
  expect(await tracesOf(leaver.id, tribeId)).toEqual([several, several, several, several, several]);
  await bench.forgetStatements();
  await bench.refuseAfter('case_notes', 1_500);
  await bench.publish(UserDeleted, { userId: leaver.id });
  await until(async () => (await bench.rowsTouched('case_notes')) >= 1_500, 'the job was interrupted');
  expect((await tracesOf(leaver.id, tribeId))[3]).toBeGreaterThan(0);
  await bench.resume();
  await bench.jobsDone();
  expect(await tracesOf(leaver.id, tribeId)).toEqual([0, 0, 0, 0, 0]);
  expect(await tracesOf(stays.id, tribeId)).toEqual([2, 2, 2, 2, 2]);
  expect(await bench.mostRows()).toBeLessThanOrEqual(portionMax);
  // Decisions and the surroundings by other users stay.
  expect(await bench.count(`case_decisions join cases on cases.id = case_id where tribe_id = ${tribeId}`)).toBe(
    several + 2,
  );
  expect(await bench.count(`cases where tribe_id = ${tribeId} and object::text like '%ajeno%'`)).toBe(several + 2);
});

test('thousands of reports are settled in batches, each reporter is notified, and the last decision prevails', async () => {
  const { tribeId, owner, author, found } = await reportedPost();
  const other = await reportedPost();
  await sql`
    insert into reports (id, case_id, kind, object_id, reporter_id, reason, description, weight, outcome, created_at)
    select gen_random_uuid(), id, kind, object_id, 'vecina' || n, 'spam', '', 0, 'open', now()
    from cases cross join generate_series(1, ${many}) as n where id = ${found.id}::uuid`.execute(bench.rows);
  const outcomes = async (outcome: string) =>
    bench.count(`reports where case_id = '${found.id}' and outcome = '${outcome}'`);
  await bench.forgetStatements();
  await bench.refuseAfter('reports', 2_000);
  const removal = { reason: 'spam', message: 'no' };
  expect((await resolve(owner, found.id, 'remove', removal)).status).toBe(200);
  await until(async () => (await bench.rowsTouched('reports')) >= 2_000, 'the job was interrupted');
  expect(await outcomes('open')).toBeGreaterThan(0);

  await bench.allow();
  expect((await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'No' })).status).toBe(200);
  expect((await resolve(admin, found.id, 'overturn')).status).toBe(200);
  await bench.resume();
  await bench.jobsDone();
  expect([await outcomes('dismissed'), await outcomes('upheld'), await outcomes('open')]).toEqual([many + 1, 0, 0]);
  expect(await bench.mostRows()).toBeLessThanOrEqual(portionMax);
  const resolved = await bench.eventsOf(ReportResolved, tribeId);
  expect(new Set(resolved.filter(({ upheld }) => !upheld).map(({ reporterId }) => reporterId)).size).toBe(many + 1);
  expect(await bench.count(`reports where case_id = '${other.found.id}' and outcome = 'open'`)).toBe(1);
});

test('a report made after a decision, while earlier reports are still being settled, remains open', async () => {
  const { owner, author, path, found } = await reportedPost();
  await sql`
    insert into reports (id, case_id, kind, object_id, reporter_id, reason, description, weight, outcome, created_at)
    select gen_random_uuid(), id, kind, object_id, 'lejana' || n, 'spam', '', 0, 'open', opened_at
    from cases cross join generate_series(1, 3000) as n where id = ${found.id}::uuid`.execute(bench.rows);
  await bench.refuseAfter('reports', 1_000);
  expect((await resolve(owner, found.id, 'hide', { reason: 'spam', message: 'no' })).status).toBe(200);
  bench.clock.advance(60_000);
  expect((await as(author).put(path, { content: 'mejor' })).status).toBe(200);
  const late = bench.tribes.addMember(found.tribeId ?? Number(path.split('/')[2]));
  expect((await as(late).post('/reports/post', { postId: path.split('/')[4], reason: 'spam' })).status).toBe(201);
  await bench.resume();
  await bench.jobsDone();
  const open = await bench.rows
    .selectFrom('reports')
    .select('reporterId')
    .where('caseId', '=', found.id)
    .where('outcome', '=', 'open')
    .execute();
  expect(open).toEqual([{ reporterId: late.id }]);
});

test('reports are still settled after more failures than other jobs have attempts', async () => {
  const { owner, found } = await reportedPost();
  await sql`
    insert into reports (id, case_id, kind, object_id, reporter_id, reason, description, weight, outcome, created_at)
    select gen_random_uuid(), id, kind, object_id, 'lejana' || n, 'spam', '', 0, 'open', opened_at
    from cases cross join generate_series(1, 3000) as n where id = ${found.id}::uuid`.execute(bench.rows);
  await bench.refuseAfter('reports', 1_000);
  expect((await resolve(owner, found.id, 'hide', { reason: 'spam', message: 'no' })).status).toBe(200);
  await until(() => bench.failedTenTimes('settleReports'), 'the job has failed');
  const open = () => bench.count(`reports where case_id = '${found.id}' and outcome = 'open'`);
  expect(await open()).toBeGreaterThan(0);
  await bench.resume();
  await bench.jobsDone();
  expect(await open()).toBe(0);
});

test('the cases of a deleted tribe are deleted with thousands of reports and notes, and no cases of other tribes', async () => {
  const { tribeId, found } = await reportedPost();
  const remaining = await reportedPost();
  await addCases(remaining.tribeId, 'alguien', 2);
  await sql`
    with reported as (
      insert into reports (id, case_id, kind, object_id, reporter_id, reason, description, weight, outcome, created_at)
      select gen_random_uuid(), ${found.id}::uuid, 'post', ${found.id}, 'lejos' || n, 'spam', '', 0, 'open', now()
      from generate_series(1, ${many}) as n
    ), noted as (
      insert into case_notes (id, case_id, author_id, text, created_at)
      select gen_random_uuid(), ${found.id}::uuid, 'alguien', 'nota', now() from generate_series(1, ${several}) as n
    )
    insert into case_decisions (id, case_id, number, action, reason, message, decided_by, by_site, created_at)
    select gen_random_uuid(), ${found.id}::uuid, n, 'keep', 'spam', '', 'alguien', false, now()
    from generate_series(1, ${several}) as n`.execute(bench.rows);
  await bench.forgetStatements();
  await bench.refuseAfter('reports', 3_000);
  await bench.publish(TribeDeleted, { tribeId });
  await until(async () => (await bench.rowsTouched('reports')) >= 3_000, 'the job was interrupted');
  await bench.resume();
  await bench.jobsDone();
  expect(await bench.orphans()).toBe(0);
  expect(await bench.count(`cases where tribe_id = ${tribeId}`)).toBe(0);
  expect(await bench.count(`reports where object_id = '${found.id}'`)).toBe(0);
  expect(await bench.mostRows()).toBeLessThanOrEqual(portionMax);
  expect(await bench.count(`cases where tribe_id = ${remaining.tribeId}`)).toBe(3);
  expect(await tracesOf('alguien', remaining.tribeId)).toEqual([2, 2, 2, 2, 2]);
  expect(await bench.count(`reports where case_id = '${remaining.found.id}'`)).toBe(1);
});

test('unused files of the landing page are deleted in batches, and shown files are not', async () => {
  await sql`
    insert into landing_files (key, type, width, height, lqip, variants, is_shown, uploaded_at)
    select 'borrador-' || n, 'image', 1, 1, '', '{}', n = 1, '2000-01-01' from generate_series(1, ${many}) as n`.execute(
    bench.rows,
  );
  await bench.forgetStatements();
  await bench.runJob('sweepLandingFiles');
  expect(await bench.count('landing_files')).toBe(1);
  expect(await bench.mostRows()).toBeLessThanOrEqual(portionMax);
});

test('the texts of cases with thousands of reports are deleted in batches, also after an interruption', async () => {
  const { found } = await reportedPost();
  await sql`
    insert into reports (id, case_id, kind, object_id, reporter_id, reason, description, weight, outcome, created_at)
    select gen_random_uuid(), ${found.id}, 'post', ${found.objectId}, 'muchos' || n, 'spam', 'texto', 1, 'upheld', now()
    from generate_series(1, ${several}) as n`.execute(bench.rows);
  const closedAt = new Date(bench.clock.now().getTime() - (caseTextDays + 1) * dayMs);
  await sql`update cases set status = 'closed', changed_at = ${closedAt} where id = ${found.id}`.execute(bench.rows);
  const left = () => bench.count(`reports where case_id = '${found.id}' and description <> ''`);
  await bench.forgetStatements();
  await bench.refuseAfter('reports', 1_500);
  await sql`select from graphile_worker.add_job('closeCases', '{}'::json)`.execute(bench.rows);
  await until(async () => (await bench.rowsTouched('reports')) >= 1_500, 'the job was interrupted');
  expect(await left()).toBe(several - 1_500);
  await bench.resume();
  await bench.jobsDone();
  expect(await left()).toBe(0);
  expect(await bench.count(`cases where id = '${found.id}' and texts_deleted_at is not null`)).toBe(1);
  expect(await bench.mostRows()).toBeLessThanOrEqual(portionMax);
});
