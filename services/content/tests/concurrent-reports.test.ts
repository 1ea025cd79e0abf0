import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { removeActor } from '@tribus/kit/postgres/deleted-actors.ts';
import { kitTables } from '@tribus/kit/postgres/kit-tables.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import { reportsAtOnce } from '../src/keyed-queue.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, caseIn, reportedPost } = moderationOn(() => bench);

test('reports that wait for the deletion of an account block nobody else’s use of the post, and omit that user’s text', async () => {
  const { tribeId, owner, officer, member, author, path, post, found } = await reportedPost();
  const commenter = bench.tribes.addMember(tribeId);
  await as(commenter).post(`${path}/comments`, { content: 'me voy' });
  await as(member).post(`${path}/comments`, { content: 'me quedo' });
  await as(owner).post(`/reports/${found.id}/resolve`, { action: 'keep' });
  const reporters = Array.from({ length: 3 }, () => bench.tribes.addMember(tribeId));
  const db = await bench.db();
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const reports = await db.transaction().execute(async (deletion) => {
    await removeActor(kitTables(deletion), commenter.id);
    const sent = reporters.map((each) => report(each, post.id));
    await until(async () => (await waiting.execute(db)).rows.length > 0, 'reports wait for the deletion');
    expect((await as(member).post(`${path}/reactions`, { type: 'like' })).status).toBe(200);
    expect((await as(author).post(`${path}/comments`, { content: 'sigo aquí' })).status).toBe(201);
    return sent;
  });
  expect((await Promise.all(reports)).map(outcomeOf)).toEqual(Array(3).fill({ status: 201, code: undefined }));
  const opened = await caseIn(tribeId, officer);
  expect(opened.reportsCount).toBe(3);
  const { body } = await as(officer).get(`/reports/${opened.id}`);
  const texts = JSON.stringify(body);
  expect(texts).toContain('me quedo');
  expect(texts).not.toContain('me voy');
});

test('reports of one post wait with one connection, and one too many is refused until the others are written', async () => {
  const { tribeId, officer, post } = await reportedPost();
  const reporters = Array.from({ length: reportsAtOnce + 1 }, () => bench.tribes.addMember(tribeId));
  const db = await bench.db();
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let refused = 0;
  const sent = await db.transaction().execute(async (edit) => {
    await sql`select from posts where id = ${post.id} for update`.execute(edit);
    const reports = reporters.map(async (each) => {
      const response = await report(each, post.id);
      if (response.status === 503) refused += 1;
      return response;
    });
    await until(() => refused > 0, 'a report is refused');
    await until(async () => (await waiting.execute(db)).rows.length > 0, 'a report waits for the edit');
    expect((await waiting.execute(db)).rows).toHaveLength(1);
    return reports;
  });
  const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(reportsAtOnce).fill(201), 503]);
  expect((await caseIn(tribeId, officer)).reportsCount).toBe(1 + reportsAtOnce);
});
