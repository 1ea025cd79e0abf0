import type { Context } from '../core/context.ts';
import { type Loop, startLoop } from '../core/loop.ts';
import type { Applier } from './applier.ts';
import { BatchApplier } from './batch-applier.ts';
import type { Bus, EventSubscription, ReceivedEvent } from './broker.ts';
import type { EffectStore } from './consumer-store.ts';
import { type ConsumerDeps, type ConsumerOptions, Consumption, consumerMetrics } from './consumption.ts';
import { streamOf } from './events.ts';
import type { EventHandler, EventHandlers, HandlerKind } from './handlers.ts';
import { KeyedApplier } from './keyed-applier.ts';
import { PartitionOwnership } from './partition-ownership.ts';
import { choosePartition } from './partitions.ts';

const readBatchSize = 500;
const pauseMs = 250;

/**
 * Consumes the types that have a handler. Events of one key are applied in order, those of different keys concurrently
 * over all replicas of the service. Call once per service.
 */
export function startConsumers<C>(
  ctx: Context,
  bus: Bus,
  store: EffectStore<C>,
  handlers: EventHandlers<C>,
  options: ConsumerOptions = {},
): void {
  const { on = [], after = [] } = handlers;
  refuseDuplicates([...on, ...after].map(({ type }) => type));
  const ownership = new PartitionOwnership(ctx, bus, store, options.aliveMs);
  const shared = { ctx, bus, ownership, metrics: consumerMetrics(ctx), options };
  const consumers = [
    ...groupsOf(ctx, on).map((group) => {
      return new StreamConsumer({ ...shared, ...group, store }, (...about) => new BatchApplier(store, ...about));
    }),
    ...groupsOf(ctx, after).map((group) => {
      return new StreamConsumer({ ...shared, ...group, store }, (...about) => new KeyedApplier(...about));
    }),
  ];
  for (const consumer of consumers) ownership.use(consumer);
  registerLagMetric(ctx, consumers);
  ctx.onStop('consumers', async () => {
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await ownership.stop();
  });
}

function refuseDuplicates(types: readonly string[]): void {
  const duplicate = types.find((type, index) => types.indexOf(type) !== index);
  if (duplicate) throw new Error(`${duplicate} has two handlers`);
}

interface Group<C> {
  stream: string;
  name: string;
  label: string;
  handlers: ReadonlyMap<string, EventHandler<C>>;
}

const suffixes: Record<HandlerKind, string> = { on: '', after: '/after' };

/** Groups handlers by stream and kind; each group has one consumer. */
function groupsOf<C>(ctx: Context, handlers: readonly EventHandler<C>[]): Group<C>[] {
  const groups = Map.groupBy(handlers, ({ type, kind }) => `${streamOf(type).toLowerCase()}${suffixes[kind]}`);
  return [...groups].map(([name, members]) => ({
    stream: streamOf(members[0]?.type ?? ''),
    name,
    label: `${ctx.name}/${name}`,
    handlers: new Map(members.map((handler) => [handler.type, handler])),
  }));
}

function registerLagMetric(ctx: Context, consumers: readonly { label: string; lag(): Promise<number> }[]): void {
  ctx.metrics.gauge('consumer_lag', 'Events published and not yet applied', ['consumer'], async (gauge) => {
    await Promise.all(consumers.map(async (consumer) => gauge.set({ consumer: consumer.label }, await consumer.lag())));
  });
}

type MakeApplier<C> = (consumption: Consumption<C>, owned: readonly number[], signal: AbortSignal) => Applier<C>;

/** Consumes one stream for the handlers of one kind, in this replica. */
class StreamConsumer<C> {
  readonly label: string;
  readonly #deps: ConsumerDeps<C> & { stream: string };
  readonly #consumption: Consumption<C>;
  readonly #makeApplier: MakeApplier<C>;
  readonly #loop: Loop;
  #paused = false;
  #stopped = false;
  #interrupt = new AbortController();
  #current: Promise<void> = Promise.resolve();
  #subscription: EventSubscription | undefined;
  #applier: Applier<C> | undefined;

