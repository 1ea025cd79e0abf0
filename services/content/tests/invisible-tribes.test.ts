import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { TestClient, TestResponse } from '@tribus/kit/testing/service.ts';
import { type Bench, openBench, unknownId } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const posts = (tribeId: number) => `/tribes/${tribeId}/posts`;
const requests: [what: string, request: (client: TestClient, tribeId: number) => Promise<TestResponse>][] = [
  ['the feed', (client, id) => client.get(posts(id))],
  ['the media', (client, id) => client.get(`/tribes/${id}/media`)],
  ['the comments', (client, id) => client.get(`${posts(id)}/${unknownId}/comments`)],
  ['deleting a post', (client, id) => client.delete(`${posts(id)}/${unknownId}`)],
  ['reacting', (client, id) => client.post(`${posts(id)}/${unknownId}/reactions`, { type: 'like' })],
  ['a report', (client, tribeId) => client.post('/reports/tribe', { tribeId, reason: 'spam' })],
];

test.each(requests)(
  '%s: neither an invisible tribe nor a missing one is refused only after the blocks',
  async (_what, request) => {
    const invisible = bench.tribes.createTribe(person(), { isInvisible: true });
    const read = Promise.withResolvers<void>();
    bench.identity.blocksHeld = read.promise;
    try {
      for (const tribeId of [invisible, invisible + 1_000_000]) {
        const before = bench.tribes.membershipCalls;
        const { status, body } = await request(bench.service.as(person()), tribeId);
        expect({ status, code: body.code, calls: bench.tribes.membershipCalls - before }).toEqual({
          status: 404,
          code: 'not_found',
          calls: 1,
        });
      }
    } finally {
      read.resolve();
    }
  },
);
