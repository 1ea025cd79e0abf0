import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin } from '@tribus/community/testing/factories.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { sql } from 'kysely';
import { openBench } from './bench.ts';

let bench: Awaited<ReturnType<typeof openBench>>;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** More than the job deletes in one portion. */
const actionsOfAgent = 2_500;

/** Creates an agent of a user, which has acted often. */
async function createBusyAgent(userId: string = randomUUID()): Promise<string> {
  const config = { tribes: [1], frequencySec: 60 };
  const { body } = await bench.service.as(admin).post('/admin/agents', { userId, active: false, config });
  await sql`
    insert into actions (id, agent_id, type, tribe_id, post_id, result, created_at)
    select gen_random_uuid(), ${body.id}::uuid, 'reaction', 1, 'p' || n, 'done', now()
    from generate_series(1, ${actionsOfAgent}) as n`.execute(bench.db);
  return body.id;
}

async function countActions(agentId: string): Promise<number> {
  const rows = await bench.db.selectFrom('actions').select('id').where('agentId', '=', agentId).execute();
  return rows.length;
}

async function listedAgents(): Promise<string[]> {
  const { body } = await bench.service.as(admin).get('/admin/agents');
  return body.items.map(({ id }: { id: string }) => id);
}

/** Runs `work` while the actions of the agent cannot be deleted, as if they took any time. */
const whileLocked = (agentId: string, work: () => Promise<void>): Promise<void> =>
  bench.db.transaction().execute(async (tx) => {
    await tx.selectFrom('actions').select('id').where('agentId', '=', agentId).forUpdate().execute();
    await work();
  });

test('an agent is deleted at once however many actions it has, which are deleted afterwards', async () => {
  const [deleted, other] = [await createBusyAgent(), await createBusyAgent()];
  await whileLocked(deleted, async () => {
    expect((await bench.service.as(admin).delete(`/admin/agents/${deleted}`)).body).toEqual({ ok: true });
    expect(await listedAgents()).not.toContain(deleted);
    expect((await bench.service.as(admin).get(`/admin/agents/${deleted}/actions`)).status).toBe(404);
  });
  await until(async () => (await countActions(deleted)) === 0, 'its actions are deleted');
  expect(await countActions(other)).toBe(actionsOfAgent);
});

test('an agent is deleted with its user however many actions it has', async () => {
  const userId = randomUUID();
  const agentId = await createBusyAgent(userId);
  await whileLocked(agentId, async () => {
    await bench.publish(UserDeleted, { userId });
    expect(await listedAgents()).not.toContain(agentId);
  });
  await until(async () => (await countActions(agentId)) === 0, 'its actions are deleted');
});

test('an action that ends after the deletion of its agent is not stored', async () => {
  const agentId = await createBusyAgent();
  await bench.service.as(admin).delete(`/admin/agents/${agentId}`);
  const late = sql`
    insert into actions (id, agent_id, type, tribe_id, post_id, result, created_at)
    values (gen_random_uuid(), ${agentId}::uuid, 'reaction', 1, 'late', 'done', now())`.execute(bench.db);
  await expect(late).rejects.toMatchObject({ code: '23503' });
  await until(async () => (await countActions(agentId)) === 0, 'its actions are deleted');
});
