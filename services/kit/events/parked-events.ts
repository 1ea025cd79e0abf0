import type { ParkedEvent } from './consumer-store.ts';

/** A parked event in memory. */
export interface WaitingEvent extends ParkedEvent {
  /** Attempts in a row that failed because a store or a peer was away; they count for nothing but the next wait. */
  awayAttempts: number;
}

/** The keys of one consumer that wait because an event of theirs failed, each with its events in order. */
export class ParkedEvents {
  readonly #byKey = new Map<string, Map<string, WaitingEvent>>();
  readonly #atWork = new Set<string>();

  /** Forgets what it knew and begins with these. */
  load(events: readonly ParkedEvent[]): void {
    this.#byKey.clear();
    for (const event of events) this.add(event);
  }

  get size(): number {
    return [...this.#byKey.values()].reduce((total, events) => total + events.size, 0);
  }

  holds(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** Behind those of its key; nothing changes when it stands there already. Answers whether it is new. */
  add(event: ParkedEvent, awayAttempts = 0): boolean {
    const events = this.#byKey.get(event.key) ?? new Map<string, WaitingEvent>();
    const isNew = !events.has(event.id);
    if (isNew) events.set(event.id, { ...event, awayAttempts });
    this.#byKey.set(event.key, events);
    return isNew;
  }

  /** Takes an event away; the next of its key is then the first. */
  remove({ key, id }: ParkedEvent): void {
    const events = this.#byKey.get(key);
    events?.delete(id);
    if (events?.size === 0) this.#byKey.delete(key);
  }

  /** Keeps its place. */
  update(event: WaitingEvent): void {
    this.#byKey.get(event.key)?.set(event.id, event);
  }

  /** The first of each key that is due. Their keys are at work until `rest` is called for them. */
  takeDue(now: number, limit: number): WaitingEvent[] {
    const due = this.#firsts()
      .filter(({ dueAt }) => dueAt.getTime() <= now)
      .slice(0, limit);
    for (const { key } of due) this.#atWork.add(key);
    return due;
  }

  rest({ key }: ParkedEvent): void {
    this.#atWork.delete(key);
  }

  /** When the next is due, in epoch milliseconds; Infinity when none waits. */
  get nextAt(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#firsts().map(({ dueAt }) => dueAt.getTime()));
  }

  #firsts(): WaitingEvent[] {
    return [...this.#byKey].flatMap(([key, events]) => (this.#atWork.has(key) ? [] : [...events.values()].slice(0, 1)));
  }
}
