import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin } from '@tribus/community/testing/factories.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { openBench } from './bench.ts';

let bench: Awaited<ReturnType<typeof openBench>>;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('an agent is deleted with its user, and other agents are not', async () => {
  const { service } = bench;
  const config = { tribes: [1], tags: [], frequencySec: 60, maxActionsPerCycle: 1, strategy: 'rule', dailyLimit: 5 };
  const create = async (userId: string) => {
    const { status, body } = await service.as(admin).post('/admin/agents', { userId, active: false, config });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.id as string;
  };
  const [leaving, staying] = [crypto.randomUUID(), crypto.randomUUID()];
  const [deleted, remaining] = [await create(leaving), await create(staying)];
  await bench.publish(UserDeleted, { userId: leaving });
  const { body } = await service.as(admin).get('/admin/agents');
  const ids = body.items.map(({ id }: { id: string }) => id);
  expect(ids).toContain(remaining);
  expect(ids).not.toContain(deleted);
  // An admin whose list was loaded before the deletion may still send a request.
  const again = await service.as(admin).post('/admin/agents', { userId: leaving, active: false, config });
  expect([again.status, again.body.code]).toEqual([400, 'user_unknown']);
});
