import type { ReceivedEvent } from './broker.ts';
import type { DecodedEvent } from './event-batch.ts';

/** Applies the events of a stream. */
export interface Applier<C> {
  /** Applies the events or starts to; keeps the order within a key. */
  apply(received: readonly ReceivedEvent[]): Promise<void>;
  /** Applies one parked event, separately from the others. */
  applyParked(event: DecodedEvent<C>): Promise<void>;
  /** Resolves when no event is in flight and the position is saved. */
  drain(): Promise<void>;
  /** Number of events received and not yet applied. */
  readonly inFlight: number;
}
