import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { createMarkedAuthor, succeeded } from './marked-author.ts';
import { mailedLink, mailFolder } from './outside.ts';
import { HttpClient, type Person, passwordOf } from './people.ts';
import { png } from './pictures.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';
import { countPictures, locationsOf, remainsOf, storedBlobs } from './text-locations.ts';

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

/** Replies and reacts to its content, is silenced and appeals. */
async function participate(
  author: Person,
  word: string,
  { host, id, vibe, message }: Awaited<ReturnType<typeof createHostTribe>>,
) {
  await succeeded(author.post('/user/heartbeat'));
  // Messages to others remain, so this one does not contain the word.
  await succeeded(author.post(`/tribes/${id}/chat`, { content: 'esto queda en el chat', parentId: message }));
  await succeeded(author.post(`/tribes/${id}/chat/${message}/reaction`, { type: 'like' }));
  await succeeded(author.post(`/vibes/${vibe}/reactions`, { emoji: '❤️' }));
  await succeeded(author.post('/stream/ticket'));
  const vibeOfAuthor = await author.publish(id, {
    kind: 'story',
    content: word,
    tags: 'chill',
    pictures: [await png()],
  });
  await succeeded(host.post(`/vibes/${vibeOfAuthor.id}/reactions`, { emoji: '❤️' }));
  await succeeded(host.post(`/tribes/${id}/posts/${vibeOfAuthor.id}/reactions`, { type: 'like' }));
  const admin = await own.admin();
  const sanction = { kind: 'silence', reason: 'spam', message: `Cuidado, ${word}: basta de anuncios` };
  await succeeded(admin.post(`/admin/users/${author.id}/sanctions`, sanction));
  const { items } = await succeeded(author.get('/auth/me/sanctions'));
  await succeeded(
    author.post(`/auth/me/sanctions/${items[0].id}/appeal`, { text: `No he sido yo, de verdad: ${word}` }),
  );
  await own.settled();
}

/**
 * Writes the word where `createMarkedAuthor` and `participate` do not: sessions, muted words, a requested address, a
 * data export, a tribe of their own, tribe media, a request to join, reports and moderators' texts about the author.
 */
async function leaveMoreTraces(author: Person, word: string, { host, id }: { host: Person; id: number }) {
  const credentials = { email: author.email, password: passwordOf(author.email) };
  await succeeded(own.visitor.post('/auth/login', credentials, { 'user-agent': `Firefox ${word}` }));
  await succeeded(author.put('/auth/me/mutes/words', { word }));
  await succeeded(
    author.put('/auth/me/email', { email: `${word}.nueva@tribus.test`, currentPassword: credentials.password }),
  );
  const tribe = await author.createTribe(`Propia ${word}`, { description: word, tags: [word.slice(0, 20)] });
  await author.publish(tribe.id, { content: word, pictures: [await png(80, 80)] });
  await succeeded(author.put(`/auth/me/blocks/users/${(await own.newcomer('molesta')).id}`));
  await author.putUp(id, await png(60, 40), word);
  const questions = [{ text: '¿Por qué?' }];
  const asking = await host.createTribe(`Pregunta ${host.id}`, { requiresApproval: true, questions });
  const [question] = (await author.read(`/tribes/${asking.id}`)).questions;
  const answers = [{ questionId: question.id, answer: `porque ${word}` }];
  await succeeded(author.post(`/tribes/${asking.id}/join-request`, { answers }));
  await succeeded(host.post(`/tribes/${asking.id}/members/${author.id}/notes`, { text: `nota sobre ${word}` }));
  const [ofHost, ofAuthor] = [
    await host.publish(id, { content: 'de la anfitriona' }),
    await author.publish(id, { content: word }),
  ];
  await succeeded(author.post('/reports/post', { postId: ofHost.id, reason: 'other', description: `reporto ${word}` }));
  await succeeded(host.post('/reports/post', { postId: ofAuthor.id, reason: 'spam', description: 'sobra' }));
  const endsAt = new Date(Date.now() + dayMs).toISOString();
  const slow = await host.createTribe(`Lenta ${host.id}`);
  await succeeded(author.join(slow.id));
  await succeeded(
    host.put(`/tribes/${slow.id}/members/${author.id}/restriction`, { reason: `freno a ${word}`, endsAt }),
  );
  await succeeded(author.post('/auth/me/data-export'));
  await until(async () => (await author.read('/auth/me/data-export')).export.state === 'ready', 'the copy is ready');
  await own.settled();
}

