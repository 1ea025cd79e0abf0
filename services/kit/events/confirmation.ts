import { AppError } from '../core/errors.ts';

const batchSize = 100;

/** A row with something a peer has not confirmed. */
interface Unconfirmed<K> {
  id: K;
}

export interface PendingConfirmations<K, R extends Unconfirmed<K>> {
  /** Unconfirmed rows in the order of their ids, from the one after `after` on. */
  next(after: K | undefined, limit: number): Promise<R[]>;
  /** Tells the peer of a row; may be repeated and may come late. */
  tell(row: R): Promise<void>;
  /** Notes that the peer has confirmed what it was told, which may be outdated by now. */
  confirm(row: R): Promise<void>;
}

/**
 * Tells a peer of every row it has not confirmed. A row that the peer refuses holds up no other; it is told again by
 * the next call. Throws when the peer is away, and at the end when rows were refused.
 */
export async function retryUntilConfirmed<K, R extends Unconfirmed<K>>(
  notices: PendingConfirmations<K, R>,
): Promise<void> {
  const refused: K[] = [];
  const errors: unknown[] = [];
  for (let rows = await notices.next(undefined, batchSize); ; ) {
    for (const row of rows) {
      const told = await notices.tell(row).then(
        () => true,
        (error) => {
          if (isUnavailable(error)) throw error;
          refused.push(row.id);
          errors.push(error);
          return false;
        },
      );
      if (told) await notices.confirm(row);
    }
    if (rows.length < batchSize) break;
    rows = await notices.next(rows.at(-1)?.id, batchSize);
  }
  if (refused.length > 0) {
    const some = refused.slice(0, 10).join(', ');
    throw new Error(`a peer refused ${refused.length} rows, among them ${some}`, { cause: errors[0] });
  }
}

/** The others would not be heard either; a row that is too slow at a peer that answers is that row's own matter. */
const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.status === 503;
