import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { deleteInSlices } from '@tribus/kit/mongo/slices.ts';
import type { Collection } from 'mongodb';
import { ticketsPerPerson } from '../../limits.ts';

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

  /** Adds a ticket and deletes the oldest ones of the same user beyond `ticketsPerPerson`. */
  async add(ticket: StoredTicket): Promise<void> {
    await this.#tickets.insertOne(ticket);
    const { _id, userId } = ticket;
    const oldest = await this.#tickets
      .find({ userId, _id: { $ne: _id } }, { projection: { _id: 1 } })
      .sort({ userId: 1, expiresAt: -1 })
      .skip(ticketsPerPerson - 1)
      .toArray();
    if (oldest.length > 0) await this.#tickets.deleteMany({ _id: { $in: oldest.map((each) => each._id) } });
  }

  async deleteOfUser(userId: string): Promise<void> {
    await deleteInSlices(this.#tickets, { userId });
  }

  /** Deletes and returns a ticket; of concurrent calls one returns it, the others null. */
  take(hash: string): Promise<StoredTicket | null> {
    return this.#tickets.findOneAndDelete({ _id: hash });
  }
}
