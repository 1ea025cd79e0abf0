import type { RequestListener } from 'node:http';
import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import type { Environment } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import type { Catalogue } from '../core/errors.ts';
import { startLoop } from '../core/loop.ts';
import type { AnyRetention } from '../core/retention.ts';
import {
  readSettings,
  type Setting,
  type Settings,
  text,
  type Variable,
  variableOf,
  variablesOf,
} from '../core/settings.ts';
import { streamOf } from '../events/events.ts';
import type { EventHandlers } from '../events/handlers.ts';
import { replayCommand } from '../events/relay.ts';
import { connect } from '../grpc/client.ts';
import { GrpcServer } from '../grpc/server.ts';
import { createHttpApp } from '../http/app.ts';
import { Cursors } from '../http/cursor.ts';
import { type Route, Routes } from '../http/routes.ts';
import type { Job } from '../jobs/definition.ts';
import type { Migrating } from '../postgres/migrate.ts';
import { MediaUrls } from '../storage/signed-url.ts';
import type {
  BuildContext,
  Command,
  LocalContext,
  LoopSpec,
  Peers,
  ServiceDefinition,
  ServiceEvents,
  Stores,
} from './definition.ts';
import { type ProcessConfig, processSettings } from './process-settings.ts';
import type { AddressedStore, EventStore, OpenStore, StoreKind } from './store.ts';
import { unstarted } from './unstarted.ts';

/** A service that can be started, and what it says of itself before it is. */
export interface Service {
  readonly name: string;
  /** The peers it asks. */
  readonly peers: readonly string[];
  readonly stores: readonly StoreKind[];
  /** The absolute path of the folder of its migrations, where it has a store with some. */
  readonly migrations: string | undefined;
  /** How long its stores keep what is in each table or collection. */
  readonly retention: AnyRetention;
  /** Everything that its process reads from the environment. */
  readonly variables: readonly Variable[];
  readonly errors: Catalogue;
  /** Its routes, without anything that they need; they can be looked at and not be called. */
  declaredRoutes(): readonly Route[];
  /** Whether it finds out who an actor is now, where a body came late. */
  readonly findsCurrentActor: boolean;
  /** The types of the events it handles; not what single copies hear for their own caches and streams. */
  handledEvents(): readonly string[];
  /** Its kinds of jobs, without anything that they need; they can be looked at and not be run. */
  declaredJobs(): readonly Job[];
  /** Reads all that an environment says to it; what does not hold is added to the reader's problems. */
  configure(env: Environment): ConfiguredService;
}

export interface ConfiguredService {
  process: ProcessConfig;
  open(ctx: Context): Promise<ServiceParts>;
  /** Migrates the stores, and no more; nothing else is opened. */
  migrate(ctx: Migrating): Promise<void>;
}

/** What a service consists of once it is open. */
export interface ServiceParts {
  http: RequestListener;
  /** Where it answers peers. */
  rpc?: GrpcServer;
  /** Sub-commands of the process, e.g. `replay`; given the words after the command's name. */
  commands: Record<string, Command>;
}

export function defineService<
  R extends GrpcDefinition,
  D,
  P extends Peers = Record<never, never>,
  S extends Stores = Record<never, never>,
  C extends Settings = Record<never, never>,
>(definition: ServiceDefinition<P, S, C, R, D>): Service {
  const { name, peers = {}, httpPort, errors, routes } = definition;
  const stores: Stores = definition.stores ?? {};
  const settings: Settings = definition.settings ?? {};
  const own = [...Object.values(settings), ...(httpPort ? [httpPort] : [])];
  const addresses = Object.values(addressSettings(peers));
  return {
    name,
    peers: Object.keys(peers),
    stores: Object.values(stores).map(({ kind }) => kind),
    migrations: Object.values(stores).find((store) => store.migrations)?.migrations,
    retention: Object.assign({}, ...Object.values(stores).map((store) => store.retention)),
    variables: variablesOf([...Object.values(processSettings), ...Object.values(stores), ...addresses, ...own]),
    errors: errors?.catalogue ?? {},
    findsCurrentActor: definition.currentActor !== undefined,
    declaredRoutes: () => routes?.(unstarted(name) as D).list ?? [],
    handledEvents: () => handledBy(definition),
    declaredJobs: () => definition.jobs?.(unstarted(name) as D) ?? [],
    configure: (env) => configure(definition, env),
  };
}

function addressSettings(peers: Peers): Record<string, Setting<string>> {
  const setting = (peer: string) =>
    text(variableOf(peer, 'GRPC'), { about: `Where ${peer} answers calls, as host:port.`, wired: true });
  return Object.fromEntries(Object.keys(peers).map((peer) => [peer, setting(peer)]));
}

/** What one environment says to a service. */
interface Configuration {
  secret: string;
  /** By the names of the definition. */
  stores: readonly (readonly [string, AddressedStore<unknown>])[];
  addresses: Record<string, string>;
  config: unknown;
}

function configure<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D>(
  definition: ServiceDefinition<P, S, C, R, D>,
  env: Environment,
): ConfiguredService {
  const { peers = {}, settings = {}, httpPort } = definition;
  const stores: Stores = definition.stores ?? {};
  const process = readSettings(env, processSettings);
  if (httpPort) process.httpPort = httpPort.read(env);
  const configuration: Configuration = {
    secret: process.internalTokenSecret,
    stores: Object.entries(stores).map(([key, store]) => [key, store.read(env)] as const),
    addresses: readSettings(env, addressSettings(peers)),
    config: readSettings(env, settings),
  };
  return {
    process,
    open: (ctx) => openService(definition, ctx, configuration),
    async migrate(ctx) {
      for (const [, store] of configuration.stores) await store.migrate?.(ctx);
    },
  };
}

