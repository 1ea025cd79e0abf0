import type { Logger } from 'pino';
import type { InternalTokens } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './span.ts';
import type { TimeLimits } from './time-limits.ts';

/**
 * What a service is given to live in. Nothing of it is shared with another service in the same process: log, metrics,
 * pools and clock all come from here, so that two services can live side by side.
 */
export interface Context {
  /** The service's name, as in metrics, tokens and consumer names. */
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Undefined where no collector is named: nothing is traced then, and nothing spent on it. */
  readonly tracing?: Tracing | undefined;
  readonly clock: Clock;
  readonly timeLimits: TimeLimits;
  readonly tokens: InternalTokens;
  /** Answers are held against their schemas and declared statuses before they leave (tests). */
  readonly checkAnswers: boolean;
  /** Aborted when the service begins to stop. */
  readonly stopping: AbortSignal;
  /** A new UUID v7 at the domain's time; those of one copy sort as they were made. */
  newId(): string;
  /** Run at stop, in reverse order of registration; what was opened first is closed last. */
  onStop(what: string, close: () => Promise<void> | void): void;
  /** Part of readiness: `check` rejects or answers false while the part is away. */
  readyWhen(what: string, check: () => Promise<boolean>): void;
  /** The same for a part without which the service does its work: operators see it, readiness does not. */
  watch(what: string, check: () => Promise<boolean>): void;
}
