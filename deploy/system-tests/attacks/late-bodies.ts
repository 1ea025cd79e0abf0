import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Answer, Person } from '../people.ts';
import type { SharedSystem } from '../test-system.ts';
import { newName } from '../tribe-fixture.ts';

/** How much of a body goes with its head. */
const beginnings = [0, 2];

interface Held {
  /** Sends the rest, and resolves to the status of the answer. */
  finish(): Promise<number>;
}

/** Begins a request and keeps its body back. */
async function hold(person: Person, method: string, path: string, body: object, beginning: number): Promise<Held> {
  const { hostname, port } = new URL(person.url);
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  const answer = text(socket);
  const json = Buffer.from(JSON.stringify(body));
  const head = [
    `${method} /api${path} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${person.token}`,
    'content-type: application/json',
    `content-length: ${json.length}`,
    'connection: close',
  ];
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), json.subarray(0, beginning)]));
  return {
    async finish() {
      socket.write(json.subarray(beginning));
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(await answer)?.[1]);
    },
  };
}

/** Whoever holds the body of a request back does not keep a right that ends meanwhile. */
export function attackByLateBodies(system: () => SharedSystem): void {
  /**
   * What requests of `person` are answered whose bodies come once the gateway knows that the right has ended. The session
   * is a new one, so that it looks at it first for these, and seconds pass until it looks again.
   */
  async function finishAfter(
    person: Person,
    [method, path, body]: [string, string, object],
    { end, hasEnded }: { end: () => Promise<unknown>; hasEnded: () => Promise<boolean> },
  ): Promise<number[]> {
    const held = await Promise.all(beginnings.map((beginning) => hold(person, method, path, body, beginning)));
    // Asked after them: by its answer the gateway has let them in.
    expect((await person.get('/auth/me')).status).toBe(200);
    await end();
    await until(hasEnded, 'the gateway knows that the right has ended');
    return Promise.all(held.map((each) => each.finish()));
  }
  test.each<[string, number]>([
    ['logged out', 401],
    ['suspended', 401],
    ['silenced', 403],
  ])('who was %s while a body arrived has written nothing', async (how, status) => {
    const [owner, admin] = [await system().newcomer('duena'), await system().admin()];
    const tribe: { id: number } = await owner.createTribe(newName());
    const chat = `/tribes/${tribe.id}/chat`;
    const person = await (await system().newcomer('sale')).elsewhere();
    await (await person.elsewhere()).join(tribe.id);
    const impose = (kind: string) =>
      admin.post(`/admin/users/${person.id}/sanctions`, { kind, reason: 'spam', message: 'Demasiada publicidad' });
    const ends: Record<string, () => Promise<Answer>> = {
      'logged out': () => person.post('/auth/logout'),
      suspended: () => impose('suspension'),
      silenced: () => impose('silence'),
    };
    const statuses = await finishAfter(person, ['POST', chat, { content: 'Aún aquí' }], {
      end: async () => expect((await ends[how]?.())?.status).toBeLessThan(300),
      hasEnded: async () => (await person.post('/tribes')).status === status,
    });
    expect(statuses).toEqual(beginnings.map(() => status));
    expect((await owner.read(chat)).items).toEqual([]);
  });

  test('an admin who was demoted while a body arrived does not make themself one again', async () => {
    const [admin, chosen] = [await system().admin(), await system().newcomer('elegida')];
    const setRole = (role: string) => admin.put(`/admin/users/${chosen.id}`, { role });
    expect((await setRole('admin')).status).toBe(200);
    const again = await chosen.elsewhere();
    const statuses = await finishAfter(again, ['PUT', `/admin/users/${chosen.id}`, { role: 'admin' }], {
      end: () => setRole('user'),
      hasEnded: async () => (await again.get('/admin/agents')).status !== 200,
    });
    for (const status of statuses) expect([401, 403]).toContain(status);
    expect((await chosen.elsewhere().then((person) => person.get('/admin/agents'))).status).toBe(403);
  });
}
