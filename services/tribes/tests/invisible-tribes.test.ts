import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { runInContext } from '@tribus/kit/core/request-context.ts';
import type { TestClient, TestResponse } from '@tribus/kit/testing/service.ts';
import { statementsOfUsers } from '@tribus/kit/testing/statements.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Compares the work for an invisible tribe and for a missing one, as its duration would reveal the difference. */
async function expectSameWork<T>(work: (tribeId: number) => Promise<T>, expected: object): Promise<void> {
  const id = await bench.createTribe(person(), { isInvisible: true });
  const workOf = async (tribeId: number) => {
    const { result, statements } = await statementsOfUsers(() => work(tribeId));
    return { result, statements: statements.toSorted() };
  };
  const invisible = await workOf(id);
  expect(invisible.result).toMatchObject(expected);
  expect(invisible.statements.length).toBeGreaterThan(0);
  expect(await workOf(id + 1_000_000)).toEqual(invisible);
}

const requests: [what: string, request: (client: TestClient, path: string) => Promise<TestResponse>][] = [
  ['the page', (client, path) => client.get(path)],
  ['the members', (client, path) => client.get(`${path}/members`)],
  ['joining', (client, path) => client.post(`${path}/join`)],
  ['a request to join', (client, path) => client.post(`${path}/join-request`)],
  ['leaving', (client, path) => client.post(`${path}/leave`)],
];

test.each(requests)('%s of an invisible tribe and of a missing one cost the same work', async (_what, request) => {
  const client = bench.service.as(person());
  const answer = async (tribeId: number) => {
    const { status, body } = await request(client, `/tribes/${tribeId}`);
    return { status, code: body.code };
  };
  await expectSameWork(answer, { status: 404, code: 'not_found' });
});

test('the membership of another user in an invisible tribe and in a missing one costs the same work', async () => {
  const viewer = person();
  const read = (tribeId: number) =>
    runInContext({ requestId: 'r', actor: viewer, deadline: Number.POSITIVE_INFINITY }, () =>
      bench.rpc.getMembershipsInTribe({ tribeId, userIds: [viewer.id] }).then(
        () => ({}),
        () => ({}),
      ),
    );
  await expectSameWork(read, {});
});

test('a banned applicant reads as little of the tribe as a stranger', async () => {
  const [owner, requester] = [person(), person()];
  const client = bench.service.as(requester);
  const id = await bench.createTribe(owner, { isPrivate: true });
  await client.post(`/tribes/${id}/join-request`);
  await bench.service.as(owner).put(`/tribes/${id}`, { isInvisible: true });
  await bench.service.as(owner).post(`/tribes/${id}/bans`, { userId: requester.id, reason: 'Insultos repetidos' });
  const tribe = (await client.get(`/tribes/${id}`)).body;
  expect(tribe).toMatchObject({ canRead: false, members: [], ban: { reason: 'Insultos repetidos' } });
  expect(JSON.stringify(tribe)).not.toContain(owner.id);
  expect((await client.get(`/tribes/${id}/members`)).status).toBe(404);
  const { memberships } = await bench.rpc.getMembershipsInTribe({ tribeId: id, userIds: [requester.id] });
  expect(memberships).toMatchObject([{ status: 'none' }]);
});
