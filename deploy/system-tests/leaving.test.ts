import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { createMarkedAuthor } from './marked-author.ts';
import { mailedLink, mailFolder } from './outside.ts';
import { HttpClient, type Person, passwordOf, type TestResponse } from './people.ts';
import { png } from './pictures.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';
import { countPictures, locationsOf, remainsOf } from './text-locations.ts';

let own: TestSystem;
beforeAll(async () => {
  own = await startTestSystem({ topology: 'one', ownStores: true, env: { LOG_LEVEL: 'debug' } });
});
afterAll(() => own.close());

/** Creates a tribe with a vibe and a chat message, whose owner stays. */
async function createHostTribe() {
  const host = await own.newcomer('anfitriona');
  const { id } = await host.createTribe(`Lugar ${host.id}`);
  const vibe = await host.publish(id, { kind: 'story', tags: 'chill', pictures: [await png()] });
  const message = (await host.post(`/tribes/${id}/chat`, { content: 'hola a todos' })).body;
  return { host, id, vibe: vibe.id as string, message: message.id as string };
}

/** Joins the tribe, replies and reacts to its content, is silenced and appeals. */
async function participate(
  author: Person,
  word: string,
  { host, id, vibe, message }: Awaited<ReturnType<typeof createHostTribe>>,
) {
  const done = async (response: Promise<TestResponse>) => {
    const { status, body } = await response;
    if (status > 201) throw new Error(`returned ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  await done(author.join(id));
  await done(author.post('/user/heartbeat'));
  // Messages to others remain, so this one does not contain the word.
  await done(author.post(`/tribes/${id}/chat`, { content: 'esto queda en el chat', parentId: message }));
  await done(author.post(`/tribes/${id}/chat/${message}/reaction`, { type: 'like' }));
  await done(author.post(`/vibes/${vibe}/reactions`, { emoji: '❤️' }));
  await done(author.post('/stream/ticket'));
  const vibeOfAuthor = await author.publish(id, {
    kind: 'story',
    content: word,
    tags: 'chill',
    pictures: [await png()],
  });
  await done(host.post(`/vibes/${vibeOfAuthor.id}/reactions`, { emoji: '❤️' }));
  await done(host.post(`/tribes/${id}/posts/${vibeOfAuthor.id}/reactions`, { type: 'like' }));
  const admin = await own.admin();
  const sanction = { kind: 'silence', reason: 'spam', message: `Cuidado, ${word}: basta de anuncios` };
  await done(admin.post(`/admin/users/${author.id}/sanctions`, sanction));
  const { items } = await done(author.get('/auth/me/sanctions'));
  await done(author.post(`/auth/me/sanctions/${items[0].id}/appeal`, { text: `No he sido yo, de verdad: ${word}` }));
  await own.settled();
}

test('a deleted account leaves no data in any store, file or log', async () => {
  const hostTribe = await createHostTribe();
  await own.settled();
  const pictures = await countPictures(own);
  const word = `marca${randomBytes(6).toString('hex')}`;
  const { author } = await createMarkedAuthor(own, word);
  // A contact message is deleted with the account only when its address is verified.
  await own.sql('identity', 'update users set email_verified_at = now() where id = $1', [author.id]);
  await participate(author, word, hostTribe);
  expect(await locationsOf(own, author.id)).toEqual(
    expect.arrayContaining(['messaging.chat_messages.likes', 'redis:identity:presence', 'vibes_realtime.vibes.events']),
  );
  expect(await locationsOf(own, word)).toEqual(
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

  const stream = await author.listen('/stream');
  const wrong = await author.call('DELETE', '/auth/me/account', { confirmPassword: 'no es' });
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password']);
  const deletion = await author.call('DELETE', '/auth/me/account', { confirmPassword: passwordOf(author.email) });
  expect([deletion.status, deletion.body]).toEqual([200, { success: true }]);
  await until(async () => (await author.get('/auth/me')).status === 401, 'the session is over');
  await until(async () => stream.ended, 'their stream is closed');

  const left = () => remainsOf(own, author.id, word);
  await until(async () => (await left()).length === 0, 'nothing is left').catch(async () => {
    expect(await left()).toEqual([]);
  });
  await until(async () => (await countPictures(own)) === pictures, 'their pictures are deleted');
  const again = await own.visitor.post('/auth/register', { email: author.email, password: 'otra-clave' });
  expect(again.status).toBe(201);
  // Sanctions of the account continue once the address is verified; they were stored under a hash of it.
  const client = new HttpClient(own.visitor.url, again.body.token);
  expect((await client.read('/auth/me/sanctions')).items).toEqual([]);
  expect((await own.visitor.post('/auth/forgot-password', { email: author.email })).status).toBe(200);
  const link = await mailedLink(mailFolder(join(own.dataDir, 'mail')), author.email, '/reset-password');
  const token = new URL(link, own.visitor.url).searchParams.get('token');
  const password = 'otra-clave-mejor';
  expect((await own.visitor.post('/auth/reset-password', { token, password })).status).toBe(200);
  const signedIn = await own.visitor.post('/auth/login', { email: author.email, password });
  const { items } = await new HttpClient(own.visitor.url, signedIn.body.token).read('/auth/me/sanctions');
  expect(items).toMatchObject([{ kind: 'silence', reason: 'spam', appeal: null }]);
}, 150_000);

test('the last admin cannot delete their account', async () => {
  const admin = await own.admin();
  const refused = await admin.call('DELETE', '/auth/me/account', { confirmPassword: 'a-password-for-tests' });
  expect([refused.status, refused.body.code]).toEqual([409, 'last_admin']);
});
