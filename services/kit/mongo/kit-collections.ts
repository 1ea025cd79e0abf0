import type { Binary } from 'mongodb';
import type { ParkedEvent } from '../events/consumer-store.ts';
import type { EmbeddedEvent } from './embedded-events.ts';

export interface HandledEvent {
  /** The event's id. */
  _id: string;
  handledAt: Date;
}

export interface Replica {
  _id: string;
  aliveUntil: Date;
}

export interface OwnedPartition {
  _id: number;
  holder: string | null;
}

export interface StoredPosition {
  /** `<consumer>:<partition>` */
  _id: string;
  consumer: string;
  partition: number;
  /** Creation time of the stream. */
  created: string;
  seq: number;
}

export type StoredParkedEvent = Omit<ParkedEvent, 'id' | 'payload'> & {
  _id: string;
  eventId: string;
  consumer: string;
  payload: Binary;
};

export interface PublishedEvent extends Omit<EmbeddedEvent, 'writtenAt'> {
  stream: string;
  publishedAt: Date;
  /** Sequence number in its stream at the first publication. */
  seq: number;
  attempt: number;
  /** Set while a replay is pending. */
  pending?: true;
}

export interface Lease {
  _id: string;
  holder: string;
  until: Date;
}

export interface KnownStream {
  _id: string;
  created: string;
  lastSeq: number;
}

/** A deleted subject (tombstones.ts). */
export interface Tombstone {
  _id: string;
  goneAt: Date;
}

/** The documents of the kit's own collections, which every service with MongoDB has. */
export interface KitCollections {
  outbox_streams: KnownStream;
  outbox_leases: Lease;
  published_events: PublishedEvent;
  inbox: HandledEvent;
  consumer_copies: Replica;
  event_partitions: OwnedPartition;
  consumer_positions: StoredPosition;
  parked_events: StoredParkedEvent;
  gone_actors: Tombstone;
}
