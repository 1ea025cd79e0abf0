import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trueTimeLimits } from '@tribus/kit/testing/service.ts';
import type { LocalStore } from '../stores/local-store.ts';
import { startNats } from '../stores/nats.ts';
import { startRedis } from '../stores/redis.ts';
import type { Person } from '../system-tests/people.ts';
import { startTestSystem, type TestSystem } from '../system-tests/test-system.ts';
import { familyOf } from './usage.ts';

/** System of processes that a scene may stop, with its own NATS and Redis; time limits as in production. */
export interface Stage {
  system: TestSystem;
  nats: LocalStore;
  redis: LocalStore;
  /** Restarts the stopped NATS at the same address. */
  restartNats(): Promise<void>;
  restartRedis(): Promise<void>;
}

export async function withStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tribus-bench-away-'));
  const options = { dataDir, env: process.env };
  const [nats, redis] = await Promise.all([startNats(options), startRedis(options)]);
  const env = { NATS_URL: nats.url, REDIS_URL: redis.url, ...trueTimeLimits };
  const system = await startTestSystem({ topology: 'many', ownStores: true, env });
  const stage: Stage = {
    system,
    nats,
    redis,
    async restartNats() {
      stage.nats = await startNats({ ...options, port: portOf(stage.nats) });
    },
    async restartRedis() {
      stage.redis = await startRedis({ ...options, port: portOf(stage.redis) });
    },
  };
  try {
    return await work(stage);
  } finally {
    await system.close();
    await Promise.all([stage.nats.stop(), stage.redis.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  }
}

const portOf = ({ url }: LocalStore): number => Number(new URL(url).port);

/** Suspends a process and its children with SIGSTOP while `work` runs. */
export async function whileFrozen(pid: number | undefined, work: () => Promise<void>): Promise<void> {
  if (pid === undefined) throw new Error('a process that is not running cannot be frozen');
  const family = familyOf(pid);
  for (const each of family) process.kill(each.pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    for (const each of family) process.kill(each.pid, 'SIGCONT');
  }
}

/** Two people in one tribe; the second follows the first. */
export interface Neighbours {
  author: Person;
  follower: Person;
  tribeId: number;
}

export async function neighboursIn(system: TestSystem): Promise<Neighbours> {
  const [author, follower] = await Promise.all([system.newcomer('ana'), system.newcomer('beto')]);
  const { id: tribeId }: { id: number } = await author.createTribe(`Vecinas ${author.id}`);
  await follower.join(tribeId);
  await follower.post(`/auth/users/${author.id}/follow`);
  await system.settled();
  return { author, follower, tribeId };
}

/** Returns the ids of the posts the follower was notified of; an empty list while messaging is unavailable. */
export async function findNotifiedPosts(follower: Person): Promise<string[]> {
  const { status, body } = await follower.get('/notifications');
  if (status !== 200) return [];
  const notifications: { type: string; data: { postId: string } }[] = body.items;
  return notifications.filter(({ type }) => type === 'follow_post').map(({ data }) => data.postId);
}
