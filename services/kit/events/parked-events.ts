import TinyQueue from 'tinyqueue';
import type { ParkedEvent } from './consumer-store.ts';

/** A parked event with its in-memory retry state. */
export interface WaitingEvent extends ParkedEvent {
  /** Consecutive attempts that failed because a store or a peer was unavailable; they determine only the next wait. */
  outageAttempts: number;
}

/** Due time of a key's first event; stale once that event is removed, updated or running. */
interface QueueEntry {
  event: WaitingEvent;
  dueAtMs: number;
}

const newQueue = () => new TinyQueue<QueueEntry>([], (one, other) => one.dueAtMs - other.dueAtMs);

/**
 * The parked events of one consumer, in order within each key. Every operation on one event is O(log n) in the number
 * of keys.
 */
export class ParkedEvents {
  readonly #byKey = new Map<string, KeyQueue>();
  readonly #running = new Set<string>();
  #queue = newQueue();
  #size = 0;

  /** Replaces all parked events by these. */
  load(events: readonly ParkedEvent[]): void {
    this.#byKey.clear();
    this.#queue = newQueue();
    this.#size = 0;
    for (const event of events) this.add(event);
  }

  get size(): number {
    return this.#size;
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** Appends the event to its key. Returns false, without a change, when it is parked already. */
  add(event: ParkedEvent, outageAttempts = 0): boolean {
    const events = this.#byKey.get(event.key) ?? new KeyQueue();
    const isFirst = events.first === undefined;
    if (!events.add({ ...event, outageAttempts })) return false;
    this.#byKey.set(event.key, events);
    this.#size += 1;
    if (isFirst) this.#schedule(event.key);
    return true;
  }

  /** Removes an event; the next of its key becomes the first. */
  remove({ key, id }: ParkedEvent): void {
    const events = this.#byKey.get(key);
    if (!events?.remove(id)) return;
    this.#size -= 1;
    if (events.first === undefined) this.#byKey.delete(key);
    this.#schedule(key);
  }

  /** Replaces an event without changing its order. */
  update(event: WaitingEvent): void {
    this.#byKey.get(event.key)?.update(event);
    this.#schedule(event.key);
  }

  /** Returns the due first events of keys, longest due first. Their keys count as running until `release`. */
  takeDue(now: number, limit: number): WaitingEvent[] {
    const due: WaitingEvent[] = [];
    for (
      let entry = this.#nextEntry();
      entry && entry.dueAtMs <= now && due.length < limit;
      entry = this.#nextEntry()
    ) {
      this.#running.add(entry.event.key);
      due.push(entry.event);
    }
    return due;
  }

  release({ key }: ParkedEvent): void {
    this.#running.delete(key);
    this.#schedule(key);
  }

  /** Due time of the next event in epoch milliseconds; Infinity when there is none. */
  get nextAt(): number {
    return this.#nextEntry()?.dueAtMs ?? Number.POSITIVE_INFINITY;
  }

  #schedule(key: string): void {
    const event = this.#byKey.get(key)?.first;
    if (event && !this.#running.has(key)) this.#queue.push({ event, dueAtMs: event.dueAt.getTime() });
  }

  /** Returns the first current entry; drops stale entries. */
  #nextEntry(): QueueEntry | undefined {
    let next = this.#queue.peek();
    while (next && !this.#isCurrent(next)) {
      this.#queue.pop();
      next = this.#queue.peek();
    }
    return next;
  }

  #isCurrent({ event }: QueueEntry): boolean {
    return !this.#running.has(event.key) && this.#byKey.get(event.key)?.first === event;
  }
}

/** The events of one key in order. */
class KeyQueue {
  readonly #events = new Map<string, WaitingEvent>();
  /** Kept for the lifetime of the queue: a new iterator would skip over all removed entries. */
  readonly #ids = this.#events.keys();
  #firstId: string | undefined;

  get first(): WaitingEvent | undefined {
    return this.#firstId === undefined ? undefined : this.#events.get(this.#firstId);
  }

  /** Returns whether it is new. */
  add(event: WaitingEvent): boolean {
    if (this.#events.has(event.id)) return false;
    this.#events.set(event.id, event);
    this.#firstId ??= this.#ids.next().value;
    return true;
  }

  /** Returns whether it existed. */
  remove(id: string): boolean {
    const existed = this.#events.delete(id);
    if (id === this.#firstId) this.#firstId = this.#events.size > 0 ? this.#ids.next().value : undefined;
    return existed;
  }

  update(event: WaitingEvent): void {
    if (this.#events.has(event.id)) this.#events.set(event.id, event);
  }
}
