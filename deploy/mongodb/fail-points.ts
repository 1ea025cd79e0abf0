import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from './errors.ts';

/** Supported fail points of MongoDB: an upsert waits between its search without a match and its insert. */
const NAMES = ['hangBeforeUpsertPerformsInsert'] as const;
type Name = (typeof NAMES)[number];

/** A point where commands wait while a test has switched it on. */
class FailPoint {
  /** Number of commands that arrived while it was on. */
  entered = 0;
  #off: PromiseWithResolvers<void> | undefined;

  get on(): boolean {
    return this.#off !== undefined;
  }

  turnOn(): void {
    this.#off ??= Promise.withResolvers();
  }

  turnOff(): void {
    this.#off?.resolve();
    this.#off = undefined;
  }

  async pass(): Promise<void> {
    this.entered++;
    await this.#off?.promise;
  }
}

/**
 * Fail points let a test produce a rare order of events. Each can be switched on for one database or for all; MongoDB
 * supports only all.
 */
export class FailPoints {
  readonly #points = new Map<string, FailPoint>();
  #ended = false;

  /** Returns the fail point where upserts of this database wait before the insert; undefined when it is off. */
  beforeUpsertInserts(database: string): FailPoint | undefined {
    const name = 'hangBeforeUpsertPerformsInsert';
    return [this.#points.get(keyOf(name, database)), this.#points.get(keyOf(name))].find((point) => point?.on);
  }

  /**
   * Returns the number of commands that arrived so far; without `database`, of all databases. Throws on an unknown name
   * or mode.
   */
  configure(name: string, mode: unknown, database?: string): number {
    const point = this.#named(name, database);
    if (mode !== 'alwaysOn' && mode !== 'off') {
      throw new CommandError(
        'NotImplemented',
        'a fail point is alwaysOn or off, no other mode is supported by this server',
      );
    }
    if (mode === 'alwaysOn' && !this.#ended) point.turnOn();
    else point.turnOff();
    return point.entered;
  }

  /** Resolves when `times` commands have arrived since the start of the server; throws after `withinMs`. */
  async waitFor(name: string, times: number, withinMs: number, database?: string): Promise<void> {
    const point = this.#named(name, database);
    const deadline = performance.now() + withinMs;
    while (point.entered < times) {
      if (this.#ended || performance.now() > deadline) {
        throw new CommandError('MaxTimeMSExpired', `fail point ${name} was not entered ${times} times`);
      }
      await delay(1);
    }
  }

  /** Releases all waiting commands permanently, because the server stops. */
  end(): void {
    this.#ended = true;
    for (const point of this.#points.values()) point.turnOff();
  }

  #named(name: string, database?: string): FailPoint {
    const known = NAMES.find((candidate) => candidate === name);
    if (!known) throw new CommandError('FailPointSetFailed', `${name} not found`);
    const key = keyOf(known, database);
    const point = this.#points.get(key) ?? new FailPoint();
    this.#points.set(key, point);
    return point;
  }
}

/** Database names contain no space. */
const keyOf = (name: Name, database = ''): string => `${name} ${database}`;
