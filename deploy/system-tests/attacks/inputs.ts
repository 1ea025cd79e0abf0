import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { postForm } from '../people.ts';
import type { SharedSystem } from '../test-system.ts';

const operator = { $ne: 1 };

/** Invalid bodies, queries and fields are refused. */
export function attackByInput(system: () => SharedSystem): void {
  test('an operator instead of a text is refused', async () => {
    const [ana, admin] = [await system().newcomer('ana'), await system().admin()];
    const post = await ana.publish(38, { content: 'Hola' });
    const bodies: [string, object][] = [
      ['/auth/register', { email: operator, password: 'secreta1' }],
      ['/auth/login', { email: ana.email, password: operator }],
      ['/auth/login', { email: operator, password: operator }],
      ['/tribes', { name: operator }],
      ['/tribes', { name: 'Con tags', tags: operator }],
      [`/tribes/38/posts/${post.id}/reactions`, { type: operator }],
      [`/tribes/38/posts/${post.id}/comments`, { content: operator }],
      [`/tribes/38/posts/${post.id}/comments`, { content: 'x', parentId: operator }],
      ['/tribes/38/chat', { content: operator }],
      ['/tribes/38/chat', { content: 'x', parentId: operator }],
      ['/messages', { toUserId: operator, tribeId: 38, content: 'x' }],
      ['/messages', { toUserId: ana.id, tribeId: operator, content: 'x' }],
      [`/vibes/${post.id}/reactions`, { emoji: operator }],
    ];
    for (const [path, body] of bodies)
      expect([path, body, (await ana.post(path, body)).status]).toEqual([path, body, 400]);
    expect((await admin.post('/admin/agents', { userId: operator })).status).toBe(400);
    expect((await ana.put(`/tribes/38/posts/${post.id}`, { content: operator })).status).toBe(400);
    for (const query of ['q[$ne]=1', 'cursor[$gt]=', 'limit[$gt]=1', 'q=%24ne', 'q=%25_%5C'])
      expect((await ana.get(`/tribes?${query}`)).status).toBe(200);
    expect((await ana.get('/tribes/38/posts?cursor=AAAA')).body.code).toBe('bad_cursor');
  });

  test('unknown fields are not written', async () => {
    const { visitor } = system();
    const input = {
      email: `alta.${Date.now()}@tribus.test`,
      password: 'una-clave',
      role: 'admin',
      emailVerified: true,
    };
    const { user } = (await visitor.call('POST', '/auth/register', input)).body;
    expect(user).toMatchObject({ role: 'user', emailVerified: false });
    const ana = await system().newcomer('ana');
    const tribe = await ana.createTribe(`Mía ${ana.id}`, {
      id: 5,
      membersCount: 99,
      ownerId: user.id,
      normalizedName: 'x',
    });
    expect(tribe).toMatchObject({ membersCount: 1, membership: { role: 'owner' } });
    expect([tribe.id >= 100, tribe.normalizedName === 'x']).toEqual([true, false]);
    const prototype = `{"name":"Proto ${ana.id}","__proto__":{"isPrivate":true},"constructor":{"prototype":{"admin":true}}}`;
    const made = await ana.call('POST', '/tribes', prototype, { 'content-type': 'application/json' });
    expect([made.status, made.body.isPrivate]).toEqual([201, false]);
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });

  test('bodies that are too large, too deep, malformed or of another type are refused', async () => {
    const ana = await system().newcomer('ana');
    const json = { 'content-type': 'application/json' };
    const send = async (body: string, headers: Record<string, string> = json) =>
      (await ana.call('POST', '/tribes', body, headers)).status;
    expect(await send(`{"name":"${'x'.repeat(1_100_000)}"}`)).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 20; part += 1) controller.enqueue(Buffer.alloc(100_000, 'x'));
        controller.close();
      },
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: chunks, headers: json, duplex: 'half' };
    expect((await ana.fetch('/tribes', init)).status).toBe(413);
    expect(await send(`{"name":"Honda","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)).toBe(400);
    expect(await send('{"name":')).toBe(400);
    expect(await send('"Panaderos"')).toBe(400);
    expect(await send('name=Panaderos', { 'content-type': 'text/plain' })).toBe(415);
    expect(await send('{}', { 'content-type': 'application/json; charset=nada' })).toBe(415);
    const packed = { method: 'POST', headers: { ...json, 'content-encoding': 'gzip' } };
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    expect((await ana.fetch('/tribes', { ...packed, body: bomb })).status).toBe(413);
    expect((await ana.fetch('/tribes', { ...packed, body: 'no' })).status).toBe(400);
    expect(await send('{}', { ...json, 'content-encoding': 'nada' })).toBe(415);
  });

  test('a NUL is refused in every field', async () => {
    const ana = await system().newcomer('ana');
    expect((await ana.post('/tribes', { name: 'Nu\u0000lo' })).status).toBe(400);
    expect((await ana.post('/tribes/38/chat', { content: 'a\u0000b' })).status).toBe(400);
    expect((await ana.post('/tribes/38/posts', postForm({ content: 'a\u0000b' }))).status).toBe(400);
    expect((await ana.get('/tribes?q=a%00b')).status).toBe(400);
    expect((await ana.get('/tribes/38/posts/a%00b')).status).toBe(404);
    expect((await ana.post('/auth/login', { email: 'a\u0000@b.test', password: 'x\u0000' })).status).toBe(400);
  });

  test('personal responses are not cached, and pages have a restrictive content policy', async () => {
    const ana = await system().newcomer('ana');
    const response = await ana.get('/auth/me', { origin: 'https://evil.test' });
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toMatch(/object-src 'none'/);
    expect(response.headers.get('x-powered-by')).toBeNull();
  });
}
