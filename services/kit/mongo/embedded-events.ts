import type { Collection } from 'mongodb';
import type { EmbeddedEvent } from './mongo.ts';

// Events within the documents that they are about, until they are published (docs/decisions/0002).

/** What a document type is extended by when it carries events. */
export interface WithOutbox {
  outbox?: EmbeddedEvent[];
}

/** A filter's condition that a document carries fewer than `most` events: what is written to while the broker is away must not grow for ever. */
export const hasFewerEventsThan = (most: number): Record<string, { $exists: false }> => ({
  [`outbox.${most - 1}`]: { $exists: false },
});

/** A new document with what its writing says. */
export function withEvents<T extends object>(document: T, events: EmbeddedEvent[]): T & { outbox: EmbeddedEvent[] } {
  return { ...document, outbox: events };
}

/** An update of a document with what it says. */
export function updateWithEvents<U extends { [operator: `$${string}`]: object }>(update: U, events: EmbeddedEvent[]) {
  return { ...update, $push: { ...update.$push, outbox: { $each: events } } };
}

/** What the relay sees of a document. */
export interface Source extends WithOutbox {
  _id: string;
}

/** Where an event lies until it is published. */
export interface Found {
  source: Collection<Source>;
  document: string;
  event: EmbeddedEvent;
}

/** One statement for all documents of a collection: each event stands in one of them only. */
export async function removeEvents(published: readonly Found[]): Promise<void> {
  for (const [source, found] of Map.groupBy(published, ({ source }) => source)) {
    const documents = [...new Set(found.map(({ document }) => document))];
    const ids = found.map(({ event }) => event._id);
    await source.updateMany({ _id: { $in: documents } }, { $pull: { outbox: { _id: { $in: ids } } } });
  }
}

/** `$slice` alone leaves all other fields in; beside a field that is asked for, here one that no document has, it does not. */
const nothingElse = { nothing_else: 1 } as const;

/**
 * The events that the first documents carry, in the order of their making; of each document the first `events`: one may
 * carry thousands of them.
 */
export async function eventsIn(source: Collection<Source>, documents: number, events: number): Promise<Found[]> {
  const found = await source
    .find({ 'outbox._id': { $exists: true } }, { projection: { ...nothingElse, outbox: { $slice: events } } })
    .sort({ 'outbox._id': 1 })
    .limit(documents)
    .toArray();
  return found.flatMap(({ _id, outbox = [] }) => outbox.map((event) => ({ source, document: _id, event })));
}

export async function countEvents(source: Collection<Source>): Promise<{ events: number; oldest: number }> {
  const [count] = await source
    .aggregate<{ events: number; oldest: Date }>([
      { $match: { 'outbox._id': { $exists: true } } },
      { $unwind: '$outbox' },
      { $group: { _id: null, events: { $sum: 1 }, oldest: { $min: '$outbox.writtenAt' } } },
    ])
    .toArray();
  return { events: count?.events ?? 0, oldest: count?.oldest.getTime() ?? Number.POSITIVE_INFINITY };
}
