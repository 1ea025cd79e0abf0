import type { ReceivedEvent } from './broker.ts';
import type { DecodedEvent } from './event-batch.ts';

/** One way of applying the events of a stream. */
export interface Applier<C> {
  /** Applies these, or takes them in hand; in their order within a key. */
  apply(received: readonly ReceivedEvent[]): Promise<void>;
  /** One that was parked, alone. */
  applyParked(event: DecodedEvent<C>): Promise<void>;
  /** Resolves when nothing is in hand and the position is kept. */
  drain(): Promise<void>;
  /** How many events are in hand. */
  readonly inHand: number;
}
