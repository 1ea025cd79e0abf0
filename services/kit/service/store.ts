import type { Environment } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import type { AnyRetention } from '../core/retention.ts';
import type { Variable } from '../core/settings.ts';
import type { Bus } from '../events/broker.ts';
import type { EventHandlers } from '../events/handlers.ts';
import type { Relay } from '../events/relay.ts';
import type { Job } from '../jobs/definition.ts';
import type { Migrating } from '../postgres/migrate.ts';

/** What a process may keep things in or be connected to; operators know them by these names. */
export type StoreKind = 'postgres' | 'mongodb' | 'redis' | 'nats' | 's3';

/**
 * A store as a service's definition names it: `postgres: postgresStore<TribesDb>(…)`. Naming it is what loads its driver.
 * `T` is what the service works with, `C` what a handler of an event is given beside the event.
 */
export interface Store<T, C = unknown> {
  readonly kind: StoreKind;
  readonly variables: readonly Variable[];
  /** The absolute path of the folder of the service's migrations, where the store has some. */
  readonly migrations?: string;
  /** How long it keeps what is in each of its tables or collections, the kit's own among them. */
  readonly retention?: AnyRetention;
  /** Reads its address; nothing is opened yet. */
  read(env: Environment): AddressedStore<T, C>;
}

export interface AddressedStore<T, C = unknown> {
  /** Registers with the context how it is closed, and whether the service is ready without it. */
  open(ctx: Context): Promise<OpenStore<T, C>>;
  /** Applies its migrations, and no more. */
  migrate?(ctx: Migrating): Promise<void>;
}

export interface OpenStore<T, C = unknown> {
  value: T;
  /** Where events are written with what they are about, and are remembered when they are handled. */
  events?: EventStore<C>;
  /** Runs the service's jobs, and those of the store itself, where jobs can be kept. */
  startJobs?(jobs: readonly Job[]): void;
  /** What carries events, if this is it. */
  bus?: Bus;
}

export interface EventStore<C> {
  startRelay(bus: Bus): Relay;
  startConsumer(bus: Bus, handlers: EventHandlers<C>): void;
  /** Called for every emitted event, at about the time of its commit. */
  onEmitted(listener: () => void): void;
}
