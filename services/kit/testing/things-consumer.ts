import type { ConsumerOptions } from '../events/consumption.ts';
import { type EventRecord, recordEvent } from '../events/events.ts';
import { type EventHandler, on } from '../events/handlers.ts';
import { startConsumer } from '../postgres/inbox.ts';
import { rawTransactions, type Thing, ThingMade, type ThingsContext, thingsIn } from './things.ts';
import type { ThingsBench } from './things-bench.ts';
import { becomes, until } from './until.ts';

/** Inserts a thing into the consumer's own table. */
export const insertThing = async ({ name }: Thing, { tx }: ThingsContext): Promise<void> => {
  await tx.db.insertInto('things').values({ name }).execute();
};

/** Handles `ThingMade` with `insertThing`. */
export const insertOnMade = on(ThingMade, insertThing);

/** Long enough that a stalled machine does not lose its partitions. */
const aliveMs = 3_600_000;

/** Returns helpers for tests of a consumer, which use the current process of the bench. */
export const consumerOf = (bench: ThingsBench) => ({
  /** Starts the consumer with these handlers, with minimal retry waits. */
  consume: (handlers: EventHandler<ThingsContext, 'on'>[], options?: ConsumerOptions, bus = bench.bus): void =>
    startConsumer(
      bench.ctx,
      bus,
      rawTransactions(bench.postgres),
      { on: handlers },
      { retryMs: [1], outageMs: [1], aliveMs, ...options },
    ),
  madeEvent: (name: string): EventRecord => recordEvent(bench.ctx, ThingMade, { name }),
  /** Resolves when the table contains exactly these things, in this order. */
  untilThings: (names: readonly string[]): Promise<void> =>
    until(async () => (await thingsIn(bench.postgres)).join() === names.join(), `things are: ${names.join()}`),
  /** Resolves when the consumer has no backlog. */
  caughtUp: (): Promise<void> => becomes(bench.ctx, 'consumer_lag', 0),
});
