import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { passwordOf } from '../people.ts';
import type { SharedSystem } from '../test-system.ts';

const words = { reason: 'harassment', message: 'Has escrito insultos en varias tribus.' };

/** Sanctions of members by admins, and their audit log. */
export function sanctionStories(system: () => SharedSystem): void {
  test('a suspended member is refused by every service and stream until the suspension is lifted', async () => {
    const [ana, admin] = [await system().newcomer('ana'), await system().admin()];
    const stream = await ana.listen('/api/stream');
    expect(stream.status).toBe(200);
    const imposed = await admin.post(`/admin/users/${ana.id}/sanctions`, { kind: 'suspension', ...words });
    const paths = ['/auth/me', '/tribes/38', '/tribes/38/posts', '/notifications', '/gamification/me'];
    const isOut = async () =>
      (await Promise.all(paths.map((path) => ana.get(path)))).every(({ status }) => status === 401);
    await until(async () => stream.ended && (await isOut()), 'the stream has ended and every service refuses');
    const login = await system().visitor.post('/auth/login', { email: ana.email, password: passwordOf(ana.email) });
    expect([login.status, login.body.code]).toEqual([403, 'account_suspended']);
    const { message: proof } = login.body.details.find(({ path }: { path: string }) => path === 'proof');
    const appeal = { proof, text: 'Fue otra persona con mi teléfono.' };
    expect((await system().visitor.post('/auth/appeals', appeal)).status).toBe(201);
    const answer = { outcome: 'lifted', answer: 'Tienes razón, disculpa.' };
    await admin.put(`/admin/sanctions/${imposed.body.id}/appeal`, answer);
    expect((await (await ana.signInAgain()).get('/auth/me')).status).toBe(200);
  });

  test('a silenced member can read but not write', async () => {
    const [ana, beto, admin] = [
      await system().newcomer('ana'),
      await system().newcomer('beto'),
      await system().admin(),
    ];
    const post = await beto.publish(38, { content: 'Buenas tardes' });
    await admin.post(`/admin/users/${ana.id}/sanctions`, { kind: 'silence', ...words });
    const writes = () =>
      Promise.all([
        ana.post(`/tribes/38/posts/${post.id}/comments`, { content: 'Hola' }),
        ana.post(`/tribes/38/posts/${post.id}/reactions`, { type: 'like' }),
        ana.post('/tribes/38/chat', { content: 'Hola' }),
        ana.post('/messages', { toUserId: beto.id, tribeId: 38, content: 'Hola' }),
        ana.post(`/auth/users/${beto.id}/follow`),
        ana.post('/tribes', { name: `Tribu de ${ana.id}` }),
      ]);
    const areRefused = async () => (await writes()).every(({ body }) => body.code === 'account_silenced');
    await until(areRefused, 'every write is refused');
    for (const path of ['/tribes/38/posts', '/tribes/38/chat', `/tribes/38/posts/${post.id}/comments`])
      expect((await ana.get(path)).status).toBe(200);
    expect((await ana.read('/auth/me/sanctions')).items).toMatchObject([{ kind: 'silence', ...words }]);
  });

  test('actions of admins in any service are in the one audit log', async () => {
    const [ana, admin] = [await system().newcomer('ana'), await system().admin()];
    const tribe = await ana.createTribe(`Auditada ${ana.id.slice(-8)}`);
    const beto = await system().newcomer('beto');
    await admin.post(`/admin/users/${beto.id}/memberships`, { tribeId: tribe.id });
    const post = await beto.publish(tribe.id, { content: 'Compra ya' });
    await admin.delete(`/tribes/${tribe.id}/posts/${post.id}`);
    const found = async (target: string) => (await admin.read(`/admin/audit?target=${target}`)).items;
    const noted = async () => [...(await found(beto.id)), ...(await found(post.id))];
    await until(async () => (await noted()).length === 2, 'both entries have arrived');
    expect(await noted()).toMatchObject([
      { action: 'membership_added', service: 'tribes', actor: { id: admin.id }, target: { name: beto.name } },
      { action: 'post_deleted', service: 'content', actor: { id: admin.id }, before: { authorId: beto.id } },
    ]);
  });
}
