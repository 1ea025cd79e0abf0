import type { LedgerLine, LineKey } from './store/ledger.ts';

/** A line that is to be written. */
export type NewLine = Omit<LedgerLine, 'id'>;

/** Runs something on behalf of the event that is its reason. */
export type Within = <T>(work: () => T) => T;

/** A change of somebody's points, as its event states it. */
export interface Award {
  line: Pick<NewLine, 'userId' | 'tribeId' | 'points' | 'cause'>;
  /** What the sum changes by. */
  change: number;
  within: Within;
}

/** What is about to be written to the ledger, on top of the lines that it has. */
export class LedgerDraft {
  readonly #points: Map<string, number>;
  readonly #added = new Map<string, NewLine>();
  readonly #removed = new Map<string, LineKey>();
  readonly awards: Award[] = [];

  /** `existing` are those lines that the ledger has among all that may be added or removed. */
  constructor(existing: readonly (LineKey & { points: number })[]) {
    this.#points = new Map(existing.map((line) => [nameOf(line), line.points]));
  }

  has(line: LineKey): boolean {
    return this.#points.has(nameOf(line));
  }

  /** No effect for a cause that has a line, or 0 points. */
  add(line: NewLine, within: Within): void {
    if (line.points === 0 || this.has(line)) return;
    const name = nameOf(line);
    this.#points.set(name, line.points);
    this.#added.set(name, line);
    this.awards.push({ line, change: line.points, within });
  }

  /** Removes a line and its points; its event states `line`, which is what that amounts to. */
  remove(key: LineKey, line: Award['line'], within: Within): void {
    const name = nameOf(key);
    const points = this.#points.get(name);
    if (points === undefined) return;
    this.#points.delete(name);
    if (!this.#added.delete(name)) this.#removed.set(name, key);
    this.awards.push({ line, change: -points, within });
  }

  /** To be deleted before those of `added` are written. */
  get removed(): readonly LineKey[] {
    return [...this.#removed.values()];
  }

  get added(): readonly NewLine[] {
    return [...this.#added.values()];
  }
}

const nameOf = ({ userId, cause, causeId }: LineKey): string => JSON.stringify([userId, cause, causeId]);
