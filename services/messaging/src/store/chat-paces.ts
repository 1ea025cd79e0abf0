import { createHash } from 'node:crypto';
import { isDuplicate } from '@tribus/kit/mongo/duplicates.ts';
import { updateWithEvents, type WithOutbox } from '@tribus/kit/mongo/embedded-events.ts';
import type { EmbeddedEvent, Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Collection } from 'mongodb';
import type { slowModes } from '../../limits.ts';

type SlowSeconds = (typeof slowModes)[number];

/** The slow mode of a tribe's chat. */
interface ChatSettings extends WithOutbox {
  _id: string;
  slowSeconds: SlowSeconds;
}

/** The time of a member's last message in a chat in slow mode. */
interface LastWritten {
  _id: string;
  messageId: string;
  at: Date;
}

/** Slow mode of chats, and the members' last messages. */
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

  /** Sets slow mode and adds its event in one write. */
  async set(tribeId: number, slowSeconds: SlowSeconds, event: EmbeddedEvent): Promise<void> {
    const _id = String(tribeId);
    const write = () =>
      this.#settings.updateOne({ _id }, updateWithEvents({ $set: { slowSeconds } }, [event]), { upsert: true });
    await write().catch((error) => {
      // Inserted concurrently.
      if (!isDuplicate(error)) throw error;
      return write();
    });
  }

  /** Returns the time of a member's last message; undefined for none within the retention period. */
  async lastWritten(tribeId: number, userId: string): Promise<Date | undefined> {
    return (await this.#written.findOne({ _id: idOf(tribeId, userId) }))?.at;
  }

  /**
   * Records a message at `at` unless the member has written after `since`; returns whether it was recorded. Of
   * concurrent messages one succeeds; repeating the same message succeeds again.
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
      // The member wrote within the interval, or a concurrent message inserted the document.
      if ((await write(false)).matchedCount === 1) return true;
      return (await this.#written.findOne({ _id }))?.messageId === messageId;
    }
  }

  async deleteOfTribe(tribeId: number): Promise<void> {
    await this.#settings.deleteOne({ _id: String(tribeId) });
  }
}

/** Hashed, so that the id does not reveal the user. */
const idOf = (tribeId: number, userId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([tribeId, userId]))
    .digest('base64url');
