import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from './errors.ts';

/** Those of MongoDB that this server has: an upsert waits between its search, which found nothing, and its insert. */
const NAMES = ['hangBeforeUpsertPerformsInsert'] as const;
type Name = (typeof NAMES)[number];

/** A place at which commands wait while a test has switched it on. */
class FailPoint {
  /** How many have come here while it was on. */
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
 * By them a test brings about an order of events that is rare by itself. Each can be switched on for one database or for
 * all; MongoDB knows the latter alone.
 */
export class FailPoints {
  /** By name and database. */
  readonly #points = new Map<string, FailPoint>();
  #ended = false;

  /** Where an upsert of this database waits before it inserts; undefined where none has to. */
  beforeUpsertInserts(database: string): FailPoint | undefined {
    const name = 'hangBeforeUpsertPerformsInsert';
    return [this.#points.get(keyOf(name, database)), this.#points.get(keyOf(name))].find((point) => point?.on);
  }

  /**
   * Answers how many have come there so far; without `database`, of all of them. Throws when there is none of that name,
   * or the mode is another.
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

  /** Resolves when so many have come there since the start of the server. Throws when that takes too long. */
  async waitFor(name: string, times: number, withinMs: number, database?: string): Promise<void> {
    const point = this.#named(name, database);
    const giveUp = performance.now() + withinMs;
    while (point.entered < times) {
      if (this.#ended || performance.now() > giveUp) {
        throw new CommandError('MaxTimeMSExpired', `fail point ${name} was not entered ${times} times`);
      }
      await delay(1);
    }
  }

  /** Lets all go on, for good: the server stops. */
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

/** No name of a database has a space. */
const keyOf = (name: Name, database = ''): string => `${name} ${database}`;
