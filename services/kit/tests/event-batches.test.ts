import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { openBus } from '../events/bus.ts';
import { on } from '../events/handlers.ts';
import { startConsumer } from '../postgres/inbox.ts';
import { readInBatchesOf } from '../testing/fixed-batches.ts';
import { processOf, rawTransactions, ThingMade, type ThingsContext, thingsIn } from '../testing/things.ts';
import { openThingsBench } from '../testing/things-bench.ts';
import { consumerOf, insertOnMade, insertThing } from '../testing/things-consumer.ts';
import { becomes, metric, until } from '../testing/until.ts';

const bench = openThingsBench('watcher', { withStream: true });
const { consume, madeEvent, untilThings, caughtUp } = consumerOf(bench);

describe('a backlog of events', () => {
  const names = Array.from({ length: 60 }, (_, index) => `thing ${index}`);
  const publish60 = async () => {
    for (const name of names) await bench.bus.publish({ ...madeEvent(name), writtenAt: new Date() });
  };
  /** Number of transactions in which the things were inserted. */
  const transactions = async () => {
    const { rows } = await sql<{ count: number }>`select count(distinct xmin::text)::int as count from things`.execute(
      bench.postgres.db,
    );
    return rows[0]?.count;
  };

  test('is applied in one transaction, in order, and each event is counted', async () => {
    await publish60();
    consume([insertOnMade], { batchMs: 3_600_000 }, readInBatchesOf(bench.bus, names.length));
    await untilThings(names);
    await caughtUp();
    expect(await transactions()).toBe(1);
    await becomes(bench.ctx, 'consumer_processed_total', 60);
    await becomes(bench.ctx, 'event_delay_seconds_count', 60);
    await becomes(bench.ctx, 'consumer_redelivered_total', 0);
  });

  test('is applied in order when one event fails, and no event before it is applied twice', async () => {
    let failures = 3;
    const flaky = on(ThingMade, async (event, context: ThingsContext) => {
      await insertThing(event, context);
      if (event.name === 'thing 30' && failures-- > 0) throw new Error('not yet');
    });
    await publish60();
    consume([flaky]);
    await untilThings(names);
    await caughtUp();
    await becomes(bench.ctx, 'consumer_processed_total', 60);
    expect(metric(await bench.ctx.metrics.registry.metrics(), 'dead_letters')).toBe(0);
  });

  test('is applied without a malformed event, which becomes a dead letter', async () => {
    for (const name of names.slice(0, 30)) await bench.bus.publish(madeEvent(name));
    bench.broker.publish('things.v1.ThingMade', '{"name":"a stranger"}');
    await until(async () => (await bench.broker.messagesIn('THINGS')) === 31, 'the malformed event is in the stream');
    for (const name of names.slice(30)) await bench.bus.publish(madeEvent(name));
    consume([insertOnMade]);
    await untilThings(names);
    await caughtUp();
    await becomes(bench.ctx, 'dead_letters', 1);
  });

  test('applies a duplicate event once', async () => {
    const event = madeEvent('twice');
    await bench.bus.publish(event);
    await bench.bus.publish({ ...event, attempt: 1 });
    await publish60();
    await bench.bus.publish({ ...event, attempt: 2 });
    consume([insertOnMade]);
    await untilThings(['twice', ...names]);
    await caughtUp();
    expect(await thingsIn(bench.postgres)).toEqual(['twice', ...names]);
  });

  test('is divided when it is slow: a batch takes no further event after its time limit', async () => {
    await publish60();
    consume([insertOnMade], { batchMs: 0 }, readInBatchesOf(bench.bus, names.length));
    await untilThings(names);
    await caughtUp();
    expect(await transactions()).toBe(names.length);
  });

  test('is not applied again by another replica where the first one applied it already', async () => {
    const first = processOf('watcher');
    const before = new Set<string>();
    await publish60();
    const slowly = on(ThingMade, async ({ name }, { tx }: ThingsContext) => {
      before.add(name);
      await tx.db.insertInto('things').values({ name }).execute();
      // The replica stops while most events are still to be applied.
      if (before.size === 20) void first.close();
    });
    startConsumer(first, await openBus(first, { url: bench.stores.env.NATS_URL }), rawTransactions(bench.postgres), {
      on: [slowly],
    });
    await until(() => before.size >= 20, 'the first replica is working');
    await first.close();
    consume([insertOnMade]);
    await untilThings(names);
    await caughtUp();
    expect(await thingsIn(bench.postgres)).toEqual(names);
  });
});
