import type { Context } from '@tribus/kit/runtime/context.ts';
import { AppError } from '@tribus/kit/runtime/errors.ts';
import type { BulkheadPolicy } from 'cockatiel';

/** Seconds; a picture of many megapixels takes a while. */
const pictureTimes = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

export type Swept = 'lease' | 'orphan';

/** What operators see of the work on pictures. */
export class MediaMetrics {
  readonly #uploads;
  readonly #seconds;
  readonly #swept;

  constructor({ metrics }: Context) {
    this.#uploads = metrics.counter('media_uploads_total', 'Pictures that came in', ['result']);
    this.#seconds = metrics.histogram('media_picture_seconds', 'Time to make a picture anew', [], pictureTimes);
    this.#swept = metrics.counter('media_swept_total', 'Objects that nobody kept, and bytes without a row', ['kind']);
    for (const result of ['stored', 'refused', 'failed']) this.#uploads.inc({ result }, 0);
    for (const kind of ['lease', 'orphan']) this.#swept.inc({ kind }, 0);
  }

  /** The pictures in the hands of the workbench and those before it. */
  watch({ metrics }: Context, workbench: BulkheadPolicy, places: { working: number; waiting: number }): void {
    metrics.gauge('media_jobs', 'Pictures at work and waiting', ['state'], (gauge) => {
      gauge.set({ state: 'working' }, places.working - workbench.executionSlots);
      gauge.set({ state: 'waiting' }, places.waiting - workbench.queueSlots);
    });
  }

  /** Counts an upload by its end: what people sent may be refused, and that is no failure. */
  async upload<T>(work: () => Promise<T>): Promise<T> {
    try {
      const stored = await work();
      this.#uploads.inc({ result: 'stored' });
      return stored;
    } catch (error) {
      const refused = error instanceof AppError && error.status < 500;
      this.#uploads.inc({ result: refused ? 'refused' : 'failed' });
      throw error;
    }
  }

  /** Times the making of a picture. */
  async picture<T>(make: () => Promise<T>): Promise<T> {
    const end = this.#seconds.startTimer();
    return make().finally(() => end());
  }

  swept(kind: Swept, objects: number): void {
    this.#swept.inc({ kind }, objects);
  }
}
