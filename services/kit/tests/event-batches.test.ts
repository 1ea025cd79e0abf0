import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { openBus } from '../events/bus.ts';
import { on } from '../events/handlers.ts';
import { startConsumer } from '../postgres/inbox.ts';
import { readTogether } from '../testing/read-together.ts';
import { processOf, rawTransactions, ThingMade, type ThingsContext, thingsIn } from '../testing/things.ts';
import { openThingsBench } from '../testing/things-bench.ts';
import { consumerOf, keep, keepThing } from '../testing/things-consumer.ts';
import { becomes, metric, until } from '../testing/until.ts';

const bench = openThingsBench('watcher', { withStream: true });
const { consume, made, kept, caughtUp } = consumerOf(bench);

describe('where many wait', () => {
  const names = Array.from({ length: 60 }, (_, index) => `thing ${index}`);
  const let60Wait = async () => {
    for (const name of names) await bench.bus.publish({ ...made(name), writtenAt: new Date() });
  };
  /** In how many transactions the things were kept. */
  const transactions = async () => {
    const { rows } = await sql<{ count: number }>`select count(distinct xmin::text)::int as count from things`.execute(
      bench.postgres.db,
    );
    return rows[0]?.count;
  };

  test('they are applied together, in order, and each is acknowledged', async () => {
    await let60Wait();
    consume([keep], { batchMs: 3_600_000 }, readTogether(bench.bus, names.length));
    await kept(names);
    await caughtUp();
    expect(await transactions()).toBe(1);
    await becomes(bench.ctx, 'consumer_processed_total', 60);
    await becomes(bench.ctx, 'event_delay_seconds_count', 60);
    await becomes(bench.ctx, 'consumer_redelivered_total', 0);
  });

  test('one that fails holds up what follows it, and nothing before it is done again', async () => {
    let failures = 3;
    const shaky = on(ThingMade, async (event, context: ThingsContext) => {
      await keepThing(event, context);
      if (event.name === 'thing 30' && failures-- > 0) throw new Error('not yet');
    });
    await let60Wait();
    consume([shaky]);
    await kept(names);
    await caughtUp();
    await becomes(bench.ctx, 'consumer_processed_total', 60);
    expect(metric(await bench.ctx.metrics.registry.metrics(), 'dead_letters')).toBe(0);
  });

  test('one that cannot be read is a dead letter, and the others are applied without it', async () => {
    for (const name of names.slice(0, 30)) await bench.bus.publish(made(name));
    bench.broker.publish('things.v1.ThingMade', '{"name":"a stranger"}');
    await until(async () => (await bench.broker.messagesIn('THINGS')) === 31, 'the stranger is in its place');
    for (const name of names.slice(30)) await bench.bus.publish(made(name));
    consume([keep]);
    await kept(names);
    await caughtUp();
    await becomes(bench.ctx, 'dead_letters', 1);
  });

  test('one that comes twice among them is applied once', async () => {
    const event = made('twice');
    await bench.bus.publish(event);
    await bench.bus.publish({ ...event, attempt: 1 });
    await let60Wait();
    await bench.bus.publish({ ...event, attempt: 2 });
    consume([keep]);
    await kept(['twice', ...names]);
    await caughtUp();
    expect(await thingsIn(bench.postgres)).toEqual(['twice', ...names]);
  });

  test('slow ones are not held until all are done: once its time is over, a batch goes on with no further event', async () => {
    await let60Wait();
    consume([keep], { batchMs: 0 }, readTogether(bench.bus, names.length));
    await kept(names);
    await caughtUp();
    expect(await transactions()).toBe(names.length);
  });

  test('what one copy applied in advance, another finds done', async () => {
    const first = processOf('watcher');
    const before = new Set<string>();
    await let60Wait();
    const slowly = on(ThingMade, async ({ name }, { tx }: ThingsContext) => {
      before.add(name);
      await tx.db.insertInto('things').values({ name }).execute();
      // Its end comes while it still has most of them to apply.
      if (before.size === 20) void first.close();
    });
    startConsumer(first, await openBus(first, { url: bench.stores.env.NATS_URL }), rawTransactions(bench.postgres), {
      on: [slowly],
    });
    await until(() => before.size >= 20, 'the first copy is at work');
    await first.close();
    consume([keep]);
    await kept(names);
    await caughtUp();
    expect(await thingsIn(bench.postgres)).toEqual(names);
  });
});
