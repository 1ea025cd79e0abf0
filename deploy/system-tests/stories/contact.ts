import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { SharedSystem } from '../test-system.ts';

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
}
