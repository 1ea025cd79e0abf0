import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { isDuplicate } from '@tribus/kit/mongo/outbox.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import type { Collection } from 'mongodb';

/** What a tap that carried an `Idempotency-Key` came to, so that its repetition is the same answer (decisions.md 1). */
export interface TapReceipt {
  /** The tap's id, which follows from the key. */
  _id: string;
  /** Of the request's body. */
  bodyHash: string;
  /** Epoch milliseconds. */
  ts: number;
  total: number;
  lastTs: number;
  madeAt: Date;
}

const keptSeconds = 24 * 60 * 60;

/** Receipts of taps. A document each, so that a vibe does not grow with the keys of a day. */
export class TapReceipts {
  readonly #receipts: Collection<TapReceipt>;

  constructor(mongo: Mongo) {
    this.#receipts = mongo.collection('tap_receipts');
    mongo.ensureIndexes('tap_receipts', [{ key: { madeAt: 1 }, expireAfterSeconds: keptSeconds }]);
  }

  /** Those of these taps that were taken before. */
  async find(ids: readonly string[]): Promise<Map<string, TapReceipt>> {
    if (ids.length === 0) return new Map();
    const found = await this.#receipts.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(found.map((receipt) => [receipt._id, receipt]));
  }

  /** Keeps these, and answers those that hold: of two for one tap, written at the same time, the first. */
  async keep(receipts: readonly TapReceipt[]): Promise<Map<string, TapReceipt>> {
    const kept = new Map(receipts.map((receipt) => [receipt._id, receipt]));
    if (receipts.length === 0) return kept;
    try {
      await this.#receipts.insertMany([...receipts], { ordered: false });
      return kept;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return new Map([...kept, ...(await this.find([...kept.keys()]))]);
    }
  }
}

/** Throws 409 `idempotency_conflict` when the key was used for something else. */
export function assertSame(receipt: { bodyHash?: string }, bodyHash: string): void {
  if (receipt.bodyHash !== bodyHash) throw fail('idempotency_conflict');
}
