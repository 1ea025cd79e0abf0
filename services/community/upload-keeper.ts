import type { Context } from '@tribus/kit/core/context.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';

/** A committed row with uploads, and the update that marks lost uploads. */
export interface ShownUploads<K extends string> {
  /** The kind of the row. */
  kind: K;
  /** Id of the row. */
  id: string;
  /** The uploader, where the row has one. */
  userId?: string;
  keys: readonly string[];
  /**
   * Marks these keys as lost in the row; idempotent. Returns the keys that the row still showed: keys deleted meanwhile
   * are not lost.
   */
  markLost(keys: readonly string[]): Promise<readonly string[]>;
}

/** Confirms uploads to media once their row is committed, and reports the uploads that media no longer has. */
export class UploadKeeper<K extends string> {
  readonly #log;
  readonly #media;
  readonly #lost;

  /** `kinds`: the row kinds of the service, as metric labels. */
  constructor(
    { log, metrics }: Pick<Context, 'log' | 'metrics'>,
    media: Pick<Calls<MediaServiceService>, 'keepObjects'>,
    kinds: readonly K[],
  ) {
    this.#log = log;
    this.#media = media;
    this.#lost = metrics.counter('uploads_lost_total', 'Uploads lost before media confirmed them', ['kind']);
    for (const kind of kinds) this.#lost.inc({ kind }, 0);
  }

  /** Throws when media is unavailable or the row cannot be updated; safe to retry. */
  async keep({ kind, id, userId, keys, markLost }: ShownUploads<K>): Promise<void> {
    if (keys.length === 0) return;
    const { missingKeys } = await this.#media.keepObjects({ keys: [...keys] });
    if (missingKeys.length === 0) return;
    const lost = await markLost(missingKeys);
    if (lost.length === 0) return;
    this.#lost.inc({ kind }, lost.length);
    this.#log.warn({ kind, id, userId, keys: lost }, 'uploads lost: media had no object to keep');
  }
}
