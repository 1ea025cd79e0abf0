import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Calls, callAll, isSlow, type ObservedMongo, observeMongo } from '@tribus/kit/testing/queries.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { ticketsPerPerson } from '../limits.ts';
import { ReactionStore, TicketStore } from '../src/store.ts';

const ctx = testContext('vibes-realtime');
const vibe = { id: 'v', tribeId: 1, authorId: 'ana' };
const tap = { id: 'r', userId: 'bo', emoji: '✨', ts: 1 };
const ticket = {
  _id: 't',
  userId: 'ana',
  sessionId: 's',
  role: 'user',
  language: 'es',
  isAgent: false,
  expiresAt: new Date(),
} as const;

let stores: TestStores;
let observed: ObservedMongo;

beforeAll(async () => {
  stores = await testStores();
  observed = await observeMongo(ctx, stores.env.MONGODB_URL);
});

afterAll(async () => {
  await ctx.close();
  await stores.drop();
});

const reactionCalls: Calls<ReactionStore> = {
  // The second runs into the first, and looks at what is there.
  add: (store) => [
    store.add(vibe, tap, undefined).then(() => store.add(vibe, tap, undefined)),
    store.add(vibe, { ...tap, id: 's' }, 'hash'),
  ],
  count: (store) => [store.count('v')],
  counts: (store) => [store.counts(['v', 'w'])],
  since: (store) => [store.since('v', 0)],
  deleteVibe: (store) => [store.deleteVibe('v')],
  deleteTribe: (store) => [store.deleteTribe(1)],
};
/** Enough for the oldest to go. */
const manyTickets = Array.from({ length: ticketsPerPerson + 2 }, (_, index) => ({ ...ticket, _id: `t${index}` }));
const ticketCalls: Calls<TicketStore> = {
  add: (store) => manyTickets.map((each) => store.add(each)),
  take: (store) => [store.take('t1')],
};

test('no query of vibes-realtime reads a whole collection, or puts what it found in order', async () => {
  const [reactions, tickets] = [new ReactionStore(observed.mongo, () => new Date()), new TicketStore(observed.mongo)];
  await observed.observe();
  await callAll(reactions, reactionCalls);
  await callAll(tickets, ticketCalls);
  const plans = await observed.plans();
  expect(plans.length).toBeGreaterThan(7);
  expect(plans.filter(isSlow)).toEqual([]);
});
