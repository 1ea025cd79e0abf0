import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { Filter } from 'mongodb';
import type { StoredNotification } from './notification.ts';

/**
 * The order of an event: by the clock of a machine, and by its number in the outbox of its service, which decides
 * where both events have one, because the clocks of machines differ.
 */
export type EventOrder = Pick<EventMetadata, 'occurredAt' | 'sequence'>;

export const orderOf = ({ createdAt, sequence }: StoredNotification): EventOrder => ({
  occurredAt: createdAt,
  sequence,
});

/** An event may be handled late, after a newer one has raised the notification again. */
export const raisedUntil = (event: EventOrder) => notAfter(event, 'createdAt', 'sequence');

/** Events of a beginning and an end may be handled in another order; the latest one counts. */
export const changedUntil = (event: EventOrder) => notAfter(event, 'changedAt', 'changedSequence');

/** Edits may be handled in another order; the latest one counts. */
export const levelUntil = (event: EventOrder) => notAfter(event, 'levelAt', 'levelSequence');

/** The fields of a beginning or an end. */
export const changedBy = ({ occurredAt, sequence }: EventOrder) => ({
  changedAt: occurredAt,
  ...(sequence !== undefined && { changedSequence: sequence }),
});

/** The fields of an edit. */
export const levelSetBy = ({ occurredAt, sequence }: EventOrder) => ({
  levelAt: occurredAt,
  ...(sequence !== undefined && { levelSequence: sequence }),
});

function notAfter(
  { occurredAt, sequence }: EventOrder,
  time: 'createdAt' | 'changedAt' | 'levelAt',
  number: 'sequence' | 'changedSequence' | 'levelSequence',
): Filter<StoredNotification> {
  const byClock = { [time]: { $not: { $gt: occurredAt } } };
  if (sequence === undefined) return byClock;
  return { $or: [{ [number]: { $lte: sequence } }, { [number]: null, ...byClock }] };
}
