import type { Bus } from '@tribus/kit/events/broker.ts';
import { openBus } from '@tribus/kit/events/bus.ts';
import { type EventType, recordEvent, streamOf } from '@tribus/kit/events/events.ts';
import { type Calls, connect } from '@tribus/kit/grpc/client.ts';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import { type AppError, fail } from '@tribus/kit/runtime/errors.ts';
import { LateServer } from '@tribus/kit/testing/late-server.ts';
import { bootService, stubPeer, TestClock, type TestService, testContext } from '@tribus/kit/testing/service.ts';
import { testStores } from '@tribus/kit/testing/stores.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { IdentityServiceService, User } from '@tribus/proto/identity/v1/service.ts';
import { MediaServiceService, StoredObject } from '@tribus/proto/media/v1/service.ts';
import * as events from '@tribus/proto/tribes/v1/events.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { tribes } from '../src/service.ts';

const said = Object.values(events).filter((value) => '$type' in value);

let serial = 0;
/** Different at every call. */
export const unique = (what: string): string => `${what}-${++serial}`;

export const person = (name = unique('persona')): Actor => userActor(name);
export const admin: Actor = userActor('admin', { role: 'admin' });

/** What was said of who may see a picture, or all of a collection. */
interface Said {
  visibility: string;
  version: number;
  collection: string;
}

/** Media as tribes meets it. */
export class MediaStub {
  /** Thrown instead of taking the next file. */
  refusal: AppError | undefined;
  readonly uploads: {
    key: string;
    purpose: string;
    visibility: string;
    collection: string;
    ownerId: string;
    bytes: number;
  }[] = [];
  readonly kept: string[] = [];
  readonly deleted: string[] = [];
  /** The newest that was said of each picture and each collection. */
  readonly visibilities = new Map<string, Said>();
  /** Thrown instead of noting it. */
  deaf: AppError | undefined;
  /** Pictures and collections of which it takes no word. */
  readonly refused = new Set<string>();

  #note(name: string, said: Said): void {
    if (this.deaf) throw this.deaf;
    if (this.refused.has(name)) throw fail('invalid_input');
    if (said.version > (this.visibilities.get(name)?.version ?? 0)) this.visibilities.set(name, said);
  }

  get handlers(): Parameters<typeof stubPeer<MediaServiceService>>[2] {
    return {
      upload: async (messages) => {
        const upload = { key: unique('banner'), purpose: '', visibility: '', collection: '', ownerId: '', bytes: 0 };
        for await (const { part } of messages) {
          if (part?.$case === 'meta') Object.assign(upload, part.value);
          if (part?.$case === 'chunk') upload.bytes += part.value.length;
        }
        if (this.refusal) throw this.refusal;
        this.uploads.push(upload);
        const variants = [{ name: 'medium' as const, key: `${upload.key}.medium`, width: 800, height: 400 }];
        return { object: StoredObject.fromPartial({ key: upload.key, lqip: 'data:image/webp;base64,AA', variants }) };
      },
      keepObjects: async ({ keys }) => {
        this.kept.push(...keys);
        return {};
      },
      setObjectVisibility: async ({ keys, ...said }) => {
        for (const key of keys) this.#note(key, said);
        return {};
      },
      setCollectionVisibility: async (said) => {
        this.#note(said.collection, said);
        return {};
      },
      deleteObjects: async ({ keys }) => {
        this.deleted.push(...keys);
        return {};
      },
      getObjects: async () => ({ objects: [] }),
    };
  }
}

