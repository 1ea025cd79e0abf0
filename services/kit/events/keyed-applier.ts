import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import { pause, startLoop } from '../core/loop.ts';
import type { Applier } from './applier.ts';
import type { ReceivedEvent } from './broker.ts';
import type { Consumption } from './consumption.ts';
import { type DecodedEvent, EventBatch } from './event-batch.ts';
import type { EventMetadata } from './events.ts';

const maxInHand = 500;
/** While what one key needs is away, more of its events in hand would keep those of other keys out. */
const maxOfKeyInHand = 20;
/** With so many in hand, one that waits for what is away is parked: else different keys that wait would keep all others out. */
const nearlyFull = 400;
/** With so many entries, nearly all done, an event that waits for what is away keeps the position from advancing. */
const maxEntries = 2_000;
const savePositionEveryMs = 200;
const defaultConcurrency = 16;
const defaultMaxParkedInOutage = 10_000;

/** An event in hand. */
interface Entry {
  seq: number;
  /** What is to be remembered once it is done; empty when it was parked or done before. */
  id: string;
  isDone: boolean;
}

/**
 * Applies many events at once, one of a key at a time, outside of any transaction. The position follows the oldest that
 * is still at work, so that after a crash some are applied again.
 */
export class KeyedApplier implements Applier<EventMetadata> {
  readonly #consumption: Consumption<EventMetadata>;
  readonly #owned: readonly number[];
  readonly #signal: AbortSignal;
  readonly #lastOfKey = new Map<string, Promise<void>>();
  readonly #inHandOfKey = new Map<string, number>();
  /** In the order of the stream. */
  #entries: Entry[] = [];
  /** So many handlers run at once; the others wait. */
  readonly #slots: BulkheadPolicy;
  readonly #maxParkedInOutage: number;
  readonly #saving;
  #changed: (() => void) | undefined;

  constructor(consumption: Consumption<EventMetadata>, owned: readonly number[], signal: AbortSignal) {
    this.#consumption = consumption;
    this.#owned = owned;
    this.#signal = signal;
    const { ctx, options, label } = consumption.parts;
    this.#slots = bulkhead(options.concurrency ?? defaultConcurrency, Number.POSITIVE_INFINITY);
    this.#maxParkedInOutage = options.maxParkedInOutage ?? defaultMaxParkedInOutage;
    this.#saving = startLoop(ctx, `position of ${label}`, savePositionEveryMs, () => this.#save());
  }

  get inHand(): number {
    return this.#entries.filter(({ isDone }) => !isDone).length;
  }

  async apply(received: readonly ReceivedEvent[]): Promise<void> {
    const { store } = this.#consumption.parts;
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
    while (this.inHand >= maxInHand && !this.#signal.aborted) await this.#change();
  }

  /**
   * The events that are to be applied. Those of a key that has earlier ones in hand come after these, even where others
   * of the key are parked: parked at once, they would overtake them.
   */
  async #sort(received: readonly ReceivedEvent[]): Promise<DecodedEvent<EventMetadata>[]> {
    const events = await this.#consumption.decode(received);
    const follows = ({ key }: DecodedEvent<EventMetadata>) => this.#lastOfKey.has(key);
    const following = events.filter(follows);
    const others = events.filter((event) => !follows(event));
    return [...following, ...(await this.#consumption.withoutParked(others))];
  }

  async applyParked(event: DecodedEvent<EventMetadata>): Promise<void> {
    const { store, name } = this.#consumption.parts;
    const { id } = event.received;
    if ((await store.handled([id])).size === 0) await this.#run(event);
    await store.remember([id]);
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
      // It stays in hand, and is read again by the next reader.
      .catch((error) =>
        this.#consumption.parts.ctx.log.warn({ err: error, id: entry.id }, 'event not handled, it will be read again'),
      )
      .finally(() => {
        this.#count(event.key, -1);
        if (this.#lastOfKey.get(event.key) === work) this.#lastOfKey.delete(event.key);
        this.#changed?.();
      });
    this.#lastOfKey.set(event.key, work);
  }

  /** Answers whether it was applied; else it is parked. */
  async #handle(event: DecodedEvent<EventMetadata>): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      const [allowed] = await this.#persist(event, () => this.#consumption.withoutParked([event]));
      if (!allowed) return false;
      try {
        await this.#slots.execute(() => this.#run(event));
        this.#consumption.done([event]);
        return true;
      } catch (error) {
        const isAway = await this.#waited(error, attempt);
        if (this.#signal.aborted) throw error;
        if (isAway && !this.#holdsUpOthers(event)) continue;
        if (!isAway) this.#consumption.logFailure(event.received, 1, error);
        await this.#persist(event, () =>
          isAway ? this.#consumption.postponed(event, attempt) : this.#consumption.parkFailed(event),
        );
        return false;
      }
    }
  }

  /** Repeats what parks an event until the store takes it: else the event would stay in hand, and others overtake it. */
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
   * Whether an event that waits for a store or a peer holds up other keys, or the position. An outage that concerns every
   * key would park all that is published meanwhile: once many are parked, events stay in hand, and the others in the stream.
   */
  #holdsUpOthers({ key }: DecodedEvent<EventMetadata>): boolean {
    const isCrowded = (this.#inHandOfKey.get(key) ?? 0) > maxOfKeyInHand || this.#entries.length >= maxEntries;
    return isCrowded || (this.inHand >= nearlyFull && this.#consumption.parked.size < this.#maxParkedInOutage);
  }

  #count(key: string, change: 1 | -1): void {
    const count = (this.#inHandOfKey.get(key) ?? 0) + change;
    if (count === 0) this.#inHandOfKey.delete(key);
    else this.#inHandOfKey.set(key, count);
  }

  async #waited(error: unknown, attempt: number): Promise<boolean> {
    try {
      await this.#consumption.waitIfAway(error, attempt, this.#signal);
      return true;
    } catch {
      return false;
    }
  }

  async #run(event: DecodedEvent<EventMetadata>): Promise<void> {
    if (this.#signal.aborted) throw new Error('stopped');
    const { ctx, label } = this.#consumption.parts;
    const batch = new EventBatch(ctx, label, [event]);
    try {
      await batch.prepare();
      await batch.apply((metadata) => metadata);
      batch.end();
    } catch (error) {
      batch.end({ error });
      throw error;
    }
  }

  #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#changed = resolve;
    return Promise.race([promise, pause(savePositionEveryMs, this.#signal)]);
  }

  async #save(): Promise<void> {
    const { store, ownership, name: consumer } = this.#consumption.parts;
    const first = this.#entries.findIndex(({ isDone }) => !isDone);
    // A copy in any case: more may come while this is saved.
    const done = this.#entries.slice(0, first === -1 ? undefined : first);
    const last = done.at(-1);
    if (!last) return;
    const applied = this.#entries.filter(({ isDone, id }) => isDone && id !== '');
    await store.remember(applied.map(({ id }) => id));
    for (const entry of applied) entry.id = '';
    await store.savePosition(ownership.copy, { consumer, partitions: this.#owned, seq: last.seq });
    this.#entries = this.#entries.slice(done.length);
  }
}
