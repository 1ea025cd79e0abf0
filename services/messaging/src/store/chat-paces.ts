import { createHash } from 'node:crypto';
import { isDuplicate } from '@tribus/kit/mongo/duplicates.ts';
import { updateWithEvents, type WithOutbox } from '@tribus/kit/mongo/embedded-events.ts';
import type { EmbeddedEvent, Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Collection } from 'mongodb';
import type { slowModes } from '../../limits.ts';

type SlowSeconds = (typeof slowModes)[number];

/** How often one member may write in the chat of a tribe. */
interface ChatSettings extends WithOutbox {
  _id: string;
  slowSeconds: SlowSeconds;
}

/** When a member wrote last in a chat that is in slow mode. */
interface LastWritten {
  _id: string;
  messageId: string;
  at: Date;
}

/** Slow mode of chats, and who has to wait. */
export class ChatPaces {
  readonly #settings: Collection<ChatSettings>;
  readonly #written: Collection<LastWritten>;

  constructor(mongo: Mongo) {
    this.#settings = mongo.collection('chat_settings');
    this.#written = mongo.collection('chat_paces');
  }

  /** Seconds between two messages of one member; 0 when the chat is not in slow mode. */
  async slowSeconds(tribeId: number): Promise<SlowSeconds> {
    return (await this.#settings.findOne({ _id: String(tribeId) }))?.slowSeconds ?? 0;
  }

  /** Sets it, with the event that says so. */
  async set(tribeId: number, slowSeconds: SlowSeconds, event: EmbeddedEvent): Promise<void> {
    const _id = String(tribeId);
    const write = () =>
      this.#settings.updateOne({ _id }, updateWithEvents({ $set: { slowSeconds } }, [event]), { upsert: true });
    await write().catch((error) => {
      // Another one was the first to set it.
      if (!isDuplicate(error)) throw error;
      return write();
    });
  }

  /** When a member wrote last, as far as it matters; undefined when they did not. */
  async lastWritten(tribeId: number, userId: string): Promise<Date | undefined> {
    return (await this.#written.findOne({ _id: idOf(tribeId, userId) }))?.at;
  }

  /**
   * Notes that a member writes at `at`, unless they wrote after `since`: then false, and of several at once it is true for
   * one. The same message is noted once.
   */
  async note(
    { tribeId, userId, messageId }: { tribeId: number; userId: string; messageId: string },
    { at, since }: { at: Date; since: Date },
  ): Promise<boolean> {
    const _id = idOf(tribeId, userId);
    const write = (upsert: boolean) =>
      this.#written.updateOne({ _id, at: { $lte: since } }, { $set: { at, messageId } }, { upsert });
    try {
      await write(true);
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // They wrote a moment ago, or another one of theirs was the first at the same time.
      if ((await write(false)).matchedCount === 1) return true;
      return (await this.#written.findOne({ _id }))?.messageId === messageId;
    }
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await this.#settings.deleteOne({ _id: String(tribeId) });
  }
}

/** Tells two apart, and does not say of whom it is. */
const idOf = (tribeId: number, userId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([tribeId, userId]))
    .digest('base64url');
