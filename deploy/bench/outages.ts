import { randomUUID } from 'node:crypto';
import { type DurationRow, Durations, expectStatus } from './durations.ts';
import {
  findNotifiedPosts,
  type Neighbours,
  neighboursIn,
  type Stage,
  whileFrozen,
  withStage,
} from './stoppable-system.ts';

/** Limit for a request whose service is stopped (trust.md, Figures). */
const refusedMs = 3_000;
/** Limit when a process accepts the request and hangs: the gateway waits 2.5 s for a response. */
const hangingMs = 3_500;
const recoveredMs = 15_000;
const rounds = 3;

/** Measures when requests to a stopped part are refused, how long other requests take, and when all works again. */
export function measureOutages(): Promise<DurationRow[]> {
  return withStage(async (stage) => {
    const scene = new OutageScene(stage, await neighboursIn(stage.system));
    await scene.stopMessaging();
    await scene.stopIdentity();
    await scene.freezeServices();
    await scene.freezeStores();
    await scene.stopTribes();
    await scene.stopRedis();
    await scene.stopNats();
    return scene.rows();
  });
}

const everyService = (tribeId: number): string[] => [
  '/auth/me',
  `/tribes/${tribeId}`,
  `/tribes/${tribeId}/posts`,
  '/notifications',
  '/gamification/me',
];

class OutageScene {
  readonly #stage: Stage;
  readonly #people: Neighbours;
  readonly #stopped = new Durations();
  readonly #frozen = new Durations();
  readonly #store = new Durations();
  readonly #others = new Durations();
  readonly #registered = new Durations();
  readonly #recovered = new Durations();
  readonly #caughtUp = new Durations();

  constructor(stage: Stage, people: Neighbours) {
    this.#stage = stage;
    this.#people = people;
  }

  rows(): DurationRow[] {
    return [
      this.#stopped.row('outage-stopped', 'stopped service, until a request is refused', refusedMs),
      this.#frozen.row('outage-frozen', 'frozen service, until a request is refused', hangingMs),
      this.#store.row('outage-store', 'frozen store, until a request is refused', refusedMs),
      this.#others.row('outage-others', 'requests that do not need the stopped part', refusedMs),
      this.#registered.row('outage-register', 'registration with tribes stopped or frozen', refusedMs),
      this.#recovered.row('outage-back', 'part restarted, until everything works again', recoveredMs),
      this.#caughtUp.row('outage-caught-up', 'part restarted, until all pending events are handled', recoveredMs),
    ];
  }

  async stopMessaging(): Promise<void> {
    const { author, follower, tribeId } = this.#people;
    const messaging = this.#stage.system.system.service('messaging');
    await messaging.stop();
    for (let round = 0; round < rounds; round += 1) {
      await this.#refused(this.#stopped, () => follower.get('/notifications'));
      await this.#refused(this.#stopped, () => follower.post(`/tribes/${tribeId}/chat`, { content: '¿Hay alguien?' }));
    }
    const posts = [];
    for (let round = 0; round < rounds; round += 1)
      posts.push(await this.#others.time(() => author.publish(tribeId, { content: `sin avisos ${round}` })));
    await messaging.start();
    await this.#measureRecovery();
    await this.#measureCatchUp(posts.map(({ id }) => id));
  }

  async stopIdentity(): Promise<void> {
    const { author } = this.#people;
    const identity = this.#stage.system.system.service('identity');
    await identity.stop();
    const { visitor } = this.#stage.system;
    for (let round = 0; round < rounds; round += 1)
      await this.#refused(this.#stopped, () => visitor.post('/auth/login', { email: author.email, password: 'x' }));
    await identity.start();
    await this.#measureRecovery();
  }

  /** Sends the requests one after another, each of another kind, as waiting people do. */
  async freezeServices(): Promise<void> {
    const { system } = this.#stage;
    const { follower, tribeId } = this.#people;
    const paths = {
      messaging: '/notifications',
      gamification: '/gamification/me',
      content: `/tribes/${tribeId}/posts`,
    };
    for (const [name, path] of Object.entries(paths)) {
      await whileFrozen(system.system.service(name).pid, () => this.#refused(this.#frozen, () => follower.get(path)));
      await this.#measureRecovery();
    }
  }

  async freezeStores(): Promise<void> {
    const { stores } = this.#stage.system.system;
    const { follower, tribeId } = this.#people;
    const paths = { postgres: `/tribes/${tribeId}/posts`, mongodb: '/notifications' } as const;
    for (const store of ['postgres', 'mongodb'] as const) {
      const pid = stores.pidOf(store);
      await whileFrozen(pid, () => this.#refused(this.#store, () => follower.get(paths[store])));
      await this.#measureRecovery();
    }
  }

  async stopTribes(): Promise<void> {
    const { system } = this.#stage;
    const tribes = system.system.service('tribes');
    const register = async () => {
      const account = { email: `nueva.${randomUUID()}@bench.test`, password: 'una clave para medir' };
      const { status } = await this.#registered.time(() => system.visitor.post('/auth/register', account));
      expectStatus(status, [201], 'a registration without tribes');
    };
    await whileFrozen(tribes.pid, register);
    await this.#measureRecovery();
    await tribes.stop();
    await register();
    await tribes.start();
    await this.#measureRecovery();
  }

  async stopRedis(): Promise<void> {
    const { author, follower, tribeId } = this.#people;
    await this.#stage.redis.stop();
    const otherSession = await this.#others.time(() => author.signInAgain());
    await this.#others.time(() => otherSession.publish(tribeId, { content: 'Sin Redis' }));
    await this.#stage.restartRedis();
    await this.#recovered.measure(async () => (await follower.post('/user/heartbeat')).status === 200);
  }

  async stopNats(): Promise<void> {
    const { author, tribeId } = this.#people;
    await this.#stage.nats.stop();
    const posts = [];
    for (let round = 0; round < rounds; round += 1)
      posts.push(await this.#others.time(() => author.publish(tribeId, { content: `sin NATS ${round}` })));
    await this.#stage.restartNats();
    await this.#measureCatchUp(posts.map(({ id }) => id));
  }

  async #refused(durations: Durations, act: () => Promise<{ status: number }>): Promise<void> {
    const { status } = await durations.time(act);
    expectStatus(status, [503, 504], 'a request to the stopped part');
  }

  async #measureRecovery(): Promise<void> {
    const { follower, tribeId } = this.#people;
    const paths = everyService(tribeId);
    await this.#recovered.measure(async () => {
      const responses = await Promise.all(paths.map((path) => follower.get(path)));
      return responses.every(({ status }) => status === 200);
    });
  }

  /** Waits until the follower is notified of these posts and the author has points for all of hers. */
  async #measureCatchUp(posts: readonly string[]): Promise<void> {
    const { author, follower, tribeId } = this.#people;
    await this.#caughtUp.measure(async () => {
      const [notified, { items }] = [
        await findNotifiedPosts(follower),
        await author.read(`/tribes/${tribeId}/posts?limit=100`),
      ];
      const { points } = await author.read('/gamification/me');
      return posts.every((id) => notified.includes(id)) && points >= 5 * Math.min(items.length, 10);
    });
  }
}
