import { deleteInPortions } from '@tribus/kit/mongo/document-portions.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Collection } from 'mongodb';
import { ticketsPerUser } from '../../limits.ts';

/** A ticket for opening one stream. Its id is the hash of the browser's token. */
export interface StoredTicket {
  _id: string;
  userId: string;
  sessionId: string;
  role: 'user' | 'admin';
  language: 'es' | 'en' | 'zh';
  isAgent: boolean;
  expiresAt: Date;
}

export class Tickets {
  readonly #tickets: Collection<StoredTicket>;

  constructor(mongo: Mongo) {
    this.#tickets = mongo.collection('tickets');
    mongo.ensureIndexes('tickets', [{ key: { userId: 1, expiresAt: -1 } }]);
  }

  /** Adds a ticket and deletes the oldest ones of the same user beyond `ticketsPerUser`. */
  async add(ticket: StoredTicket): Promise<void> {
    await this.#tickets.insertOne(ticket);
    const { _id, userId } = ticket;
    const oldest = await this.#tickets
      .find({ userId, _id: { $ne: _id } }, { projection: { _id: 1 } })
      .sort({ userId: 1, expiresAt: -1 })
      .skip(ticketsPerUser - 1)
      .toArray();
    if (oldest.length > 0) await this.#tickets.deleteMany({ _id: { $in: oldest.map((each) => each._id) } });
  }

  async deleteOfUser(userId: string): Promise<void> {
    await deleteInPortions(this.#tickets, { userId });
  }

  /** Deletes and returns a ticket; of concurrent calls one returns it, the others null. */
  take(hash: string): Promise<StoredTicket | null> {
    return this.#tickets.findOneAndDelete({ _id: hash });
  }
}
