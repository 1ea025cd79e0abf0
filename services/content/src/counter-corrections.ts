import type { Context } from '@tribus/kit/core/context.ts';
import { type CountedTable, countedTables } from './store/counters.ts';

/** The metric of corrected counters. */
export class CounterCorrections {
  readonly #corrected;

  constructor({ metrics }: Pick<Context, 'metrics'>) {
    this.#corrected = metrics.counter('counters_corrected_total', 'Posts and comments with corrected counters', [
      'table',
    ]);
    for (const table of countedTables) this.#corrected.inc({ table }, 0);
  }

  add(table: CountedTable, rows: number): void {
    this.#corrected.inc({ table }, rows);
  }
}
