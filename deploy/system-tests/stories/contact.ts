import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { SharedSystem } from '../test-system.ts';

/** Sends a contact message and disconnects without waiting for the response, with or without its last byte. */
async function hangUp(url: string, form: object, { key, isWhole }: { key: string; isWhole: boolean }): Promise<void> {
  const { hostname, port } = new URL(url);
  const body = Buffer.from(JSON.stringify(form));
  const head = ['POST /api/contact HTTP/1.1', 'host: x', 'content-type: application/json', `idempotency-key: ${key}`];
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n`);
  await new Promise((resolve) => socket.write(isWhole ? body : body.subarray(0, -1), resolve));
  socket.destroy();
  await once(socket, 'close');
}

/** Messages to the team, and their view by admins. */
export function contactStories(system: () => SharedSystem): void {
  test('messages of a visitor and a member to the team are saved once, mailed, and handled by an admin', async () => {
    const [ana, admin] = [await system().newcomer('ana'), await system().admin()];
    const word = ana.id;
    const form = { name: 'Ana', email: ana.email, subject: 'feedback', message: `Me gusta el fuego ${word}` };
    const key = { 'idempotency-key': `visitor-${word}` };
    const { visitor } = system();
    const responses = [
      await visitor.post('/contact', form, key),
      await visitor.post('/contact', form, key),
      await ana.post('/contact', { ...form, subject: 'technical' }),
    ];
    expect(responses.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([201, { ok: true }]));

    const ownMessages = async (query = '') => {
      const { items } = await admin.read(`/admin/contact-messages?limit=100&${query}`);
      return items.filter(({ message }: { message: string }) => message.includes(word));
    };
    expect((await ownMessages()).map(({ subject }: { subject: string }) => subject)).toEqual(['technical', 'feedback']);
    await until(
      async () => (await ownMessages()).every(({ mail }: { mail: string }) => mail === 'sent'),
      'both messages are mailed to the team',
    );
    const [{ id }] = await ownMessages('subject=feedback');
    await admin.put(`/admin/contact-messages/${id}`, { handled: true });
    expect(await ownMessages('subject=feedback&state=open')).toEqual([]);
    expect(await ownMessages('subject=feedback&state=handled')).toMatchObject([{ id, handledAt: expect.any(String) }]);
    expect((await ana.get('/admin/contact-messages')).status).toBe(403);
  });

  test('a message whose sender disconnects before the response is stored at most once, and once after a repeat', async () => {
    const admin = await system().admin();
    const { visitor } = system();
    const word = unique('adios');
    const sent = Array.from({ length: 100 }, (_, index) => ({
      form: { name: `${word} ${index}`, email: 'eva@tribus.test', subject: 'general', message: 'Se corta la red.' },
      key: `${word}-${index}`,
      isWhole: index % 2 === 0,
    }));
    await Promise.all(sent.map((each) => hangUp(visitor.url, each.form, each)));
    const stored = async () => {
      const { items } = await admin.read('/admin/contact-messages?limit=100');
      const names: string[] = items.map(({ name }: { name: string }) => name);
      return names.filter((name) => name.startsWith(word));
    };
    const wholeNames = new Set(sent.filter(({ isWhole }) => isWhole).map(({ form }) => form.name));
    const before = await stored();
    expect(new Set(before).size).toBe(before.length);
    expect(before.filter((name) => !wholeNames.has(name))).toEqual([]);

    const repeat = ({ form, key }: (typeof sent)[number]) => visitor.post('/contact', form, { 'idempotency-key': key });
    // In rounds: too many that wait for a connection of the database would be refused (docs/decisions/0030).
    for (let round = 0; round < sent.length; round += 20) {
      const responses = await Promise.all(sent.slice(round, round + 20).map(repeat));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    }
    const after = await stored();
    expect([after.length, new Set(after).size]).toEqual([100, 100]);
  });
}
