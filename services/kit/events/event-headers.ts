import type { EventMetadata } from './events.ts';

const names = {
  id: 'Tribus-Event-Id',
  occurredAt: 'Tribus-Occurred-At',
  sequence: 'Tribus-Sequence',
  writtenAt: 'Tribus-Written-At',
  requestId: 'X-Request-Id',
  traceparent: 'traceparent',
} as const;

/** Encodes event metadata as message headers. */
export function toHeaders({
  id,
  occurredAt,
  sequence,
  writtenAt,
  requestId,
  traceparent,
}: EventMetadata): Record<string, string> {
  return {
    [names.id]: id,
    ...(!Number.isNaN(occurredAt.getTime()) && { [names.occurredAt]: occurredAt.toISOString() }),
    ...(sequence !== undefined && { [names.sequence]: String(sequence) }),
    ...(writtenAt && { [names.writtenAt]: writtenAt.toISOString() }),
    ...(requestId && { [names.requestId]: requestId }),
    ...(traceparent && { [names.traceparent]: traceparent }),
  };
}

/** Decodes message headers; without ours, `id` is empty and `occurredAt` an invalid date. */
export function parseHeaders(header: (name: string) => string | undefined): EventMetadata {
  const writtenAt = new Date(header(names.writtenAt) ?? Number.NaN);
  const sequence = Number(header(names.sequence));
  return {
    id: header(names.id) ?? '',
    occurredAt: new Date(header(names.occurredAt) ?? Number.NaN),
    sequence: sequence > 0 ? sequence : undefined,
    writtenAt: Number.isNaN(writtenAt.getTime()) ? undefined : writtenAt,
    requestId: header(names.requestId) ?? '',
    traceparent: header(names.traceparent),
  };
}

/** Additional headers of a dead letter: consumer, deliveries, sequence number and reason. */
export function deadLetterHeaders(
  consumer: string,
  deliveries: number,
  seq: number,
  reason: string,
): Record<string, string> {
  return {
    'Tribus-Consumer': consumer,
    'Tribus-Deliveries': String(deliveries),
    'Tribus-Stream-Seq': String(seq),
    'Tribus-Reason': reason.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 500),
  };
}

/**
 * Subject and stream names, with an optional prefix for shared servers. An event's subject is its type and partition,
 * `content.v1.PostPublished.7`; versions without partitions used the type alone.
 */
export class SubjectNames {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** `partition` `*` matches all partitions. */
  subject(type: string, partition?: number | '*'): string {
    const subject = partition === undefined ? type : `${type}.${partition}`;
    return this.#prefix ? `${this.#prefix}.${subject}` : subject;
  }

  /** Parses a subject into event type and partition. */
  parse(subject: string): { type: string; partition: number | undefined } {
    const own = this.#prefix ? subject.slice(this.#prefix.length + 1) : subject;
    const [, type, partition] = /^(.+)\.(\d+)$/.exec(own) ?? [];
    return type === undefined ? { type: own, partition: undefined } : { type, partition: Number(partition) };
  }

  stream(name: string): string {
    return this.#prefix ? `${this.#prefix}_${name}` : name;
  }
}
