import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { type Answer, Caller, type Person, passwordOf } from './people.ts';
import { png } from './pictures.ts';
import { countPictures, placesOf, remainsOf } from './places.ts';
import { tellEverywhere } from './tell-everywhere.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

let own: TestSystem;
beforeAll(async () => {
  own = await startTestSystem({ topology: 'one', ownStores: true, env: { LOG_LEVEL: 'debug' } });
});
afterAll(() => own.close());

/** A tribe with a vibe and a message in its chat, whose owner stays. */
async function openPlace() {
  const host = await own.newcomer('anfitriona');
  const { id } = await host.createTribe(`Lugar ${host.id}`);
  const vibe = await host.publish(id, { kind: 'story', tags: 'chill', pictures: [await png()] });
  const message = (await host.post(`/tribes/${id}/chat`, { content: 'hola a todos' })).body;
  return { host, id, vibe: vibe.id as string, message: message.id as string };
}

/** Somebody comes into the place, answers and reacts to what is there, is silenced and appeals. */
async function takePart(
  leaver: Person,
  word: string,
  { host, id, vibe, message }: Awaited<ReturnType<typeof openPlace>>,
) {
  const done = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    if (status > 201) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  await done(leaver.join(id));
  await done(leaver.post('/user/heartbeat'));
  // What is said to others stays with them, so it does not have the word.
  await done(leaver.post(`/tribes/${id}/chat`, { content: 'esto queda en el chat', parentId: message }));
  await done(leaver.post(`/tribes/${id}/chat/${message}/reaction`, { type: 'like' }));
  await done(leaver.post(`/vibes/${vibe}/reactions`, { emoji: '❤️' }));
  await done(leaver.post('/stream/ticket'));
  const theirs = await leaver.publish(id, { kind: 'story', content: word, tags: 'chill', pictures: [await png()] });
  await done(host.post(`/vibes/${theirs.id}/reactions`, { emoji: '❤️' }));
  await done(host.post(`/tribes/${id}/posts/${theirs.id}/reactions`, { type: 'like' }));
  const admin = await own.admin();
  const sanction = { kind: 'silence', reason: 'spam', message: `Cuidado, ${word}: basta de anuncios` };
  await done(admin.post(`/admin/users/${leaver.id}/sanctions`, sanction));
  const { items } = await done(leaver.get('/auth/me/sanctions'));
  await done(leaver.post(`/auth/me/sanctions/${items[0].id}/appeal`, { text: `No he sido yo, de verdad: ${word}` }));
  await own.settled();
}

test('nothing of who deletes their account is left in any store, file or log', async () => {
  const place = await openPlace();
  await own.settled();
  const pictures = await countPictures(own);
  const word = `marca${randomBytes(6).toString('hex')}`;
  const { teller: leaver } = await tellEverywhere(own, word);
  // What was written to the team goes with an address that was proved.
  await own.sql('identity', 'update users set email_verified_at = now() where id = $1', [leaver.id]);
  await takePart(leaver, word, place);
  expect(await placesOf(own, leaver.id)).toEqual(
    expect.arrayContaining(['messaging.chat_messages.likes', 'redis:identity:presence', 'vibes_realtime.vibes.events']),
  );
  expect(await placesOf(own, word)).toEqual(
    expect.arrayContaining([
      'content.public.comments.content',
      'content.public.posts.content',
      'identity.public.sanctions.appeal',
      'identity.public.sanctions.message',
      'identity.public.tasks.title',
      'identity.public.users.email',
    ]),
  );
  expect(await countPictures(own)).toBeGreaterThan(pictures);

  const stream = await leaver.listen('/stream');
  const wrong = await leaver.call('DELETE', '/auth/me/account', { confirmPassword: 'no es' });
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password']);
  const gone = await leaver.call('DELETE', '/auth/me/account', { confirmPassword: passwordOf(leaver.email) });
  expect([gone.status, gone.body]).toEqual([200, { success: true }]);
  await until(async () => (await leaver.get('/auth/me')).status === 401, 'the session is over');
  await until(async () => stream.ended, 'their stream is closed');

  const left = () => remainsOf(own, leaver.id, word);
  await until(async () => (await left()).length === 0, 'nothing is left').catch(async () => {
    expect(await left()).toEqual([]);
  });
  await until(async () => (await countPictures(own)) === pictures, 'their pictures are gone');
  const again = await own.visitor.post('/auth/register', { email: leaver.email, password: 'otra-clave' });
  expect(again.status).toBe(201);
  // What was imposed on the account goes on; it was kept under a hash of the address alone.
  const { items } = await new Caller(own.visitor.url, again.body.token).read('/auth/me/sanctions');
  expect(items).toMatchObject([{ kind: 'silence', reason: 'spam', appeal: null }]);
}, 150_000);

test('the one admin who is left cannot delete their account', async () => {
  const admin = await own.admin();
  const refused = await admin.call('DELETE', '/auth/me/account', { confirmPassword: 'a-password-for-tests' });
  expect([refused.status, refused.body.code]).toEqual([409, 'last_admin']);
});