/** Opens what is named, in its order; then what the service consists of, which is at work from here on. */
async function openService<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D>(
  definition: ServiceDefinition<P, S, C, R, D>,
  ctx: Context,
  configuration: Configuration,
): Promise<ServiceParts> {
  const stores = new Map<string, OpenStore<unknown>>();
  for (const [key, store] of configuration.stores) stores.set(key, await store.open(ctx));
  const given = give(definition, ctx, configuration, stores);
  const deps = await definition.build(given);
  const { rpc, events, jobs, loops } = definition;

  const commands: ServiceParts['commands'] = { ...definition.commands?.(deps) };
  const { bus } = findStore(stores, (store) => store.bus !== undefined);
  const { events: kept } = findStore(stores, (store) => store.events !== undefined);
  const { startJobs } = findStore(stores, (store) => store.startJobs !== undefined);
  if (bus && kept) commands.replay = replayCommand(kept.startRelay(bus));
  if (events) {
    if (!bus || !kept) throw new Error(`${ctx.name} handles events, but names no bus or no store that remembers them`);
    const handlers = handlersOf(events, given, deps);
    if (startJobs) refuseOwnEvents(ctx.name, [...handlers.on, ...handlers.after]);
    // The handlers are of this store: HandlerContext says so.
    kept.startConsumer(bus, handlers as EventHandlers<unknown>);
  }
  if (jobs && !startJobs) throw new Error(`${ctx.name} has jobs, but names no store that keeps them`);
  startJobs?.(jobs?.(deps) ?? []);
  for (const loop of loops?.(deps) ?? []) keepLooping(ctx, loop, kept);
  return {
    http: openHttp(definition, ctx, deps),
    ...(rpc && { rpc: new GrpcServer(ctx).serve(rpc.service, rpc.handlers(deps)) }),
    commands,
  };
}

function openHttp<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D>(
  { errors, routes, currentActor, http }: ServiceDefinition<P, S, C, R, D>,
  ctx: Context,
  deps: D,
): RequestListener {
  if (http) return http(deps);
  const catalogue = errors?.catalogue ?? {};
  return createHttpApp(ctx, routes?.(deps) ?? new Routes(), { catalogue, currentActor: currentActor?.(deps) });
}

function give<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D>(
  { peers = {} as P }: ServiceDefinition<P, S, C, R, D>,
  ctx: Context,
  { secret, addresses, config }: Configuration,
  stores: ReadonlyMap<string, OpenStore<unknown>>,
): BuildContext<P, S, C> {
  const clients = Object.entries(peers).map(([peer, contract]) => [
    peer,
    connect(ctx, contract, peer, addresses[peer] ?? ''),
  ]);
  return {
    ...Object.fromEntries([...stores].map(([key, { value }]) => [key, value])),
    ctx,
    config,
    peers: Object.fromEntries(clients),
    secret,
    cursors: new Cursors(secret),
    urls: new MediaUrls(secret),
    // Made key by key of what the definition names, which is what the type says.
  } as BuildContext<P, S, C>;
}

/** `on` gets by value what it may see by type: the peers are taken away. */
function handlersOf<P extends Peers, S extends Stores, C extends Settings, D>(
  { on, after }: ServiceEvents<P, S, C, D>,
  given: BuildContext<P, S, C>,
  deps: D,
) {
  const { peers, ...own } = given;
  const made = on?.(own as unknown as LocalContext<S, C>) ?? [];
  return {
    on: made.flatMap((each) => (typeof each === 'function' ? each(peers) : [each])),
    after: after?.(deps) ?? [],
  };
}

/** The handlers are made of what is not started: they use nothing of it before an event comes. */
function handledBy<P extends Peers, S extends Stores, C extends Settings, R extends GrpcDefinition, D>({
  name,
  events = {},
}: ServiceDefinition<P, S, C, R, D>): string[] {
  const { on, after } = handlersOf(events, { peers: unstarted(name) } as BuildContext<P, S, C>, unstarted(name) as D);
  return [...on, ...after].map(({ type }) => type);
}

/** Where jobs can be kept, what follows a commit of one's own is a job of that transaction (docs/decisions/0014). */
function refuseOwnEvents(name: string, handlers: readonly { type: string }[]): void {
  const own = handlers.find(({ type }) => streamOf(type) === streamOf(name));
  if (own)
    throw new Error(`${name} handles ${own.type}, which it says itself: enqueue a job in the transaction instead`);
}

const findStore = (
  stores: ReadonlyMap<string, OpenStore<unknown>>,
  is: (store: OpenStore<unknown>) => boolean,
): Partial<OpenStore<unknown>> => [...stores.values()].find(is) ?? {};

function keepLooping(ctx: Context, { what, everyMs, work, onEmitted }: LoopSpec, kept?: EventStore<unknown>): void {
  const loop = startLoop(ctx, what, everyMs, work);
  ctx.onStop(what, () => loop.stop());
  if (onEmitted) kept?.onEmitted(loop.wake);
}
