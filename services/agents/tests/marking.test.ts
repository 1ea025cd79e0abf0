import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, unique } from '@tribus/community/testing/factories.ts';
import { jobsDone } from '@tribus/kit/testing/jobs.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import { openBench } from './bench.ts';

let bench: Awaited<ReturnType<typeof openBench>>;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const createAgent = async (userId: string): Promise<string> =>
  (await bench.service.as(admin).post('/admin/agents', { userId, active: false })).body.id;
const deleteAgent = (id: string) => bench.service.as(admin).delete(`/admin/agents/${id}`);

/** Returns the number of waiting and running jobs that mark users. */
async function countJobs(): Promise<number> {
  const jobs = await sql`select from graphile_worker.jobs where task_identifier = 'markUser'`.execute(bench.db);
  return jobs.rows.length;
}

test('an agent whose deletion fails is still shown as an agent', async () => {
  const userId = unique('robot');
  const id = await createAgent(userId);
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    bench.db,
  );
  await sql`create trigger refuse_deletion before delete on agents for each row execute function refuse()`.execute(
    bench.db,
  );
  expect((await deleteAgent(id)).status).toBe(500);
  await sql`drop trigger refuse_deletion on agents`.execute(bench.db);
  await jobsDone(bench.db, 'markUser');
  expect(bench.identity.agents).toContain(userId);
  await deleteAgent(id);
  await until(() => !bench.identity.agents.has(userId), 'its user is marked as a person');
});

test('a user who gets a new agent while the mark of the deleted one is removed stays marked', async () => {
  const userId = unique('robot');
  const id = await createAgent(userId);
  await jobsDone(bench.db, 'markUser');
  const held = Promise.withResolvers<void>();
  bench.identity.unmarksHeld = held.promise;
  await deleteAgent(id);
  await until(() => bench.identity.unmarkCalls.includes(userId), 'the mark is being removed');
  await createAgent(userId);
  await until(async () => (await countJobs()) === 1, 'the job of the new agent is done');
  held.resolve();
  await jobsDone(bench.db, 'markUser');
  expect(bench.identity.agents).toContain(userId);
});
