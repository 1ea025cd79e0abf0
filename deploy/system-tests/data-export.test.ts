import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { unzipSync } from 'fflate';
import { createMarkedAuthor } from './marked-author.ts';
import { type Person, passwordOf } from './people.ts';
import { png } from './pictures.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

const clock = new TestClock(new Date());
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ topology: 'one', clock });
});
afterAll(() => system.close());

const path = '/auth/me/data-export';

/** Requests a copy of the person's data and waits for it; resolves to its address. */
async function exportOf(person: Person): Promise<string> {
  clock.advance(1_000);
  const request = await person.post(path);
  expect([request.status, request.body.export?.state]).toEqual([201, 'waiting']);
  const state = async () => (await person.read(path)).export;
  await until(async () => (await state()).state === 'ready', 'the copy is ready');
  const { url, done, total } = await state();
  expect(done).toBe(total);
  return url;
}

/** Returns the files of an archive, as text. */
async function filesOf(person: Person, url: string): Promise<Map<string, string>> {
  const response = await person.fetch(url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="tribus-[\d-]+\.zip"$/);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]));
}

const archiveKeys = async () =>
  (await system.sql('media', "select key from objects where purpose = 'archive'")).map(({ key }) => String(key));

const hasBytes = (key: string) =>
  access(join(system.dataDir, 'media', 'objects', key)).then(
    () => true,
    () => false,
  );

/**
 * Adds the content that `createMarkedAuthor` leaves out: content that stays in others' conversations, and content of
 * others about the author.
 */
async function addMoreContent(word: string, other: string) {
  const { author, friend, tribeId, postId } = await createMarkedAuthor(system, word);
  const chat = `/tribes/${tribeId}/chat`;
  await author.post(chat, { content: `en el chat ${word}` });
  const [first, second] = [await friend.post(chat, { content: other }), await friend.post(chat, { content: other })];
  await author.post(`${chat}/${first.body.id}/reaction`, { type: 'like' });
  await author.post(`${chat}/${second.body.id}/reaction`, { type: 'dislike' });
  await author.post('/messages', { toUserId: friend.id, tribeId, content: `privado ${word}` });
  await friend.post('/messages', { toUserId: author.id, tribeId, content: other });
  await friend.post(`/tribes/${tribeId}/posts/${postId}/comments`, { content: other });
  expect((await author.post(`/tribes/${tribeId}/posts/${postId}/view`)).status).toBeLessThan(300);
  const vibe = await friend.publish(tribeId, { kind: 'story', tags: 'chill, vibe', pictures: [await png(200, 200)] });
  expect((await author.post(`/vibes/${vibe.id}/reactions`, { emoji: '🔥' })).status).toBeLessThan(300);
  await author.putUp(tribeId, await png(60, 40), `foto ${word}`);
  const admin = await system.admin();
  await moderate(author, friend, { tribeId, word });
  const { nuisance } = await useJoinRules(author, friend, { tribeId, word });
  const warning = { kind: 'warning', reason: 'spam', message: `Aviso para ${word}` };
  await admin.post(`/admin/users/${author.id}/sanctions`, warning);
  const passwords = { currentPassword: passwordOf(author.email), newPassword: 'una-clave-nueva' };
  expect((await author.put('/auth/me/password', passwords)).status).toBeLessThan(300);
  await system.settled();
  return { author, friend, nuisance };
}

/** Both report each other's post; the author is warned, and as an officer adds a note to the case about the friend. */
async function moderate(author: Person, friend: Person, { tribeId, word }: { tribeId: number; word: string }) {
  const admin = await system.admin();
  const own = await author.publish(tribeId, { content: `suyo ${word}` });
  const friendPost = await friend.publish(tribeId, { content: 'de la amiga' });
  const report = async (by: Person, report: object) =>
    expect((await by.post('/reports/post', report)).status).toBe(201);
  await report(author, { postId: friendPost.id, reason: 'other', description: `reporto ${word}` });
  await report(friend, { postId: own.id, reason: 'spam' });
  const { items } = await admin.read(`/admin/reports?tribeId=${tribeId}`);
  const caseOf = (id: string) => items.find(({ objectId }: { objectId: string }) => objectId === id);
  const { id, version } = caseOf(own.id);
  const warned = await admin.post(`/reports/${id}/resolve`, { action: 'warn', reason: 'spam', version });
  expect(warned.status).toBe(200);
  await admin.put(`/admin/users/${author.id}/memberships/${tribeId}`, { role: 'officer' });
  await system.settled();
  const noted = await author.post(`/reports/${caseOf(friendPost.id).id}/notes`, { text: `anoto ${word}` });
  expect(noted.status).toBe(201);
}

