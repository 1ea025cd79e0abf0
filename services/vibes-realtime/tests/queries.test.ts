import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openObservedMongoBench } from '@tribus/kit/testing/mongo.ts';
import { type Calls, callAll, isSlow } from '@tribus/kit/testing/queries.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import { ticketsPerUser } from '../limits.ts';
import { Reactions } from '../src/store/reactions.ts';
import { Tickets } from '../src/store/tickets.ts';

const vibe = { id: 'v', tribeId: 1, authorId: 'ana' };
const reaction = { id: 'r', userId: 'bo', emoji: '✨', ts: 1 };
const ticket = {
  _id: 't',
  userId: 'ana',
  sessionId: 's',
  role: 'user',
  language: 'es',
  isAgent: false,
  expiresAt: new Date(),
} as const;

let observed: Awaited<ReturnType<typeof openObservedMongoBench>>;

beforeAll(async () => {
  observed = await openObservedMongoBench('vibes-realtime');
});
afterAll(() => observed.close());

const event = () => observed.mongo.event(VibeReacted, VibeReacted.fromPartial({ vibeId: 'v', tribeId: 1 }));

const reactionCalls: Calls<Reactions> = {
  writtenBy: (store) => [store.writtenBy('ana', 10, '')],
  // The second add finds a duplicate and reads the document.
  add: (store) => [
    store.add(vibe, reaction, { event: event() }).then(() => store.add(vibe, reaction, { event: event() })),
    store.add(vibe, { ...reaction, id: 's' }, { event: event(), bodyHash: 'hash' }),
  ],
  count: (store) => [store.count('v')],
  counts: (store) => [store.counts(['v', 'w'])],
  since: (store) => [store.since('v', 0)],
  deleteVibe: (store) => [store.deleteVibe('v')],
  deleteOfUser: (store) => [store.deleteOfUser('bo')],
  deleteTribe: (store) => [store.deleteTribe(1)],
};
/** Enough to evict the oldest. */
const manyTickets = Array.from({ length: ticketsPerUser + 2 }, (_, index) => ({ ...ticket, _id: `t${index}` }));
const ticketCalls: Calls<Tickets> = {
  add: (store) => manyTickets.map((each) => store.add(each)),
  deleteOfUser: (store) => [store.deleteOfUser('ana')],
  take: (store) => [store.take('t1')],
};

test('no query of vibes-realtime scans a whole collection or sorts in memory', async () => {
  const [reactions, tickets] = [new Reactions(observed.mongo, () => new Date()), new Tickets(observed.mongo)];
  await observed.observe();
  await callAll(reactions, reactionCalls);
  await callAll(tickets, ticketCalls);
  const plans = await observed.plans();
  expect(plans.length).toBeGreaterThan(7);
  expect(plans.filter(isSlow)).toEqual([]);
});
