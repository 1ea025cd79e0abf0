import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import { pause, startLoop } from '../core/loop.ts';
import type { Applier } from './applier.ts';
import type { ReceivedEvent } from './broker.ts';
import type { Consumption } from './consumption.ts';
import { type DecodedEvent, EventBatch } from './event-batch.ts';
import type { EventMetadata } from './events.ts';
import { Unfinished } from './unfinished.ts';

const maxInFlight = 500;
/** During an outage that concerns one key, more of its events in flight would block those of other keys. */
const maxInFlightPerKey = 20;
/** From this number in flight, an event that waits for an outage is parked: waiting keys would block all others. */
const nearlyFull = 400;
/** From this number of entries, nearly all done, one event that waits for an outage blocks the position. */
const maxEntries = 2_000;
const savePositionEveryMs = 200;
const defaultConcurrency = 16;
const defaultMaxParkedInOutage = 10_000;

/** An event received and not yet covered by the saved position. */
interface Entry {
  seq: number;
  /** The id to record as handled once done; empty when the event was parked or handled before. */
  id: string;
  isDone: boolean;
}

/**
 * Applies events concurrently, one per key at a time, outside of any transaction. The position stays before the oldest
 * unfinished event, so some are applied again after a crash.
 */
export class KeyedApplier implements Applier<EventMetadata> {
  readonly #consumption: Consumption<EventMetadata>;
  readonly #owned: readonly number[];
  readonly #signal: AbortSignal;
  readonly #lastOfKey = new Map<string, Promise<void>>();
  readonly #inFlightOfKey = new Map<string, number>();
  /** In stream order. */
  #entries: Entry[] = [];
  /** Limits concurrent handlers; the others queue. */
  readonly #slots: BulkheadPolicy;
  readonly #maxParkedInOutage: number;
  readonly #saving;
  #changed: (() => void) | undefined;

  constructor(consumption: Consumption<EventMetadata>, owned: readonly number[], signal: AbortSignal) {
    this.#consumption = consumption;
    this.#owned = owned;
    this.#signal = signal;
    const { ctx, options, label } = consumption.deps;
    this.#slots = bulkhead(options.concurrency ?? defaultConcurrency, Number.POSITIVE_INFINITY);
    this.#maxParkedInOutage = options.maxParkedInOutage ?? defaultMaxParkedInOutage;
    this.#saving = startLoop(ctx, `position of ${label}`, savePositionEveryMs, () => this.#save());
  }

  get inFlight(): number {
    return this.#entries.filter(({ isDone }) => !isDone).length;
  }

