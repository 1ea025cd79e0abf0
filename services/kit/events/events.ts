import type { Context } from '../core/context.ts';
import { currentRequest } from '../core/request-context.ts';

/** A kind of event: a message of `events.proto` as ts-proto gives it. Its subject is its full proto name. */
export interface EventType<P> {
  /** `tribes.v1.MemberJoined` */
  readonly $type: string;
  /** The fields that name what it is about (`key` in events/v1/options.proto). */
  readonly keyFields: readonly string[];
  encode(payload: P): { finish(): Uint8Array };
  decode(bytes: Uint8Array): P;
}

/** What is known of an event beside its payload. */
export interface EventMetadata {
  /** Unique and the same at every delivery. */
  id: string;
  /** The domain's time at which it happened. */
  occurredAt: Date;
  /** The request that made it happen; empty when none did. */
  requestId: string;
  /** The span in which it happened (trace.ts); undefined where nothing is traced. */
  traceparent?: string | undefined;
  /** The machine's time of its writing; undefined at a replay, whose delay says nothing. */
  writtenAt?: Date | undefined;
}

/** An event as it lies in an outbox and travels over the bus. */
export interface EventRecord extends EventMetadata {
  type: string;
  payload: Uint8Array;
  /** What it is about; undefined for one that a version without keys wrote. */
  key?: string | undefined;
  /** How often it was replayed. */
  attempt: number;
}

/** What an event is about; those that agree in it are applied in order. */
export function keyOf<P>(type: EventType<P>, payload: P): string {
  const values = new Map<string, unknown>(Object.entries(payload ?? {}));
  return type.keyFields.map((field) => String(values.get(field) ?? '')).join(':');
}

/** The broker takes a megabyte; an event says what happened and does not carry it. */
const maxPayloadBytes = 256 * 1024;

/** Something that happens now, in the request being served. */
export function recordEvent<P>(ctx: Context, type: EventType<P>, payload: NoInfer<P>): EventRecord {
  const bytes = type.encode(payload).finish();
  if (bytes.length > maxPayloadBytes)
    throw new Error(`${type.$type} of ${bytes.length} bytes is too large for an event`);
  const scope = currentRequest();
  return {
    id: ctx.newId(),
    type: type.$type,
    key: keyOf(type, payload),
    payload: bytes,
    requestId: scope?.requestId ?? '',
    traceparent: scope?.span?.traceparent,
    occurredAt: ctx.clock.now(),
    attempt: 0,
  };
}

/** The stream in which a type's events are kept: the first word of its proto package. */
export const streamOf = (type: string): string => (type.split('.', 1)[0] ?? '').toUpperCase();
