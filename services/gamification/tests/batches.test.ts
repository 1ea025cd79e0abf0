import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { decodeEvent, EventBatch } from '@tribus/kit/events/event-batch.ts';
import { type EventRecord, recordEvent, streamOf } from '@tribus/kit/events/events.ts';
import { startJobs } from '@tribus/kit/jobs/worker.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { jobsDone } from '@tribus/kit/testing/jobs.ts';
import { connectStub, TestClock } from '@tribus/kit/testing/service.ts';
import { type TestStores, testStores } from '@tribus/kit/testing/stores.ts';
import { type ProcessContext, processOf } from '@tribus/kit/testing/things.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { deletionJobs } from '../src/deletions.ts';
import { contentHandlers, deletionHandlers } from '../src/events.ts';
import { type GamificationTx, openGamificationStore } from '../src/store/store.ts';
import type { GamificationDb } from '../src/store/tables.ts';
import { shuffled, someSteps } from './histories.ts';
import { History } from './history.ts';

const clock = new TestClock();
const ctx = processOf('gamification', clock);
const other = processOf('gamification', clock);
const migrations = new URL('../migrations', import.meta.url).pathname;

let stores: TestStores;
let oneByOne: Postgres<GamificationDb>;
let inBatches: Postgres<GamificationDb>;
let handlers: Parameters<typeof decodeEvent<InTransaction<GamificationTx>>>[2];

beforeAll(async () => {
  stores = await testStores({ migrations });
  oneByOne = await openCopy(ctx, stores.env.POSTGRES_URL);
  inBatches = await openCopy(other, await stores.database());
  const identity = await connectStub(ctx, 'identity', new IdentityStub());
  handlers = new Map(
    [...contentHandlers(ctx)({ identity }), ...deletionHandlers].map((handler) => [handler.type, handler]),
  );
});

afterAll(async () => {
  await Promise.all([ctx.close(), other.close()]);
  await stores.drop();
});

/** Opens a database as a replica does, and runs its jobs. */
async function openCopy(process: ProcessContext, url: string): Promise<Postgres<GamificationDb>> {
  const postgres = await openPostgres<GamificationDb>(process, { url, migrations });
  startJobs(process, postgres.jobStore, deletionJobs({ ctx: process, store: openGamificationStore(postgres) }));
  return postgres;
}

/** Applies the events in order, `size()` of a stream per transaction. */
async function apply(postgres: Postgres<GamificationDb>, events: readonly EventRecord[], size: () => number) {
  for (let waiting = events; waiting.length > 0; ) {
    const stream = streamOf(waiting[0]?.type ?? '');
    const other = waiting.findIndex(({ type }) => streamOf(type) !== stream);
    const together = waiting.slice(0, other === -1 ? size() : Math.min(other, size()));
    const decoded = together.map((event) => decodeEvent({ ...event, seq: 1, partition: 0 }, 1, handlers));
    const batch = new EventBatch(ctx, 'gamification/test', decoded);
    await batch.prepare();
    await openGamificationStore(postgres).transaction((tx) => batch.apply((metadata) => ({ ...metadata, tx })));
    waiting = waiting.slice(batch.applied.length);
    await jobsDone(postgres.db);
  }
}

/** Returns all stored rows of these users. */
async function outcome(postgres: Postgres<GamificationDb>, users: readonly string[]) {
  // Causes of portions contain random ids.
  const { rows: lines } = await sql`
    select user_id, tribe_id, points, cause, regexp_replace(cause_id, ':[0-9a-f-]{36}:', ':') as cause_id, post_id,
      created_at from ledger
    where user_id = any(${users}::text[]) order by user_id, cause, cause_id`.execute(postgres.db);
  const { rows: contributions } = await sql`
    select * from contributions where user_id = any(${users}::text[]) order by kind, id`.execute(postgres.db);
  const { rows: totals } = await sql`
    select * from totals where user_id = any(${users}::text[]) order by user_id, tribe_id`.execute(postgres.db);
  return { lines, contributions, totals };
}

let lastTribe = 40_000;

test('a history applied in batches of any size leaves the same ledger as one by one, and the expected points', async () => {
  const parts = [
    someSteps,
    fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
    fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 }),
  ] as const;
  await fc.assert(
    fc.asyncProperty(...parts, async (steps, positions, sizes) => {
      lastTribe += 2;
      const tribeIds = [lastTribe, lastTribe + 1];
      const history = new History(unique('run'), tribeIds, (type, payload) => recordEvent(ctx, type, payload));
      for (const each of steps) history.apply(each, () => clock.advance(dayMs));
      const { deliveries } = shuffled(history, positions, []);
      await apply(oneByOne, deliveries, () => 1);
      let turn = 0;
      await apply(inBatches, deliveries, () => sizes[turn++ % sizes.length] ?? 1);
      expect(await outcome(inBatches, history.authors)).toEqual(await outcome(oneByOne, history.authors));
      const { totals } = openGamificationStore(inBatches);
      for (const userId of history.authors) {
        const byTribe = await totals.byTribe(userId);
        expect(tribeIds.map((id) => byTribe.get(id) ?? 0)).toEqual(tribeIds.map((id) => history.pointsOf(userId, id)));
      }
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
