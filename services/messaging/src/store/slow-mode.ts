import { createHash } from 'node:crypto';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import { isDuplicate } from '@tribus/kit/mongo/duplicates.ts';
import { type EmbeddedEvent, updateWithEvents, type WithOutbox } from '@tribus/kit/mongo/embedded-events.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Collection } from 'mongodb';
import type { slowModes } from '../../limits.ts';

type SlowSeconds = (typeof slowModes)[number];

/** The slow mode of a tribe's chat. */
export interface ChatSettings extends WithOutbox {
  _id: string;
  slowSeconds: SlowSeconds;
}

/** The time of a member's last message in a chat in slow mode. */
export interface LastWritten {
  _id: string;
  messageId: string;
  at: Date;
}

/** Slow mode of chats, and the members' last messages. */
export class SlowModeStore {
  readonly #settings: Collection<ChatSettings>;
  readonly #written: Collection<LastWritten>;
  /** Read for every message and seldom changed. */
  readonly #slowSeconds = new BatchCache((tribeIds: number[]) => this.#readSlowSeconds(tribeIds), {
    max: 5_000,
    ttlMs: 3_000,
  });

  constructor(mongo: Mongo) {
    this.#settings = mongo.collection('chat_settings');
    this.#written = mongo.collection('chat_paces');
  }

  /**
   * Returns the seconds between two messages of one member; 0 when the chat is not in slow mode. A change by another
   * replica applies here when its event arrives (`invalidate`), after 3 s at the latest.
   */
  async slowSeconds(tribeId: number): Promise<SlowSeconds> {
    return (await this.#slowSeconds.get(tribeId)) ?? 0;
  }

  invalidate(tribeId: number): void {
    this.#slowSeconds.delete(tribeId);
  }

  async #readSlowSeconds(tribeIds: readonly number[]): Promise<ReadonlyMap<number, SlowSeconds>> {
    const settings = await this.#settings.find({ _id: { $in: tribeIds.map(String) } }).toArray();
    const found = new Map(settings.map(({ _id, slowSeconds }) => [Number(_id), slowSeconds]));
    return new Map(tribeIds.map((id) => [id, found.get(id) ?? 0]));
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
    this.invalidate(tribeId);
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
    this.invalidate(tribeId);
  }
}

/** Hashed, so that the id does not reveal the user. */
const idOf = (tribeId: number, userId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([tribeId, userId]))
    .digest('base64url');
