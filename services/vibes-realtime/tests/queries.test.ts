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

test("a user's reactions are read from the vibes that have any, and no other", async () => {
  const reactions = new Reactions(observed.mongo, () => new Date());
  for (let count = 0; count < 30; count++) {
    const id = `read-${String(count).padStart(2, '0')}`;
    for (const userId of count % 10 === 0 ? ['carla', 'leo'] : ['leo'])
      await reactions.add(
        { ...vibe, id, tribeId: 2 },
        { ...reaction, id: `${id}-${userId}`, userId },
        { event: event() },
      );
  }
  const first = await reactions.writtenBy('carla', 2, '');
  expect([first.reactions.map(({ vibeId }) => vibeId), first.lastId]).toEqual([['read-00', 'read-10'], 'read-10']);
  const second = await reactions.writtenBy('carla', 2, 'read-10');
  expect([second.reactions.map(({ id }) => id), second.lastId]).toEqual([['read-20-carla'], 'read-20']);
  expect(await reactions.writtenBy('carla', 2, 'read-20')).toEqual({ reactions: [], lastId: undefined });
  expect(await reactions.writtenBy('nobody', 2, '')).toEqual({ reactions: [], lastId: undefined });
});
