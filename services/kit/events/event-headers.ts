import type { EventMetadata } from './events.ts';

const names = {
  id: 'Tribus-Event-Id',
  occurredAt: 'Tribus-Occurred-At',
  writtenAt: 'Tribus-Written-At',
  requestId: 'X-Request-Id',
  traceparent: 'traceparent',
} as const;

/** The headers under which an event travels. */
export function toHeaders({
  id,
  occurredAt,
  writtenAt,
  requestId,
  traceparent,
}: EventMetadata): Record<string, string> {
  return {
    [names.id]: id,
    ...(!Number.isNaN(occurredAt.getTime()) && { [names.occurredAt]: occurredAt.toISOString() }),
    ...(writtenAt && { [names.writtenAt]: writtenAt.toISOString() }),
    ...(requestId && { [names.requestId]: requestId }),
    ...(traceparent && { [names.traceparent]: traceparent }),
  };
}

/** What the headers of a message say; a message of a stranger says nothing, and has no id and no date. */
export function parseHeaders(header: (name: string) => string | undefined): EventMetadata {
  const writtenAt = new Date(header(names.writtenAt) ?? Number.NaN);
  return {
    id: header(names.id) ?? '',
    occurredAt: new Date(header(names.occurredAt) ?? Number.NaN),
    writtenAt: Number.isNaN(writtenAt.getTime()) ? undefined : writtenAt,
    requestId: header(names.requestId) ?? '',
    traceparent: header(names.traceparent),
  };
}

/** What a dead letter says beside that: who gave up on it, after how many deliveries, and why. */
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
 * The names of subjects and streams, under a prefix of ours where a server is shared with others. An event's subject is
 * its type and its partition, `content.v1.PostPublished.7`; before there were partitions it was the type alone.
 */
export class SubjectNames {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** `partition` may be `*`, for all of them. */
  subject(type: string, partition?: number | '*'): string {
    const subject = partition === undefined ? type : `${type}.${partition}`;
    return this.#prefix ? `${this.#prefix}.${subject}` : subject;
  }

  /** What a subject says. */
  parse(subject: string): { type: string; partition: number | undefined } {
    const own = this.#prefix ? subject.slice(this.#prefix.length + 1) : subject;
    const [, type, partition] = /^(.+)\.(\d+)$/.exec(own) ?? [];
    return type === undefined ? { type: own, partition: undefined } : { type, partition: Number(partition) };
  }

  stream(name: string): string {
    return this.#prefix ? `${this.#prefix}_${name}` : name;
  }
}
