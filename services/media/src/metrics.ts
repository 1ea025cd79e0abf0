import type { Context } from '@tribus/kit/core/context.ts';
import { AppError } from '@tribus/kit/core/errors.ts';
import type { UserSlots } from './user-slots.ts';

/** Seconds; a picture of many megapixels takes a while. */
const pictureTimes = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

export type Swept = 'lease' | 'orphan' | 'archive';

/** Seconds; a long video takes a multiple of its duration. */
const conversionTimes = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600];

/** Metrics of uploads, encoding, conversions and sweeps. */
export class MediaMetrics {
  readonly #uploads;
  readonly #seconds;
  readonly #conversions;
  readonly #conversionSeconds;
  readonly #swept;
  #converting = 0;

  constructor({ metrics }: Context) {
    this.#uploads = metrics.counter('media_uploads_total', 'Uploaded pictures', ['result']);
    this.#seconds = metrics.histogram('media_picture_seconds', 'Time to encode a picture', [], pictureTimes);
    this.#conversions = metrics.counter('media_conversions_total', 'Conversions of videos', ['outcome']);
    metrics.gauge('media_conversions', 'Videos being converted', [], (gauge) => gauge.set(this.#converting));
    this.#conversionSeconds = metrics.histogram(
      'media_conversion_seconds',
      'Time to convert a video',
      [],
      conversionTimes,
    );
    this.#swept = metrics.counter(
      'media_swept_total',
      'Objects swept: leases and archives that expired, blobs without a row',
      ['kind'],
    );
    for (const result of ['stored', 'refused', 'failed']) this.#uploads.inc({ result }, 0);
    for (const outcome of ['replaced', 'unchanged', 'failed', 'deleted', 'interrupted'])
      this.#conversions.inc({ outcome }, 0);
    for (const kind of ['lease', 'orphan', 'archive']) this.#swept.inc({ kind }, 0);
  }

  /** Exports how many pictures are being encoded and how many wait. */
  watchEncoding({ metrics }: Context, encoding: UserSlots): void {
    metrics.gauge('media_jobs', 'Pictures being encoded and waiting', ['state'], (gauge) => {
      gauge.set({ state: 'working' }, encoding.working);
      gauge.set({ state: 'waiting' }, encoding.waiting);
    });
  }

  /** Exports how many uploaded videos are being read and how many wait. */
  watchInspections({ metrics }: Context, inspections: UserSlots): void {
    metrics.gauge('media_inspections', 'Uploaded videos being read and waiting', ['state'], (gauge) => {
      gauge.set({ state: 'working' }, inspections.working);
      gauge.set({ state: 'waiting' }, inspections.waiting);
    });
  }

  /** Counts a conversion by its outcome, and measures its time; a failed attempt counts as interrupted. */
  async conversion(work: () => Promise<string>): Promise<void> {
    const end = this.#conversionSeconds.startTimer();
    let outcome = 'interrupted';
    this.#converting += 1;
    try {
      outcome = await work();
    } finally {
      this.#converting -= 1;
      end();
      this.#conversions.inc({ outcome });
    }
  }

  /** Counts an upload by its result; a rejected file counts as refused, not as failed. */
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

  /** Measures the time of an encoding. */
  async picture<T>(make: () => Promise<T>): Promise<T> {
    const end = this.#seconds.startTimer();
    return make().finally(() => end());
  }

  swept(kind: Swept, objects: number): void {
    this.#swept.inc({ kind }, objects);
  }
}
