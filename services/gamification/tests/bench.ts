import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import type { EventRecord, EventType } from '@tribus/kit/events/events.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { PointsAwarded } from '@tribus/proto/gamification/v1/events.ts';
import { GamificationServiceService } from '@tribus/proto/gamification/v1/service.ts';
import { gamification } from '../src/service.ts';

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Gamification over real stores, with stubs of its peers. */
export async function openBench() {
  const clock = new TestClock();
  const peers = { identity: new IdentityStub(), tribes: new TribesStub() };
  const bench = await openServiceBench(gamification, { peers, events: [PointsAwarded], clock });
  return {
    ...bench,
    ...peers,
    clock,
    rpc: bench.rpc(GamificationServiceService),
    /** Publishes an event; `settled` tells when it is handled. */
    async publish<P>(type: EventType<P>, payload: NoInfer<P>): Promise<EventRecord> {
      const event = bench.record(type, payload);
      await bench.deliver(event);
      return event;
    },
    /** Delivers the same event once more. */
    redeliver: (event: EventRecord): Promise<void> => bench.deliver({ ...event, attempt: event.attempt + 1 }),
  };
}