/** The service over real stores, between an identity that knows everybody by their id and a media that takes all. */
export interface Stage {
  service: TestService;
  clock: TestClock;
  media: MediaStub;
  rpc: Calls<TribesServiceService>;
  postgresUrl: string;
  /** Founds a tribe; its id. */
  found(owner: Actor, more?: object): Promise<number>;
  /** Joins. */
  join(tribeId: number, ...actors: Actor[]): Promise<void>;
  /** All events of a type said so far. */
  events<P>(type: EventType<P>): Promise<P[]>;
  /** Says something as another service would; resolves when tribes has dealt with it. */
  say<P>(type: EventType<P>, payload: NoInfer<P>): Promise<void>;
  /** Between the service and its database. */
  postgres: LateServer;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const stores = await testStores();
  const postgres = new LateServer(stores.env.POSTGRES_URL, 0);
  await postgres.come();
  const clock = new TestClock();
  const media = new MediaStub();
  const peers = [
    await stubPeer('identity', IdentityServiceService, identityHandlers),
    await stubPeer('media', MediaServiceService, media.handlers),
  ] as const;
  const sibling = testContext('sibling', clock);
  const bus = await openBus(sibling, { url: stores.env.NATS_URL });
  const heard = listen(bus);
  await until(() => bus.connected, 'the bus is there');
  const siblings = { IDENTITY_GRPC: peers[0].address, MEDIA_GRPC: peers[1].address };
  const env = { ...stores.env, POSTGRES_URL: postgres.url, ...siblings };
  const service = await bootService(tribes, env, clock);
  const rpc = connect(sibling, TribesServiceService, 'tribes', service.grpcAddress);

  const eventsOf = <P>(type: EventType<P>): P[] =>
    heard.filter((event) => event.type === type.$type).map(({ payload }) => type.decode(payload));
  /** Events are said in their order: when this newcomer is heard of, all before are. */
  const allSaid = async () => {
    const userId = unique('fence');
    await rpc.ensureHomininiMember({ userId });
    await until(() => eventsOf(events.MemberJoined).some((event) => event.userId === userId), 'all is said');
  };
  return {
    service,
    clock,
    media,
    postgres,
    rpc,
    postgresUrl: stores.env.POSTGRES_URL,
    async found(owner, more = {}) {
      const { status, body } = await service.as(owner).post('/tribes', { name: unique('Tribu'), ...more });
      if (status !== 201) throw new Error(`not founded: ${JSON.stringify(body)}`);
      const isKnown = async () => {
        const [tribe] = (await rpc.getTribes({ ids: [body.id] })).tribes;
        return tribe?.isPrivate ? media.visibilities.has(`tribe:${body.id}`) : tribe?.picturesPublic === true;
      };
      await until(isKnown, 'media knows the tribe');
      return body.id;
    },
    async join(tribeId, ...actors) {
      for (const actor of actors) {
        const { status, body } = await service.as(actor).post(`/tribes/${tribeId}/join`);
        if (status !== 200) throw new Error(`not let in: ${JSON.stringify(body)}`);
      }
    },
    async events(type) {
      await allSaid();
      return eventsOf(type);
    },
    async say(type, payload) {
      await bus.stream(streamOf(type.$type));
      const before = await processed(service);
      await bus.publish(recordEvent({ ...sibling, newId: () => crypto.randomUUID() }, type, payload));
      await until(async () => (await processed(service)) > before, `tribes dealt with ${type.$type}`);
    },
    async close() {
      await service.stop();
      await sibling.close();
      for (const peer of peers) await peer.stop();
      await postgres.close();
      await stores.drop();
    },
  };
}

function listen(bus: Bus): { type: string; payload: Uint8Array }[] {
  const heard: { type: string; payload: Uint8Array }[] = [];
  bus.listen(
    said.map(({ $type }) => $type),
    (type, payload) => heard.push({ type, payload }),
  );
  return heard;
}

/** How many events of identity were dealt with. */
async function processed({ metrics }: TestService): Promise<number> {
  const values = (await metrics.registry.getSingleMetric('consumer_processed_total')?.get())?.values ?? [];
  return values
    .filter(({ labels }) => String(labels.consumer).toUpperCase().includes('IDENTITY'))
    .reduce((sum, { value }) => sum + value, 0);
}

const identityHandlers: Parameters<typeof stubPeer<IdentityServiceService>>[2] = {
  getUsers: async ({ ids }) => ({
    users: ids.map((id) =>
      User.fromPartial({ id, name: `Nombre de ${id}`, email: `${id}@tribus.test`, isDeleted: id.startsWith('gone') }),
    ),
  }),
  resolveSessions: async () => ({ sessions: [] }),
  listFollowers: async () => ({ userIds: [], nextCursor: '' }),
  getSite: async () => ({ maintenanceEnabled: false, maintenanceMessage: '', disableSignup: false }),
  setAgent: async () => ({}),
};