/** Uses join requests, invitations, bans and mutes of the author. */
async function useJoinRules(author: Person, friend: Person, { tribeId, word }: { tribeId: number; word: string }) {
  const expectOk = async (answer: Promise<{ status: number; body: unknown }>): Promise<void> => {
    const { status, body } = await answer;
    expect([status < 300, body]).toEqual([true, body]);
  };
  const questions = [{ text: '¿Por qué?' }];
  const asking = await friend.createTribe(`Pregunta ${friend.id}`, { requiresApproval: true, questions });
  const [question] = (await author.read(`/tribes/${asking.id}`)).questions;
  const answers = [{ questionId: question.id, answer: `porque ${word}` }];
  await expectOk(author.post(`/tribes/${asking.id}/join-request`, { answers }));
  const linked = await friend.createTribe(`Enlace ${friend.id}`);
  const invite = await friend.post(`/tribes/${linked.id}/invites`, { maxUses: 1 });
  await expectOk(author.post('/invites/join', { code: invite.body.code }));
  const endsAt = new Date(Date.now() + dayMs).toISOString();
  const restriction = `/tribes/${linked.id}/members/${author.id}/restriction`;
  await expectOk(friend.put(restriction, { reason: `freno ${word}`, endsAt }));
  const founder = await system.newcomer('funda');
  const closed = await founder.createTribe(`Cerrada ${founder.id}`);
  await author.join(closed.id);
  await expectOk(founder.post(`/tribes/${closed.id}/bans`, { userId: author.id, reason: `veto ${word}` }));
  await expectOk(author.post(`/tribes/${tribeId}/invites`, { maxUses: 3 }));
  const [asker, nuisance] = [await system.newcomer('pide'), await system.newcomer('molesta')];
  const own = await author.createTribe(`Propia ${author.id}`, { requiresApproval: true });
  await asker.post(`/tribes/${own.id}/join-request`);
  await expectOk(author.post(`/tribes/${own.id}/members/${asker.id}/notes`, { text: `nota ${word}` }));
  await expectOk(author.put(`/auth/me/blocks/users/${nuisance.id}`));
  await expectOk(author.put('/auth/me/mutes/words', { word }));
  await expectOk(author.post(`/auth/me/follows/tags/${word}`));
  await expectOk(author.put(`/auth/me/dismissed-suggestions/tags/${word}`));
  return { nuisance };
}

const containing = (...texts: string[]) => texts;

test('a copy of a person’s data contains all their data of every area, and no content of others', async () => {
  const [word, other] = [`marca${randomBytes(6).toString('hex')}`, `ajena${randomBytes(6).toString('hex')}`];
  const { author, friend, nuisance } = await addMoreContent(word, other);
  // Contact messages from an unverified address may be another person's.
  await system.sql('identity', 'update users set email_verified_at = now() where id = $1', [author.id]);
  const files = await filesOf(author, await exportOf(author));
  const expected: Record<string, readonly string[]> = {
    'README.txt': containing(word, 'posts.json'),
    'account.json': containing(word, author.email, author.id),
    'sessions.json': containing('userAgent', 'lastSeenAt'),
    'sign-ins.json': containing('registration', 'wrong_password'),
    'following.json': containing(friend.id, friend.name),
    'followers.json': containing(friend.id),
    'tasks.json': containing(word),
    'sanctions.json': containing(word, 'warning'),
    'contact-messages.json': containing(word, author.email),
    'actions.json': containing('password_changed'),
    'tribes.json': containing('hominini', 'Abierta'),
    'quiz-attempts.json': containing(),
    'level-ups.json': containing('"cause":"challenges"'),
    'ownership-offers.json': containing(),
    'tribe-answers.json': containing(`porque ${word}`),
    'tribe-arrivals.json': containing('tribeId'),
    'tribe-bans.json': containing(`veto ${word}`),
    'tribe-invites.json': containing('maxUses'),
    'tribe-media.json': containing(`foto ${word}`),
    'tribe-notes.json': containing(`nota ${word}`),
    'tribe-stays.json': containing('joinedAt'),
    'tribe-restrictions.json': containing(`freno ${word}`),
    'blocks.json': containing(nuisance.id),
    'followed-labels.json': containing(word, 'tag'),
    'dismissed-suggestions.json': containing(word, 'tag'),
    'mutes.json': containing(word),
    'submissions.json': containing(`reto ${word}`, 'approved'),
    'posts.json': containing(word, 'pictures'),
    'post-versions.json': containing(`antes ${word}`, 'writtenAt'),
    'comments.json': containing(word),
    'reactions.json': containing('like'),
    'active-days.json': containing('"posts":'),
    'views.json': containing('postId'),
    'vibe-reactions.json': containing(Buffer.from('🔥').toString('latin1')),
    'conversations.json': containing(friend.id, friend.name),
    'messages.json': containing(`privado ${word}`, friend.id),
    'chat-messages.json': containing(`en el chat ${word}`),
    'chat-likes.json': containing('tribeId'),
    'chat-dislikes.json': containing('tribeId'),
    'reports.json': containing(word),
    'decisions.json': containing('warn', 'spam'),
    'case-notes.json': containing(word),
    'notifications.json': containing(friend.id, 'follow'),
    'points.json': containing('points'),
    'points-history.json': containing('post'),
  };
  const pictures = [...files.keys()].filter((name) => name.startsWith('pictures/'));
  expect(new Set(files.keys())).toEqual(new Set([...Object.keys(expected), ...pictures]));
  for (const [name, texts] of Object.entries(expected)) {
    for (const text of texts) expect([name, files.get(name)]).toEqual([name, expect.stringContaining(text)]);
    if (name.endsWith('.json')) expect(Array.isArray(JSON.parse(files.get(name) ?? ''))).toBe(true);
  }
  expect(pictures).toHaveLength(4);
  for (const name of pictures) expect(files.get(name)?.slice(0, 4)).toBe('RIFF');
  const named = [...(files.get('posts.json') ?? '').matchAll(/post\/\w+\.webp/g)].map(([key]) => `pictures/${key}`);
  expect(pictures).toEqual(expect.arrayContaining(named));

  const all = [...files.values()].join('\n');
  expect(all).not.toContain(other);
  const secrets = await system.sql('identity', 'select password_hash as secret from users where id = $1', [author.id]);
  const sessions = await system.sql('identity', 'select id as secret from sessions where user_id = $1', [author.id]);
  for (const { secret } of [...secrets, ...sessions]) expect(all).not.toContain(String(secret));
  expect(all).not.toContain('$argon2');

  const notification = async () => (await author.notifications()).find(({ type }) => type === 'data_export');
  await until(async () => (await notification()) !== undefined, 'they are notified');
  expect((await notification()).data.expiresAt).toBe((await author.read(path)).export.expiresAt);
});