  async apply(received: readonly ReceivedEvent[]): Promise<void> {
    const { store } = this.#consumption.deps;
    const handled = await store.handled(received.map(({ id }) => id));
    const fresh = received.filter(({ id }) => !handled.has(id));
    this.#consumption.skipped(received.length - fresh.length);
    const events = await this.#sort(fresh);
    const bySeq = new Map(events.map((event) => [event.received.seq, event]));
    for (const { seq } of received) {
      const event = bySeq.get(seq);
      const entry = { seq, id: event?.received.id ?? '', isDone: event === undefined };
      this.#entries.push(entry);
      if (event) this.#start(event, entry);
    }
    while (this.inFlight >= maxInFlight && !this.#signal.aborted) await this.#change();
  }

  /**
   * Returns the events to apply. Events of a key with earlier ones in flight follow those, even when the key has parked
   * events: parked now, they would overtake the ones in flight.
   */
  async #sort(received: readonly ReceivedEvent[]): Promise<DecodedEvent<EventMetadata>[]> {
    const events = await this.#consumption.decode(received);
    const follows = ({ key }: DecodedEvent<EventMetadata>) => this.#lastOfKey.has(key);
    const following = events.filter(follows);
    const others = events.filter((event) => !follows(event));
    return [...following, ...(await this.#consumption.withoutParked(others))];
  }

  async applyParked(event: DecodedEvent<EventMetadata>): Promise<void> {
    const { store, name } = this.#consumption.deps;
    const { id } = event.received;
    if ((await store.handled([id])).size === 0) await this.#run(event);
    await store.markHandled([id]);
    await store.unpark(name, id);
  }

  async drain(): Promise<void> {
    await Promise.all(this.#lastOfKey.values());
    await this.#saving.stop();
    await this.#save();
  }

  #start(event: DecodedEvent<EventMetadata>, entry: Entry): void {
    const before = this.#lastOfKey.get(event.key) ?? Promise.resolve();
    this.#count(event.key, 1);
    const work = before
      .then(() => this.#handle(event))
      .then((isApplied) => {
        if (!isApplied) entry.id = '';
        entry.isDone = true;
      })
      // It stays in flight and is read again by the next subscription.
      .catch((error) =>
        this.#consumption.deps.ctx.log.warn({ err: error, id: entry.id }, 'event not handled; retrying'),
      )
      .finally(() => {
        this.#count(event.key, -1);
        if (this.#lastOfKey.get(event.key) === work) this.#lastOfKey.delete(event.key);
        this.#changed?.();
      });
    this.#lastOfKey.set(event.key, work);
  }

  /** Returns true when the event was applied, false when it was parked. */
  async #handle(event: DecodedEvent<EventMetadata>): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      const [allowed] = await this.#persist(event, () => this.#consumption.withoutParked([event]));
      if (!allowed) return false;
      try {
        await this.#slots.execute(() => this.#run(event));
        this.#consumption.done([event]);
        return true;
      } catch (error) {
        const isUnavailable = await this.#waitedForOutage(error, attempt);
        if (this.#signal.aborted) throw error;
        if (isUnavailable && !this.#blocksOthers(event)) continue;
        if (!isUnavailable) this.#consumption.logFailure(event.received, 1, error);
        await this.#persist(event, () =>
          isUnavailable ? this.#consumption.postponed(event, attempt) : this.#consumption.parkFailed(event),
        );
        return false;
      }
    }
  }

  /** Retries the write that parks an event until it succeeds: unparked, the event would be overtaken by others. */
  async #persist<T>({ received }: DecodedEvent<EventMetadata>, write: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        if (this.#signal.aborted) throw error;
        await this.#consumption.waitForStore(error, { id: received.id, attempt, signal: this.#signal });
      }
    }
  }

  /**
   * Whether an event that waits for a store or a peer blocks other keys, or the position. An outage that concerns every
   * key would park everything published during the outage: once many are parked, events stay in flight or in the
   * stream.
   */
  #blocksOthers({ key }: DecodedEvent<EventMetadata>): boolean {
    const isCrowded = (this.#inFlightOfKey.get(key) ?? 0) > maxInFlightPerKey || this.#entries.length >= maxEntries;
    return isCrowded || (this.inFlight >= nearlyFull && this.#consumption.parked.size < this.#maxParkedInOutage);
  }

  #count(key: string, change: 1 | -1): void {
    const count = (this.#inFlightOfKey.get(key) ?? 0) + change;
    if (count === 0) this.#inFlightOfKey.delete(key);
    else this.#inFlightOfKey.set(key, count);
  }

  async #waitedForOutage(error: unknown, attempt: number): Promise<boolean> {
    try {
      await this.#consumption.waitIfUnavailable(error, attempt, this.#signal);
      return true;
    } catch {
      return false;
    }
  }

  async #run(event: DecodedEvent<EventMetadata>): Promise<void> {
    if (this.#signal.aborted) throw new Error('stopped');
    const { ctx, label } = this.#consumption.deps;
    const batch = new EventBatch(ctx, label, [event]);
    try {
      await batch.prepare();
      await batch.apply((metadata) => metadata);
      batch.end();
    } catch (error) {
      batch.end(error instanceof Unfinished ? undefined : { error });
      throw error;
    }
  }

  #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#changed = resolve;
    return Promise.race([promise, pause(savePositionEveryMs, this.#signal)]);
  }

  async #save(): Promise<void> {
    const { store, ownership, name: consumer } = this.#consumption.deps;
    const first = this.#entries.findIndex(({ isDone }) => !isDone);
    // Copy: more entries may be added while this is saved.
    const done = this.#entries.slice(0, first === -1 ? undefined : first);
    const last = done.at(-1);
    if (!last) return;
    const applied = this.#entries.filter(({ isDone, id }) => isDone && id !== '');
    await store.markHandled(applied.map(({ id }) => id));
    for (const entry of applied) entry.id = '';
    await store.savePosition(ownership.replica, { consumer, partitions: this.#owned, seq: last.seq });
    this.#entries = this.#entries.slice(done.length);
  }
}
