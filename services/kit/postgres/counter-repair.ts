import type { Context } from '../core/context.ts';
import { defineJob, type Job, job } from '../jobs/definition.ts';
import { walkInPortions } from './portions.ts';

/** A row whose counters were compared with what they count. */
export interface ComparedRow {
  isWrong: boolean;
}

/**
 * A table with counters. A change of a counter that is made between or during `compare` and `correct` must stay, and
 * must be counted once.
 */
export interface CountedTable<Row extends ComparedRow> {
  /** As in the metric and the log. */
  readonly name: string;
  /** Compares up to `limit` rows after a row, in the order of their key, with what they count at one time. */
  compare(limit: number, after: Row | undefined): Promise<Row[]>;
  /** Corrects the counters of a row; resolves to false if it is right or deleted by now. */
  correct(wrong: Row): Promise<boolean>;
  /** The id in the log; absent where it is the id of a user. */
  idOf?(row: Row): string | number;
}

const repairCounters = defineJob('repairCounters', { schedule: '53 3 * * *' });

/** Corrects counters that differ from what they count, table by table and in portions. */
export class CounterRepair {
  readonly #corrected;
  readonly #log;
  readonly #repairs: ((signal: AbortSignal) => Promise<void>)[] = [];

  constructor({ log, metrics }: Pick<Context, 'log' | 'metrics'>) {
    this.#log = log;
    this.#corrected = metrics.counter('counters_corrected_total', 'Rows with corrected counters', ['table']);
  }

  /** Adds a table to each run; returns this. */
  with<Row extends ComparedRow>(table: CountedTable<Row>): this {
    this.#corrected.inc({ table: table.name }, 0);
    this.#repairs.push((signal) => this.#repair(table, signal));
    return this;
  }

  /** Compares all rows of all tables. After an abort the next run begins anew. */
  async run(signal: AbortSignal): Promise<void> {
    for (const repair of this.#repairs) await repair(signal);
  }

  async #repair<Row extends ComparedRow>(table: CountedTable<Row>, signal: AbortSignal): Promise<void> {
    await walkInPortions<Row>(signal, async (last, size) => {
      const compared = await table.compare(size, last);
      const wrong = compared.filter(({ isWrong }) => isWrong);
      // Another replica may have taken over the job during a long comparison.
      signal.throwIfAborted();
      await this.#correct(table, wrong);
      return compared;
    });
  }

  /** Corrects one row per transaction, so that it locks no other and cannot deadlock; reports those before a failure. */
  async #correct<Row extends ComparedRow>(table: CountedTable<Row>, wrong: readonly Row[]): Promise<void> {
    const corrected: Row[] = [];
    try {
      for (const row of wrong) if (await table.correct(row)) corrected.push(row);
    } finally {
      if (corrected.length > 0) this.#report(table, corrected);
    }
  }

  #report<Row extends ComparedRow>({ name, idOf }: CountedTable<Row>, corrected: readonly Row[]): void {
    this.#corrected.inc({ table: name }, corrected.length);
    const ids = idOf && corrected.map(idOf);
    this.#log.warn(
      { table: name, rows: corrected.length, ids },
      'counters corrected: they differed from what they count',
    );
  }
}

/** Runs a service's `CounterRepair` every night. */
export const counterRepairJob = ({ counterRepair }: { counterRepair: CounterRepair }): Job =>
  job(repairCounters, (_none, { signal }) => counterRepair.run(signal));
