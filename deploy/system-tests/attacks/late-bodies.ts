import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person, TestResponse } from '../people.ts';
import type { SharedSystem } from '../test-system.ts';
import { newName } from '../tribe-fixture.ts';

/** Bytes of the body that are sent with the head. */
const beginnings = [0, 2];

interface PendingRequest {
  /** Sends the remaining body; resolves to the status of the response. */
  finish(): Promise<number>;
}

/** Begins a request and delays its body. */
async function beginRequest(
  person: Person,
  method: string,
  path: string,
  body: object,
  beginning: number,
): Promise<PendingRequest> {
  const { hostname, port } = new URL(person.url);
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  const response = text(socket);
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
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(await response)?.[1]);
    },
  };
}

/** A permission that ends while a body arrives no longer applies to that request. */
export function attackByLateBodies(system: () => SharedSystem): void {
  /**
   * Returns the statuses of requests of `person` whose bodies arrive after the gateway has noticed the end of the
   * permission. The session is new, so the gateway first checks it for these requests, and checks again only seconds
   * later.
   */
  async function finishAfter(
    person: Person,
    [method, path, body]: [string, string, object],
    { end, hasEnded }: { end: () => Promise<unknown>; hasEnded: () => Promise<boolean> },
  ): Promise<number[]> {
    const pending = await Promise.all(
      beginnings.map((beginning) => beginRequest(person, method, path, body, beginning)),
    );
    // Sent after them: its response proves that the gateway has admitted them.
    expect((await person.get('/auth/me')).status).toBe(200);
    await end();
    await until(hasEnded, 'the gateway has noticed the end of the permission');
    return Promise.all(pending.map((each) => each.finish()));
  }
  test.each<[string, number]>([
    ['logged out', 401],
    ['suspended', 401],
    ['silenced', 403],
  ])('a request of a person who was %s while its body arrived writes nothing', async (how, status) => {
    const [owner, admin] = [await system().newcomer('duena'), await system().admin()];
    const tribe: { id: number } = await owner.createTribe(newName());
    const chat = `/tribes/${tribe.id}/chat`;
    const person = await (await system().newcomer('sale')).signInAgain();
    await (await person.signInAgain()).join(tribe.id);
    const impose = (kind: string) =>
      admin.post(`/admin/users/${person.id}/sanctions`, { kind, reason: 'spam', message: 'Demasiada publicidad' });
    const ends: Record<string, () => Promise<TestResponse>> = {
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

  test('an admin who was demoted while a body arrived cannot restore their role with it', async () => {
    const [admin, chosen] = [await system().admin(), await system().newcomer('elegida')];
    const setRole = (role: string) => admin.put(`/admin/users/${chosen.id}`, { role });
    expect((await setRole('admin')).status).toBe(200);
    const otherSession = await chosen.signInAgain();
    const statuses = await finishAfter(otherSession, ['PUT', `/admin/users/${chosen.id}`, { role: 'admin' }], {
      end: () => setRole('user'),
      hasEnded: async () => (await otherSession.get('/admin/agents')).status !== 200,
    });
    for (const status of statuses) expect([401, 403]).toContain(status);
    expect((await chosen.signInAgain().then((person) => person.get('/admin/agents'))).status).toBe(403);
  });
}
