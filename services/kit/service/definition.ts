import type { RequestListener } from 'node:http';
import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../core/errors.ts';
import type { Setting, Settings, SettingValues } from '../core/settings.ts';
import type { EventMetadata } from '../events/events.ts';
import type { EventHandler, PreparedHandlers } from '../events/handlers.ts';
import type { Calls } from '../grpc/client.ts';
import type { Handlers } from '../grpc/server.ts';
import type { Cursors } from '../http/cursor.ts';
import type { Routes } from '../http/routes.ts';
import type { FindCurrentActor } from '../http/sender.ts';
import type { Job } from '../jobs/definition.ts';
import type { MediaUrls } from '../storage/signed-url.ts';
import type { Store } from './store.ts';

/** The peers a service asks, each with its contract: `{ identity: IdentityServiceService }`. */
export type Peers = Readonly<Record<string, GrpcDefinition>>;
/** The stores a service has, under the names by which `build` is given them; opened in this order. */
export type Stores = Readonly<Record<string, Store<unknown>>>;

type PeerCalls<P extends Peers> = { [K in keyof P]: Calls<P[K]> };

/** What `build` is given: what the definition names, open, and what every service has. */
export type BuildContext<P extends Peers, S extends Stores, C extends Settings> = LocalContext<S, C> & {
  peers: PeerCalls<P>;
};

/** The same without the peers: nothing that is made of it can call one. */
export type LocalContext<S extends Stores, C extends Settings> = {
  ctx: Context;
  config: SettingValues<C>;
  /** Shared by all our processes; what is derived from it can be checked by the others. */
  secret: string;
  cursors: Cursors;
  urls: MediaUrls;
} & { [K in keyof S]: S[K] extends Store<infer T> ? T : never };

/** What a handler of an event is given beside it: by the one store that keeps events. */
type HandlerContext<S extends Stores> = {
  [K in keyof S]: S[K] extends Store<unknown, infer C> ? (unknown extends C ? never : C) : never;
}[keyof S];

/** What a service does about events, by kind of handler. */
export interface ServiceEvents<P extends Peers, S extends Stores, C extends Settings, D> {
  /**
   * The handlers of `on`, `onBatch` and `onPrepared`. They are made of what is the service's own, so that none can call
   * a peer while its transaction is open; only `prepare` is given the peers.
   */
  on?: (
    own: LocalContext<S, C>,
  ) => readonly (EventHandler<HandlerContext<S>, 'on'> | PreparedHandlers<HandlerContext<S>, PeerCalls<P>>)[];
  after?: (deps: D) => readonly EventHandler<EventMetadata, 'after'>[];
}

/**
 * A sub-command of a service's process (`main.ts move-objects`), given the words after its name; resolves to what it says at
 * the end. The service is open meanwhile; one that takes long ends soon after `ctx.stopping`.
 */
export type Command = (args: readonly string[]) => Promise<string>;

/** Work that every copy of the service does again and again. What is to be done once for all copies is a job. */
export interface LoopSpec {
  /** What it is called in the log. */
  what: string;
  everyMs: number;
  work: () => Promise<void>;
  /** Also as soon as this copy has said something. */
  onEmitted?: boolean;
}

/**
 * A service as its `service.ts` declares it. The kit opens what is named, hands it to `build`, and gives what that made
 * (`D`) to all the rest. `routes` is also called where nothing was started, to draw up the contract: it declares, and
 * uses nothing of what it is given.
 */
export interface ServiceDefinition<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D> {
  /** As in metrics, tokens, consumers and addresses. */
  name: string;
  peers?: P;
  stores?: S;
  /** Only what is the service's own; that of stores, peers and processes is known. */
  settings?: C;
  /** The port of the HTTP side, where it has another name than `HTTP_PORT`. */
  httpPort?: Setting<number>;
  errors?: { catalogue: Catalogue };
  build: (given: BuildContext<P, S, C>) => D | Promise<D>;
  routes?: (deps: D) => Routes;
  /** Who an actor is now, asked when a JSON body came late; a service whose routes take one has it (docs/decisions/0026). */
  currentActor?: (deps: D) => FindCurrentActor;
  /** The HTTP side of a process that has no routes of its own. */
  http?: (deps: D) => RequestListener;
  rpc?: { service: R; handlers: (deps: D) => Handlers<R> };
  events?: ServiceEvents<P, S, C, D>;
  /** Work that outlives a process, and what is done by a schedule; kept in the service's Postgres. */
  jobs?: (deps: D) => readonly Job[];
  loops?: (deps: D) => readonly LoopSpec[];
  /** Sub-commands of the process beside those of the kit, by name. */
  commands?: (deps: D) => Readonly<Record<string, Command>>;
}
