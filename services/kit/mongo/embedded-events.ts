import type { Binary, Collection } from 'mongodb';

/** An event embedded in the document it concerns, until it is published (outbox.ts, docs/decisions/0002). */
export interface EmbeddedEvent {
  _id: string;
  type: string;
  /** Ordering key; missing when written by a version without keys. */
  key?: string | undefined;
  payload: Binary;
  occurredAt: Date;
  requestId: string;
  traceparent?: string | undefined;
  /** Time of the write, by the clock of the machine. */
  writtenAt: Date;
}

/** Mixed into a document type that embeds events. */
export interface WithOutbox {
  outbox?: EmbeddedEvent[];
}

/** Filter for documents with fewer than `limit` embedded events, which bounds their growth while the broker is down. */
export const hasFewerEventsThan = (limit: number): Record<string, { $exists: false }> => ({
  [`outbox.${limit - 1}`]: { $exists: false },
});

/** Adds events to a new document. */
export function withEvents<T extends object>(document: T, events: EmbeddedEvent[]): T & { outbox: EmbeddedEvent[] } {
  return { ...document, outbox: events };
}

/** Adds events to an update of a document. */
export function updateWithEvents<U extends { [operator: `$${string}`]: object }>(update: U, events: EmbeddedEvent[]) {
  return { ...update, $push: { ...update.$push, outbox: { $each: events } } };
}

/** The fields of a document that the relay reads. */
export interface Source extends WithOutbox {
  _id: string;
}

/** An embedded event with its collection and document. */
export interface LocatedEvent {
  source: Collection<Source>;
  document: string;
  event: EmbeddedEvent;
}

/** Removes published events from their documents, with one statement per collection. */
export async function removeEvents(published: readonly LocatedEvent[]): Promise<void> {
  for (const [source, found] of Map.groupBy(published, ({ source }) => source)) {
    const documents = [...new Set(found.map(({ document }) => document))];
    const ids = found.map(({ event }) => event._id);
    await source.updateMany({ _id: { $in: documents } }, { $pull: { outbox: { _id: { $in: ids } } } });
  }
}

/** `$slice` alone includes all other fields; combined with an included field (one that never exists) it does not. */
const excludeOtherFields = { nothing_else: 1 } as const;

/**
 * Returns the embedded events of the first `documents` documents, in order of creation; at most the first `events` of
 * each, because a document may have thousands.
 */
export async function eventsIn(source: Collection<Source>, documents: number, events: number): Promise<LocatedEvent[]> {
  const found = await source
    .find({ 'outbox._id': { $exists: true } }, { projection: { ...excludeOtherFields, outbox: { $slice: events } } })
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
