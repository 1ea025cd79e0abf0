import { join } from 'node:path';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import type { EventRecord, EventType } from '@tribus/kit/events/events.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import { jobsDone, runScheduled } from '@tribus/kit/testing/jobs.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { GamificationServiceService } from '@tribus/proto/gamification/v1/service.ts';
import { gamification } from '../src/service.ts';
import type { GamificationDb } from '../src/store/tables.ts';

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Gamification over real stores, with stubs of its peers. */
export async function openBench() {
  const clock = new TestClock();
  const peers = { identity: new IdentityStub(), tribes: new TribesStub() };
  const bench = await openServiceBench(gamification, { peers, clock });
  let database: Promise<Postgres<GamificationDb>> | undefined;
  /** A second connection to the service's database. */
  const postgres = () => {
    const migrations = join(import.meta.dirname, '../migrations');
    database ??= openPostgres<GamificationDb>(bench.peer, { url: bench.stores.env.POSTGRES_URL ?? '', migrations });
    return database;
  };
  const db = async () => (await postgres()).db;
  return {
    ...bench,
    ...peers,
    clock,
    postgres,
    db,
    /** Resolves when all published events are handled, including their jobs. */
    async settled(): Promise<void> {
      await bench.settled();
      await jobsDone(await db());
    },
    /** Runs a scheduled job and waits until it is done. */
    runJob: async (name: string): Promise<void> => runScheduled(await db(), name),
    rpc: bench.rpc(GamificationServiceService),
    /** Publishes an event; `settled` waits until it is handled. */
    async publish<P>(type: EventType<P>, payload: NoInfer<P>): Promise<EventRecord> {
      const event = bench.record(type, payload);
      await bench.deliver(event);
      return event;
    },
    /** Redelivers an event. */
    redeliver: (event: EventRecord): Promise<void> => bench.deliver({ ...event, attempt: event.attempt + 1 }),
  };
}
