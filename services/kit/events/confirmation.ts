import { AppError } from '../core/errors.ts';

const batchSize = 100;
/** Refused rows named in the error. */
const maxExamples = 10;

/** A row whose current version a peer has not confirmed. */
interface Unconfirmed<K> {
  id: K;
}

export interface PendingConfirmations<K, R extends Unconfirmed<K>> {
  /** Returns unconfirmed rows in id order, after `after`. */
  next(after: K | undefined, limit: number): Promise<R[]>;
  /** Sends a row to the peer; must be idempotent and tolerate delay. */
  send(row: R): Promise<void>;
  /** Records that the peer confirmed this version of the row; a newer one may exist by now. */
  confirm(row: R): Promise<void>;
}

/**
 * Sends every unconfirmed row to a peer. A refused row does not block the others; the next call sends it again. Throws
 * at once when the peer is unavailable, and at the end when rows were refused.
 */
export async function retryUntilConfirmed<K, R extends Unconfirmed<K>>(
  pending: PendingConfirmations<K, R>,
): Promise<void> {
  let refused = 0;
  const examples: K[] = [];
  let cause: unknown;
  for (let rows = await pending.next(undefined, batchSize); ; ) {
    for (const row of rows) {
      const isSent = await pending.send(row).then(
        () => true,
        (error) => {
          if (isUnavailable(error)) throw error;
          if (refused === 0) cause = error;
          refused += 1;
          if (examples.length < maxExamples) examples.push(row.id);
          return false;
        },
      );
      if (isSent) await pending.confirm(row);
    }
    if (rows.length < batchSize) break;
    rows = await pending.next(rows.at(-1)?.id, batchSize);
  }
  if (refused > 0) throw new Error(`a peer refused ${refused} rows, among them ${examples.join(', ')}`, { cause });
}

/** A 503 would also fail the remaining rows; a timeout (504) at a peer that responds to others concerns one row. */
const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.status === 503;
