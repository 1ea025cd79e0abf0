import TinyQueue from 'tinyqueue';
import type { ParkedEvent } from './consumer-store.ts';

/** A parked event in memory. */
export interface WaitingEvent extends ParkedEvent {
  /** Attempts in a row that failed because a store or a peer was away; they count for nothing but the next wait. */
  awayAttempts: number;
}

/** When the first event of a key is due. It is outdated once that event is removed, updated or at work. */
interface Turn {
  event: WaitingEvent;
  dueAtMs: number;
}

const newTurns = () => new TinyQueue<Turn>([], (one, other) => one.dueAtMs - other.dueAtMs);

/**
 * The keys of one consumer that wait because an event of theirs failed, each with its events in order. No operation takes
 * longer than in proportion to the logarithm of their number.
 */
export class ParkedEvents {
  readonly #byKey = new Map<string, KeyQueue>();
  readonly #atWork = new Set<string>();
  #turns = newTurns();
  #size = 0;

  /** Forgets what it knew and begins with these. */
  load(events: readonly ParkedEvent[]): void {
    this.#byKey.clear();
    this.#turns = newTurns();
    this.#size = 0;
    for (const event of events) this.add(event);
  }

  get size(): number {
    return this.#size;
  }

  holds(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** Behind those of its key; nothing changes when it stands there already. Answers whether it is new. */
  add(event: ParkedEvent, awayAttempts = 0): boolean {
    const events = this.#byKey.get(event.key) ?? new KeyQueue();
    const isFirst = events.first === undefined;
    if (!events.add({ ...event, awayAttempts })) return false;
    this.#byKey.set(event.key, events);
    this.#size += 1;
    if (isFirst) this.#schedule(event.key);
    return true;
  }

  /** Takes an event away; the next of its key is then the first. */
  remove({ key, id }: ParkedEvent): void {
    const events = this.#byKey.get(key);
    if (!events?.remove(id)) return;
    this.#size -= 1;
    if (events.first === undefined) this.#byKey.delete(key);
    this.#schedule(key);
  }

  /** Keeps its order. */
  update(event: WaitingEvent): void {
    this.#byKey.get(event.key)?.update(event);
    this.#schedule(event.key);
  }

  /** The first of each key that is due, the longest due first. Their keys are at work until `rest` is called for them. */
  takeDue(now: number, limit: number): WaitingEvent[] {
    const due: WaitingEvent[] = [];
    for (let turn = this.#nextTurn(); turn && turn.dueAtMs <= now && due.length < limit; turn = this.#nextTurn()) {
      this.#atWork.add(turn.event.key);
      due.push(turn.event);
    }
    return due;
  }

  release({ key }: ParkedEvent): void {
    this.#atWork.delete(key);
    this.#schedule(key);
  }

  /** When the next is due, in epoch milliseconds; Infinity when none waits. */
  get nextAt(): number {
    return this.#nextTurn()?.dueAtMs ?? Number.POSITIVE_INFINITY;
  }

  #schedule(key: string): void {
    const event = this.#byKey.get(key)?.first;
    if (event && !this.#atWork.has(key)) this.#turns.push({ event, dueAtMs: event.dueAt.getTime() });
  }

  /** Drops those before it that are outdated. */
  #nextTurn(): Turn | undefined {
    let next = this.#turns.peek();
    while (next && !this.#isCurrent(next)) {
      this.#turns.pop();
      next = this.#turns.peek();
    }
    return next;
  }

  #isCurrent({ event }: Turn): boolean {
    return !this.#atWork.has(event.key) && this.#byKey.get(event.key)?.first === event;
  }
}

/** The events of one key in their order. */
class KeyQueue {
  readonly #events = new Map<string, WaitingEvent>();
  /** It goes on where it was: a new one would pass all entries that were removed. */
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

  /** Returns whether it was there. */
  remove(id: string): boolean {
    const wasThere = this.#events.delete(id);
    if (id === this.#firstId) this.#firstId = this.#events.size > 0 ? this.#ids.next().value : undefined;
    return wasThere;
  }

  update(event: WaitingEvent): void {
    if (this.#events.has(event.id)) this.#events.set(event.id, event);
  }
}