/** Acts as a site admin: sanctions two members, of whom one leaves, answers a message, decides a case and bans. */
async function actAsAdmin(author: Person, { host, id }: { host: Person; id: number }) {
  // Through the API a changed role would end the author's sessions.
  const setRole = (role: string) => own.sql('identity', 'update users set role = $2 where id = $1', [author.id, role]);
  await setRole('admin');
  await until(async () => (await author.get('/admin/appeals')).status === 200, 'the author is an admin');
  const [staying, leaving] = [await own.newcomer('callada'), await own.newcomer('ida')];
  await own.sql('identity', 'update users set email_verified_at = now() where id = $1', [leaving.id]);
  for (const { id: userId } of [staying, leaving])
    await succeeded(
      author.post(`/admin/users/${userId}/sanctions`, {
        kind: 'silence',
        reason: 'spam',
        message: 'Basta de anuncios',
      }),
    );
  await succeeded(leaving.call('DELETE', '/auth/me/account', { confirmPassword: passwordOf(leaving.email) }));
  const form = { name: 'Eva', email: 'eva@tribus.test', subject: 'other', message: 'Buenas tardes' };
  await succeeded(own.visitor.post('/contact', form));
  const { items } = await author.read('/admin/contact-messages');
  await succeeded(author.put(`/admin/contact-messages/${items[0].id}`, { handled: true }));
  const member = await own.newcomer('vecina');
  await member.join(id);
  const { id: postId } = await member.publish(id, { content: 'compren mis cosas' });
  await succeeded(host.post('/reports/post', { postId, reason: 'spam' }));
  const { items: cases } = await author.read(`/tribes/${id}/reports`);
  await succeeded(author.post(`/reports/${cases[0].id}/resolve`, { action: 'hide', message: 'Basta' }));
  await succeeded(author.post(`/tribes/${id}/bans`, { userId: member.id, reason: 'Basta' }));
  await setRole('user');
  await until(async () => (await author.get('/admin/appeals')).status === 403, 'the author is no admin');
  await own.settled();
}

test('a deleted account leaves no data in any store, file or log', async () => {
  const hostTribe = await createHostTribe();
  await own.settled();
  const [pictures, blobs] = [await countPictures(own), await storedBlobs(own)];
  const word = `marca${randomBytes(6).toString('hex')}`;
  const { author } = await createMarkedAuthor(own, word);
  // A contact message is deleted with the account only when its address is verified.
  await own.sql('identity', 'update users set email_verified_at = now() where id = $1', [author.id]);
  await author.join(hostTribe.id);
  await leaveMoreTraces(author, word, hostTribe);
  await actAsAdmin(author, hostTribe);
  await participate(author, word, hostTribe);
  expect(await locationsOf(own, author.id)).toEqual(
    expect.arrayContaining([
      'content.public.case_decisions.decided_by',
      'identity.public.contact_messages.handled_by',
      'identity.public.kept_sanctions.issued_by',
      'identity.public.sanctions.issued_by',
      'messaging.chat_messages.likes',
      'redis:identity:presence',
      'tribes.public.bans.by_user_id',
      'vibes_realtime.vibes.events',
    ]),
  );
  expect(await locationsOf(own, word)).toEqual(
    expect.arrayContaining([
      'content.public.comments.content',
      'content.public.posts.content',
      'content.public.reports.description',
      'content.public.tribe_media.caption',
      'identity.public.mutes.value',
      'identity.public.sanctions.appeal',
      'identity.public.sanctions.message',
      'identity.public.sessions.user_agent',
      'identity.public.sign_ins.user_agent',
      'identity.public.tasks.title',
      'identity.public.users.email',
      'tribes.public.members.answers',
      'tribes.public.request_notes.body',
      'tribes.public.restrictions.reason',
      'tribes.public.tribes.name',
    ]),
  );
  expect(await countPictures(own)).toBeGreaterThan(pictures);
  expect((await storedBlobs(own)).length).toBeGreaterThan(blobs.length);

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
  await until(async () => (await storedBlobs(own)).join() === blobs.join(), 'the bytes of their files are deleted');
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
});

test('the last admin cannot delete their account', async () => {
  const admin = await own.admin();
  const refused = await admin.call('DELETE', '/auth/me/account', { confirmPassword: 'a-password-for-tests' });
  expect([refused.status, refused.body.code]).toEqual([409, 'last_admin']);
});
