import type { LineKey, NewLedgerLine } from './store/ledger.ts';
import type { Total } from './store/totals.ts';

/** A line to be written. */
export type NewLine = Omit<NewLedgerLine, 'id'>;

/** Whether the line has content: points changed, or a limit withheld them all. */
export const isWorthWriting = ({ points, withheld = 0 }: Pick<NewLine, 'points' | 'withheld'>): boolean =>
  points !== 0 || withheld > 0;

/** Pending changes of the ledger, on top of its stored lines. */
export class LedgerDraft {
  readonly #points: Map<string, number>;
  readonly #added = new Map<string, NewLine>();
  readonly #removed = new Map<string, LineKey>();
  readonly #changes: Total[] = [];

  /** `existing` contains those lines that are stored, of all lines that may be added or removed. */
  constructor(existing: readonly (LineKey & { points: number })[]) {
    this.#points = new Map(existing.map((line) => [nameOf(line), line.points]));
  }

  has(line: LineKey): boolean {
    return this.#points.has(nameOf(line));
  }

  /** No effect for a cause that already has a line, or for a line that is not worth writing. */
  add(line: NewLine): void {
    if (!isWorthWriting(line) || this.has(line)) return;
    const name = nameOf(line);
    this.#points.set(name, line.points);
    this.#added.set(name, line);
    this.#changes.push(line);
  }

  /** Removes a user's line in a tribe and its points; no effect when there is none. */
  remove(key: LineKey & { tribeId: number }): void {
    const name = nameOf(key);
    const points = this.#points.get(name);
    if (points === undefined) return;
    this.#points.delete(name);
    if (!this.#added.delete(name)) this.#removed.set(name, key);
    this.#changes.push({ userId: key.userId, tribeId: key.tribeId, points: -points });
  }

  /** To be deleted before `added` is written. */
  get removed(): readonly LineKey[] {
    return [...this.#removed.values()];
  }

  get added(): readonly NewLine[] {
    return [...this.#added.values()];
  }

  /** The change of each total, one entry per total. */
  get changes(): readonly Total[] {
    const byTotal = Map.groupBy(this.#changes, ({ userId, tribeId }) => JSON.stringify([userId, tribeId]));
    return [...byTotal.values()].flatMap((ofTotal) => {
      const points = ofTotal.reduce((sum, change) => sum + change.points, 0);
      return ofTotal.slice(0, 1).map(({ userId, tribeId }) => ({ userId, tribeId, points }));
    });
  }
}

const nameOf = ({ userId, cause, causeId }: LineKey): string => JSON.stringify([userId, cause, causeId]);
