import { expect, test } from '@jest/globals';
import { HttpClient, passwordOf, postForm } from '../people.ts';
import { testWithOwnSystem } from '../targets.ts';
import type { SharedSystem } from '../test-system.ts';

const times = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

/** Concurrent requests cannot exceed a limit. */
export function attackInParallel(system: () => SharedSystem): void {
  test('only three of thirty concurrent creations of tribes succeed', async () => {
    const ana = await system().newcomer('ana');
    const responses = await times(30, (index) => ana.post('/tribes', { name: `A la vez ${index} ${ana.id}` }));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(responses.filter(({ body }) => body.code === 'tribe_limit')).toHaveLength(27);
    const { items } = await ana.read('/tribes/@me/memberships');
    expect(items.filter(({ role }: { role: string }) => role === 'owner')).toHaveLength(3);
  });

  test('thirty concurrent likes are one vote or none', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const post = await ana.publish(38, { content: 'Opinen' });
    const react = (type: string) => beto.post(`/tribes/38/posts/${post.id}/reactions`, { type });
    const responses = await times(30, () => react('like'));
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const even = await beto.read(`/tribes/38/posts/${post.id}`);
    expect([even.reactionCounts, even.myReactions]).toEqual([{ like: 0, dislike: 0 }, []]);
    await times(15, (index) => react(index % 2 === 0 ? 'like' : 'dislike'));
    const odd = await beto.read(`/tribes/38/posts/${post.id}`);
    expect(odd.reactionCounts.like + odd.reactionCounts.dislike).toBe(odd.myReactions.length);
    await system().settled();
    expect((await ana.read('/gamification/me')).points).toBe(5 + odd.reactionCounts.like);
  });

  test('only one of twenty concurrent uses of one stream ticket succeeds', async () => {
    const ana = await system().newcomer('ana');
    const { ticket } = (await ana.post('/stream/ticket')).body;
    const anonymous = new HttpClient(ana.url);
    const streams = await times(20, () => anonymous.listen(`/stream?ticket=${ticket}`));
    for (const stream of streams) stream.close();
    const statuses = streams.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(401)]);
  });

  test('twenty concurrent joins create one membership, twenty follows one follower', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const tribe = await ana.createTribe(`Para todos ${ana.id}`);
    const joins = await times(20, () => beto.join(tribe.id));
    expect(joins.filter(({ status }) => status === 200)).toHaveLength(1);
    await times(20, () => beto.post(`/auth/users/${ana.id}/follow`));
    expect((await ana.read(`/tribes/${tribe.id}`)).membersCount).toBe(2);
    expect((await beto.read(`/auth/users/${ana.id}/follow/status`)).followersCount).toBe(1);
    await system().settled();
    expect(await ana.notifications()).toMatchObject([{ type: 'follow' }]);
  });

  test('a request repeated with one idempotency key takes effect once', async () => {
    const ana = await system().newcomer('ana');
    const key = { 'idempotency-key': `una-vez-${ana.id}` };
    const responses = await times(10, () => ana.post('/tribes/38/posts', postForm({ content: 'Una vez' }), key));
    const made = responses.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const other = await ana.post('/tribes/38/posts', postForm({ content: 'Otra cosa' }), key);
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    const again = await ana.post('/tribes/38/posts', postForm({ content: 'Una vez' }), key);
    expect([again.status, again.body.id]).toEqual([201, made[0]?.body.id]);
    await system().settled();
    expect((await ana.read('/gamification/me')).points).toBe(5);
  });

  // In a shared system the guesses would count against all clients of the same address.
  testWithOwnSystem('guessing a password is slowed down without delaying its owner or others', async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    const { visitor } = system();
    const password = passwordOf(ana.email);
    const first = await visitor.post('/auth/login', { email: ana.email, password });
    const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';');
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^tribus_device=[^;]+; Path=\/api\/auth; SameSite=Strict; .*HttpOnly$/),
      expect.stringMatching(/^tribus_device=[^;]+; Path=\/api\/oauth; SameSite=Lax; .*HttpOnly$/),
    ]);
    const guess = (index: number) => visitor.post('/auth/login', { email: ana.email, password: `adivino ${index}` });
    const refused = (await times(30, guess)).filter(({ status }) => status !== 401);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'too_many_attempts']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await visitor.post('/auth/login', { email: ana.email, password }, { cookie })).status).toBe(200);
    const withOnlyCookie = await visitor.get('/auth/me', { cookie });
    expect(withOnlyCookie.status).toBe(401);
    expect((await beto.signInAgain()).id).toBe(beto.id);
  });
}
