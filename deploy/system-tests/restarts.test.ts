import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { succeeds, until } from '@tribus/kit/testing/until.ts';
import type { StoreName } from '../stores/stores.ts';
import type { Person } from './people.ts';
import { testWithOwnSystem as test } from './targets.ts';
import { passingTimeLimits, startTestSystem, type TestSystem } from './test-system.ts';

/** Writes a post and a message, which different stores save; resolves once both are acknowledged. */
async function writesAgain(author: Person, tribeId: number, content: string): Promise<void> {
  const published = () => author.publish(tribeId, { content }).catch(() => undefined);
  const sent = async () => (await author.post(`/tribes/${tribeId}/chat`, { content })).status < 300;
  await until(async () => (await published()) !== undefined, 'posts are taken again');
  await until(sent, 'messages are taken again');
}

describe('with a process for each service and stores of its own', () => {
  let system: TestSystem;
  const logged: string[] = [];
  beforeAll(async () => {
    const supervision = { log: (line: string) => logged.push(line), giveUp: (line: string) => logged.push(line) };
    system = await startTestSystem({ topology: 'many', ownStores: true, supervision, env: passingTimeLimits });
  });
  afterAll(() => system.close());

  const kill = (store: StoreName): void => {
    const pid = system.system.stores.pidOf(store);
    if (pid === undefined) throw new Error(`${store} does not run here`);
    process.kill(pid, 'SIGKILL');
  };

  async function foundTribe(name: string): Promise<{ ana: Person; tribeId: number }> {
    const ana = await system.newcomer('ana');
    const tribe = await ana.createTribe(`${name} ${ana.id}`);
    await system.settled();
    return { ana, tribeId: tribe.id };
  }

  async function contentsOf(ana: Person, path: string): Promise<string[]> {
    return (await ana.read(path)).items.map(({ content }: { content: string }) => content);
  }

  test.each(['postgres', 'mongodb', 'nats', 'redis'] as const)(
    'after %s was killed the system recovers, and each acknowledged write exists once',
    async (store) => {
      const { ana, tribeId } = await foundTribe(`Firmes ${store}`);
      const posts: string[] = [];
      const messages: string[] = [];
      const before = system.system.stores.pidOf(store);
      await writesAgain(ana, tribeId, 'antes');
      const writing = Array.from({ length: 6 }, async (_, index) => {
        const content = `durante ${index}`;
        if (await ana.publish(tribeId, { content }).catch(() => undefined)) posts.push(content);
        if ((await ana.post(`/tribes/${tribeId}/chat`, { content })).status < 300) messages.push(content);
      });
      kill(store);
      await Promise.all(writing);
      await until(async () => system.system.stores.pidOf(store) !== before, `${store} runs again`);
      await writesAgain(ana, tribeId, 'después');
      const signsIn = async () => (await ana.signInAgain().catch(() => undefined))?.id === ana.id;
      await until(signsIn, 'people sign in again');

      await until(() => succeeds(() => system.system.settled()), 'all events are handled');
      const savedPosts = await contentsOf(ana, `/tribes/${tribeId}/posts?limit=100`);
      expect(savedPosts).toEqual(expect.arrayContaining(['antes', ...posts, 'después']));
      const savedMessages = await contentsOf(ana, `/tribes/${tribeId}/chat`);
      expect(savedMessages).toEqual(expect.arrayContaining(['antes', ...messages, 'después']));
      for (const content of ['antes', ...posts])
        expect(savedPosts.filter((saved) => saved === content)).toHaveLength(1);
      const { points } = await ana.read('/gamification/me');
      expect(points).toBe(5 * Math.min(savedPosts.length, 10));
      expect(logged.filter((line) => line.startsWith(`${store} was ended by SIGKILL`))).toHaveLength(1);
    },
  );

  test('a killed service process is restarted, and its peers reconnect', async () => {
    const { ana, tribeId } = await foundTribe('Tenaces');
    const written = await ana.publish(tribeId, { content: 'antes' });
    await system.system.service('content').crash();
    await writesAgain(ana, tribeId, 'después');
    const { items } = await ana.read(`/tribes/${tribeId}/posts`);
    expect(items.map(({ id }: { id: string }) => id)).toContain(written.id);
    expect(logged).toContain('content was ended by SIGKILL; restarting');
  });
});

describe('with all services in one process', () => {
  let system: TestSystem;
  const logged: string[] = [];
  beforeAll(async () => {
    const supervision = { log: (line: string) => logged.push(line), giveUp: (line: string) => logged.push(line) };
    system = await startTestSystem({ topology: 'one', supervision });
  });
  afterAll(() => system.close());

  test('an ended gateway thread is restarted at the same address, and sessions remain valid', async () => {
    const ana = await system.newcomer('ana');
    await system.system.service('gateway').crash();
    const answers = () =>
      ana.get('/auth/me').then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(answers, 'the gateway answers again');
    expect(logged).toEqual(['gateway ended with code 1; restarting']);
  });

  test('a stop during a restart completes, and leaves no process running', async () => {
    const gateway = system.system.service('gateway');
    await gateway.crash();
    await system.system.stop();
    expect(gateway.running).toBe(false);
    await expect(system.visitor.get('/health')).rejects.toThrow('fetch failed');
  });
});