test('only the owner can fetch a copy, even with its address', async () => {
  const [ana, beto, admin] = [await system.newcomer('ana'), await system.newcomer('beto'), await system.admin()];
  const url = await exportOf(ana);
  for (const outsider of [beto, admin]) expect((await outsider.get(url)).status).toBe(404);
  expect((await system.visitor.get(url)).status).toBe(401);
  const key = new URLSearchParams(url.split('?')[1]).get('key');
  for (const client of [ana, beto, system.visitor])
    expect((await client.get(`/proxy-media?key=${encodeURIComponent(key ?? '')}`)).status).toBe(404);
  expect((await beto.read(path)).export).toBeNull();
  expect((await ana.fetch(url, { headers: { range: 'bytes=0-1' } })).status).toBe(206);
});

test('a copy can be fetched for 48 hours, and is deleted after that', async () => {
  const ana = await system.newcomer('ana');
  const url = await exportOf(ana);
  const [key = ''] = (await archiveKeys()).filter((candidate) => url.includes(encodeURIComponent(candidate)));
  expect(await hasBytes(key)).toBe(true);
  clock.advance(48 * hourMs - 60_000);
  expect((await ana.get(url)).status).toBe(200);
  clock.advance(60_000);
  expect((await ana.get(url)).status).toBe(404);
  expect((await ana.read(path)).export).toBeNull();
  await system.sql('media', `select graphile_worker.add_job('sweepExpired', '{}'::json)`);
  await until(async () => !(await archiveKeys()).includes(key) && !(await hasBytes(key)), 'the bytes are deleted');
});

test('data exports are limited to one at a time and three a day, and the newest replaces the previous one', async () => {
  const ana = await system.newcomer('ana');
  const first = await exportOf(ana);
  clock.advance(1_000);
  const responses = await Promise.all(Array.from({ length: 5 }, () => ana.post(path)));
  const codes = responses.map(({ status, body }) => [status, body.code]).toSorted();
  expect(codes).toEqual([[201, undefined], ...Array.from({ length: 4 }, () => [409, 'data_export_running'])]);
  await until(async () => (await ana.read(path)).export.state === 'ready', 'the second copy is ready');
  await until(async () => (await ana.get(first)).status === 404, 'the first copy is deleted');
  await exportOf(ana);
  const refused = await ana.post(path);
  expect([refused.status, refused.body.code]).toEqual([429, 'data_export_limit']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60 * 60);
  clock.advance(dayMs);
  await exportOf(ana);
});

test('a copy is deleted with its account, also one in progress', async () => {
  const [ana, beto] = [await system.newcomer('ana'), await system.newcomer('beto')];
  const owned = async () =>
    system.sql('media', "select key from objects where purpose = 'archive' and owner_id = any($1)", [
      [ana.id, beto.id],
    ]);
  await exportOf(ana);
  const [{ key } = {}] = await owned();
  await beto.post(path);
  for (const person of [ana, beto]) {
    const deletion = await person.call('DELETE', '/auth/me/account', { confirmPassword: passwordOf(person.email) });
    expect(deletion.status).toBe(200);
  }
  const jobs = `select from graphile_worker._private_jobs where payload::text like any($1)`;
  const patterns = [[`%${ana.id}%`, `%${beto.id}%`]];
  await until(async () => (await system.sql('identity', jobs, patterns)).length === 0, 'the jobs are done');
  await until(async () => (await owned()).length === 0, 'no copy is left');
  await until(async () => !(await hasBytes(String(key))), 'the bytes of the finished copy are deleted');
});
