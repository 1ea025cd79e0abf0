import { fail } from '@tribus/kit/core/errors.ts';
import { isDuplicate } from '@tribus/kit/mongo/duplicates.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Collection } from 'mongodb';

/** The result of a reaction with an `Idempotency-Key`, returned again for a repeated request (decisions.md 1). */
export interface ReactionReceipt {
  /** The reaction's id, derived from the key. */
  _id: string;
  /** The hash of the request's body. */
  bodyHash: string;
  /** Epoch milliseconds. */
  ts: number;
  total: number;
  lastTs: number;
  madeAt: Date;
}

/** One document per receipt, so that a vibe's document does not grow with the keys of a day. */
export class ReactionReceipts {
  readonly #receipts: Collection<ReactionReceipt>;

  constructor(mongo: Mongo) {
    this.#receipts = mongo.collection('tap_receipts');
  }

  /** Returns the receipts of these reactions, by the reaction's id. */
  async find(ids: readonly string[]): Promise<Map<string, ReactionReceipt>> {
    if (ids.length === 0) return new Map();
    const found = await this.#receipts.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(found.map((receipt) => [receipt._id, receipt]));
  }

  /** Inserts receipts; returns the stored receipts, which after a concurrent insert is the other receipt. */
  async add(receipts: readonly ReactionReceipt[]): Promise<Map<string, ReactionReceipt>> {
    const added = new Map(receipts.map((receipt) => [receipt._id, receipt]));
    if (receipts.length === 0) return added;
    try {
      await this.#receipts.insertMany([...receipts], { ordered: false });
      return added;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return new Map([...added, ...(await this.find([...added.keys()]))]);
    }
  }
}

/** Throws 409 `idempotency_conflict` when the key was used for another request. */
export function assertSameRequest(receipt: { bodyHash?: string }, bodyHash: string): void {
  if (receipt.bodyHash !== bodyHash) throw fail('idempotency_conflict');
}