  constructor(deps: ConsumerDeps<C> & { stream: string }, makeApplier: MakeApplier<C>) {
    this.label = deps.label;
    this.#deps = deps;
    this.#consumption = new Consumption(deps);
    this.#makeApplier = makeApplier;
    this.#loop = startLoop(deps.ctx, `consumer ${deps.label}`, pauseMs, () => this.#runOnce());
    deps.bus.onConnected(() => this.#loop.wake());
  }

  async pause(): Promise<void> {
    this.#paused = true;
    this.#interrupt.abort();
    await this.#current;
  }

  resume(): void {
    this.#paused = this.#stopped;
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.pause();
    await this.#loop.stop();
  }

  /** NaN while unknown. */
  async lag(): Promise<number> {
    const { ownership } = this.#deps;
    if (ownership.owned.length === 0 && ownership.isFullyAssigned) return 0;
    try {
      if (!this.#subscription || !this.#applier) return Number.NaN;
      const pending = await this.#subscription.pending();
      return pending + this.#applier.inFlight + this.#consumption.parked.size;
    } catch {
      return Number.NaN;
    }
  }

  async #runOnce(): Promise<void> {
    if (this.#paused || !this.#deps.bus.connected || this.#deps.ownership.owned.length === 0) return;
    this.#interrupt = new AbortController();
    const run = this.#run(this.#deps.ownership.owned, this.#interrupt.signal);
    this.#current = run.catch(() => undefined);
    await run;
  }

  /** Reads until interrupted or until the broker is unavailable; the loop then starts it again. */
  async #run(owned: readonly number[], signal: AbortSignal): Promise<void> {
    const { bus, store, name, stream, handlers } = this.#deps;
    const mark = await bus.stream(stream);
    const first = async () => (await bus.legacyPosition(stream)) ?? 0;
    const positions = await store.positions(name, owned, mark, first);
    const from = Math.min(...positions.values()) + 1;
    const subscription = await bus.read({ types: [...handlers.keys()], partitions: owned, from });
    try {
      await this.#consume(subscription, positions, signal);
    } finally {
      await subscription.close();
    }
  }

  async #consume(
    subscription: EventSubscription,
    positions: ReadonlyMap<number, number>,
    signal: AbortSignal,
  ): Promise<void> {
    const owned = [...positions.keys()];
    const applier = this.#makeApplier(this.#consumption, owned, signal);
    try {
      await this.#consumption.begin(owned, (event) => applier.applyParked(event));
      this.#applier = applier;
      this.#subscription = subscription;
      await this.#read(subscription, applier, positions, signal);
    } finally {
      this.#subscription = undefined;
      await this.#consumption.end();
      await applier.drain();
    }
  }

  async #read(
    subscription: EventSubscription,
    applier: Applier<C>,
    positions: ReadonlyMap<number, number>,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      await this.#consumption.waitForRoom(signal);
      const received = await subscription.next(readBatchSize, signal);
      // Another replica may have taken over while this process was suspended; the next run gets the current partitions.
      if (this.#deps.ownership.owned.length === 0) return;
      await applier.apply(received.filter((event) => this.#isFresh(event, positions)));
    }
  }

  /** Whether the event is in a partition of this replica and after the saved position. */
  #isFresh(event: ReceivedEvent, positions: ReadonlyMap<number, number>): boolean {
    const position = positions.get(event.partition ?? this.#partitionOf(event));
    return position !== undefined && event.seq > position;
  }

  /** An event that cannot be decoded also needs one owner, which dead-letters it. */
  #partitionOf({ type, payload }: ReceivedEvent): number {
    try {
      return choosePartition(this.#deps.handlers.get(type)?.keyOf(payload) ?? '');
    } catch {
      return choosePartition('');
    }
  }
}
