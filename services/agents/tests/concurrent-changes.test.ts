import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, unique } from '@tribus/community/testing/factories.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { AuditRecorded } from '@tribus/proto/agents/v1/events.ts';
import { sql } from 'kysely';
import { openBench } from './bench.ts';

let bench: Awaited<ReturnType<typeof openBench>>;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

interface Change {
  active?: boolean;
  config?: object;
}

async function createAgent(): Promise<string> {
  const { body } = await bench.service.as(admin).post('/admin/agents', { userId: unique('robot'), active: true });
  return body.id;
}
const change = (id: string, body: Change) => bench.service.as(admin).put(`/admin/agents/${id}`, body);

/** Returns the number of statements that wait for a locked agent. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%"agents"%'`.execute(bench.db);
  return rows[0]?.count ?? 0;
}

/** Locks the agent until both of these have been waiting for it, so that neither has seen the other's effect. */
async function concurrently<A, B>(id: string, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const { running } = await bench.db.transaction().execute(async (tx) => {
    await tx.selectFrom('agents').select('id').where('id', '=', id).forUpdate().execute();
    const a = first();
    await until(async () => (await countWaiting()) === 1, 'the first waits');
    const b = second();
    await until(async () => (await countWaiting()) === 2, 'the second waits');
    return { running: Promise.all([a, b]) };
  });
  return running;
}

test('two concurrent changes of an agent both take effect', async () => {
  const id = await createAgent();
  await concurrently(
    id,
    () => change(id, { active: false }),
    () => change(id, { config: { tags: ['mar'] } }),
  );
  const { body } = await change(id, {});
  expect(body).toMatchObject({ active: false, config: { tags: ['mar'] } });
});

test('a change of an agent that is deleted meanwhile is refused and leaves no audit entry', async () => {
  const id = await createAgent();
  const [deleted, changed] = await concurrently(
    id,
    () => bench.service.as(admin).delete(`/admin/agents/${id}`),
    () => change(id, { active: false }),
  );
  expect([deleted.status, changed.status]).toEqual([200, 404]);
  const audited = (await bench.events(AuditRecorded)).map(({ entry, targetId }) => [entry?.action, targetId]);
  expect(audited).toContainEqual(['agent_deleted', id]);
  expect(audited).not.toContainEqual(['agent_updated', id]);
});
