import type { Context } from '@tribus/kit/core/context.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';

/** What a committed row shows, and how it forgets what media has lost. */
export interface ShownUploads<K extends string> {
  /** What kind of row it is. */
  kind: K;
  /** Of the row. */
  id: string;
  /** Who uploaded it, where the row names them. */
  userId?: string;
  keys: readonly string[];
  /**
   * Notes in the row that these are lost; may be repeated. Resolves to those that it still showed: what was deleted
   * meanwhile is not lost.
   */
  markLost(keys: readonly string[]): Promise<readonly string[]>;
}

/** Has media keep uploads once the row that shows them is committed, and reports those that media no longer has. */
export class UploadKeeper<K extends string> {
  readonly #log;
  readonly #media;
  readonly #lost;

  /** `kinds` are those of the rows of the service. */
  constructor(
    { log, metrics }: Pick<Context, 'log' | 'metrics'>,
    media: Pick<Calls<MediaServiceService>, 'keepObjects'>,
    kinds: readonly K[],
  ) {
    this.#log = log;
    this.#media = media;
    this.#lost = metrics.counter('uploads_lost_total', 'Uploads that media no longer had when it was to keep them', [
      'kind',
    ]);
    for (const kind of kinds) this.#lost.inc({ kind }, 0);
  }

  /** Throws when media does not answer, or the row cannot be changed; all of it may be repeated. */
  async keep({ kind, id, userId, keys, markLost }: ShownUploads<K>): Promise<void> {
    if (keys.length === 0) return;
    const { missingKeys } = await this.#media.keepObjects({ keys: [...keys] });
    if (missingKeys.length === 0) return;
    const lost = await markLost(missingKeys);
    if (lost.length === 0) return;
    this.#lost.inc({ kind }, lost.length);
    this.#log.warn({ kind, id, userId, keys: lost }, 'uploads are lost: media had no object to keep');
  }
}
