import type { Context } from '../core/context.ts';
import { type Loop, startLoop } from '../core/loop.ts';
import type { Applier } from './applier.ts';
import { BatchApplier } from './batch-applier.ts';
import type { Bus, EventSubscription, ReceivedEvent } from './broker.ts';
import type { EffectStore } from './consumer-store.ts';
import { type ConsumerOptions, type ConsumerParts, Consumption, consumerMetrics } from './consumption.ts';
import { streamOf } from './events.ts';
import type { EventHandler, EventHandlers, HandlerKind } from './handlers.ts';
import { KeyedApplier } from './keyed-applier.ts';
import { PartitionOwnership } from './partition-ownership.ts';
import { partitionOf } from './partitions.ts';

const readAtOnce = 500;
const restMs = 250;

/**
 * Consumes the types that have a handler. Events of one key are applied in order, those of different keys beside each
 * other over all copies of the service. Once per service.
 */
export function startConsumers<C>(
  ctx: Context,
  bus: Bus,
  store: EffectStore<C>,
  handlers: EventHandlers<C>,
  options: ConsumerOptions = {},
): void {
  const { on = [], after = [] } = handlers;
  refuseDoubles([...on, ...after].map(({ type }) => type));
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
  showLag(ctx, consumers);
  ctx.onStop('consumers', async () => {
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await ownership.stop();
  });
}

function refuseDoubles(types: readonly string[]): void {
  const double = types.find((type, index) => types.indexOf(type) !== index);
  if (double) throw new Error(`${double} has two handlers`);
}

interface Group<C> {
  stream: string;
  name: string;
  label: string;
  handlers: ReadonlyMap<string, EventHandler<C>>;
}

const suffixes: Record<HandlerKind, string> = { on: '', after: '/after' };

/** A consumer for each stream and kind. */
function groupsOf<C>(ctx: Context, handlers: readonly EventHandler<C>[]): Group<C>[] {
  const groups = Map.groupBy(handlers, ({ type, kind }) => `${streamOf(type).toLowerCase()}${suffixes[kind]}`);
  return [...groups].map(([name, members]) => ({
    stream: streamOf(members[0]?.type ?? ''),
    name,
    label: `${ctx.name}/${name}`,
    handlers: new Map(members.map((handler) => [handler.type, handler])),
  }));
}

function showLag(ctx: Context, consumers: readonly { label: string; lag(): Promise<number> }[]): void {
  ctx.metrics.gauge('consumer_lag', 'Events published and not yet applied', ['consumer'], async (gauge) => {
    await Promise.all(consumers.map(async (consumer) => gauge.set({ consumer: consumer.label }, await consumer.lag())));
  });
}

type MakeApplier<C> = (consumption: Consumption<C>, owned: readonly number[], signal: AbortSignal) => Applier<C>;

/** One kind of handlers of one stream, in this copy of the service. */
class StreamConsumer<C> {
  readonly label: string;
  readonly #parts: ConsumerParts<C> & { stream: string };
  readonly #consumption: Consumption<C>;
  readonly #makeApplier: MakeApplier<C>;
  readonly #loop: Loop;
  #paused = false;
  #stopped = false;
  #interrupt = new AbortController();
  #atWork: Promise<void> = Promise.resolve();
  #reader: EventSubscription | undefined;
  #applier: Applier<C> | undefined;

  constructor(parts: ConsumerParts<C> & { stream: string }, makeApplier: MakeApplier<C>) {
    this.label = parts.label;
    this.#parts = parts;
    this.#consumption = new Consumption(parts);
    this.#makeApplier = makeApplier;
    this.#loop = startLoop(parts.ctx, `consumer ${parts.label}`, restMs, () => this.#runOnce());
    parts.bus.onConnected(() => this.#loop.wake());
  }

  async pause(): Promise<void> {
    this.#paused = true;
    this.#interrupt.abort();
    await this.#atWork;
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

  /** Not a number while nobody can say. */
  async lag(): Promise<number> {
    const { ownership } = this.#parts;
    if (ownership.owned.length === 0 && ownership.isShared) return 0;
    try {
      if (!this.#reader || !this.#applier) return Number.NaN;
      const waiting = await this.#reader.waiting();
      return waiting + this.#applier.inHand + this.#consumption.parked.size;
    } catch {
      return Number.NaN;
    }
  }

  async #runOnce(): Promise<void> {
    if (this.#paused || !this.#parts.bus.connected || this.#parts.ownership.owned.length === 0) return;
    this.#interrupt = new AbortController();
    const run = this.#run(this.#parts.ownership.owned, this.#interrupt.signal);
    this.#atWork = run.catch(() => undefined);
    await run;
  }

  /** Reads until interrupted, or until the broker is away; then the loop begins anew. */
  async #run(owned: readonly number[], signal: AbortSignal): Promise<void> {
    const { bus, store, name, stream, handlers } = this.#parts;
    const mark = await bus.stream(stream);
    const first = async () => (await bus.legacyPosition(stream)) ?? 0;
    const positions = await store.positions(name, owned, mark, first);
    const applier = this.#makeApplier(this.#consumption, owned, signal);
    const from = Math.min(...positions.values()) + 1;
    const reader = await bus.read({ types: [...handlers.keys()], partitions: owned, from });
    try {
      await this.#consumption.begin(owned, (event) => applier.applyParked(event));
      this.#applier = applier;
      this.#reader = reader;
      await this.#read(reader, applier, positions, signal);
    } finally {
      this.#reader = undefined;
      await this.#consumption.end();
      await applier.drain();
      await reader.close();
    }
  }

  async #read(
    reader: EventSubscription,
    applier: Applier<C>,
    positions: ReadonlyMap<number, number>,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      const received = await reader.next(readAtOnce, signal);
      // Another copy may have taken over while this process stood still; what it owns now, it finds out by itself.
      if (this.#parts.ownership.owned.length === 0) return;
      await applier.apply(received.filter((event) => this.#isFresh(event, positions)));
    }
  }

  /** Of a partition of this copy, and behind its position. */
  #isFresh(event: ReceivedEvent, positions: ReadonlyMap<number, number>): boolean {
    const position = positions.get(event.partition ?? this.#partitionOf(event));
    return position !== undefined && event.seq > position;
  }

  /** What cannot be read is somebody's, too: it has to become a dead letter. */
  #partitionOf({ type, payload }: ReceivedEvent): number {
    try {
      return partitionOf(this.#parts.handlers.get(type)?.keyOf(payload) ?? '');
    } catch {
      return partitionOf('');
    }
  }
}
