import type { ConsumerOptions } from '../events/consumption.ts';
import { type EventRecord, recordEvent } from '../events/events.ts';
import { type EventHandler, on } from '../events/handlers.ts';
import { startConsumer } from '../postgres/inbox.ts';
import { rawTransactions, type Thing, ThingMade, type ThingsContext, thingsIn } from './things.ts';
import type { ThingsBench } from './things-bench.ts';
import { becomes, until } from './until.ts';

/** Inserts a thing into the consumer's own table. */
export const keepThing = async ({ name }: Thing, { tx }: ThingsContext): Promise<void> => {
  await tx.db.insertInto('things').values({ name }).execute();
};

/** Applies each `ThingMade` by `keepThing`. */
export const keep = on(ThingMade, keepThing);

/** However long the machine stands still, the partitions are left to this copy. */
const aliveMs = 3_600_000;

/** Returns what the tests of a consumer do with the process of a bench that runs at the time of the call. */
export const consumerOf = (bench: ThingsBench) => ({
  /** Starts the consumer with these handlers, which tries again at once. */
  consume: (handlers: EventHandler<ThingsContext, 'on'>[], options?: ConsumerOptions, bus = bench.bus): void =>
    startConsumer(
      bench.ctx,
      bus,
      rawTransactions(bench.postgres),
      { on: handlers },
      { retryMs: [1], outageMs: [1], aliveMs, ...options },
    ),
  made: (name: string): EventRecord => recordEvent(bench.ctx, ThingMade, { name }),
  /** Resolves when these things are in the table, in this order, and no other. */
  kept: (names: readonly string[]): Promise<void> =>
    until(async () => (await thingsIn(bench.postgres)).join() === names.join(), `kept: ${names.join()}`),
  /** Resolves when no event waits. */
  caughtUp: (): Promise<void> => becomes(bench.ctx, 'consumer_lag', 0),
});
