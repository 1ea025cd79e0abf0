import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import { testSecret } from '@tribus/kit/testing/service.ts';
import { MutesChanged, UserBlocked, UserFollowed, UserUnblocked } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { mutesMax } from '../limits.ts';
import { type Bench, openBench, type SignedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const twoPeople = async (): Promise<[SignedInUser, SignedInUser]> => [await bench.register(), await bench.register()];
const blockPath = ({ id }: { id: string }) => `/auth/me/blocks/users/${id}`;
const mutePath = ({ id }: { id: string }) => `/auth/me/mutes/users/${id}`;
const known = async (...users: SignedInUser[]) =>
  (await bench.rpc.getBlocksAndMutes({ userIds: users.map(({ id }) => id) })).users;

/** A tribe in which one member is above the other, with the id under which the lower one sees the higher. */
async function hiddenMember() {
  const [low, high] = await twoPeople();
  const tribeId = bench.tribes.createTribe();
  bench.tribes.setMembership(tribeId, low, { levelOrder: 1 });
  bench.tribes.setMembership(tribeId, high, { levelOrder: 3 });
  const pseudonym = new UserPresenter(testSecret).pseudonyms.of(low, high.id, tribeId);
  return { low, high, tribeId, pseudonym };
}

test('a blocked person is listed once for the person who blocked them and for nobody else', async () => {
  const [ana, luis] = await twoPeople();
  const first = await as(ana).put(blockPath(luis));
  expect(first).toMatchObject({ status: 200, body: { user: { id: luis.id }, tribe: null } });
  expect((await as(ana).put(blockPath(luis))).body).toEqual(first.body);
  expect((await as(ana).get('/auth/me/blocks')).body).toEqual({ items: [first.body], nextCursor: null });
  expect((await as(luis).get('/auth/me/blocks')).body.items).toEqual([]);
  const emitted = (await bench.events(UserBlocked)).filter(({ userId }) => userId === ana.id);
  expect(emitted).toEqual([{ userId: ana.id, blockedId: luis.id, tribeId: 0 }]);
});

test('other services see a block for both users, and its removal', async () => {
  const [ana, luis] = await twoPeople();
  await as(ana).put(blockPath(luis));
  expect(await known(ana, luis)).toMatchObject([
    { userId: ana.id, blocked: [{ userId: luis.id, tribeId: 0 }] },
    { userId: luis.id, blocked: [{ userId: ana.id, tribeId: 0 }] },
  ]);
  expect((await as(ana).delete(blockPath(luis))).status).toBe(200);
  expect((await as(ana).delete(blockPath(luis))).status).toBe(200);
  expect(await known(ana, luis)).toMatchObject([{ blocked: [] }, { blocked: [] }]);
  expect((await bench.events(UserUnblocked)).filter(({ userId }) => userId === ana.id)).toHaveLength(1);
});

test('two people with a block between them do not see each other', async () => {
  const [ana, luis] = await twoPeople();
  await as(ana).put(blockPath(luis));
  for (const [one, other] of [
    [ana, luis],
    [luis, ana],
  ] as const) {
    expect((await as(one).get(`/auth/public/${other.id}`)).status).toBe(404);
    expect((await as(one).post(`/auth/users/${other.id}/follow`)).status).toBe(404);
    expect((await as(one).get(`/auth/users/${other.id}/follow/status`)).status).toBe(404);
  }
  const outsider = await bench.register();
  expect((await as(outsider).get(`/auth/public/${ana.id}`)).status).toBe(200);
});

test('a block ends the follows and the visible presence of both', async () => {
  const [ana, luis] = await twoPeople();
  await as(ana).post(`/auth/users/${luis.id}/follow`);
  await as(luis).post(`/auth/users/${ana.id}/follow`);
  for (const user of [ana, luis]) await as(user).post('/user/heartbeat');
  expect((await as(ana).get(`/user/presence?ids=${luis.id}`)).body.online).toEqual([luis.id]);
  await as(ana).put(blockPath(luis));
  for (const [one, other] of [
    [ana, luis],
    [luis, ana],
  ] as const) {
    expect((await as(one).get('/auth/me/following')).body.users).toEqual([]);
    expect((await as(one).get(`/user/presence?ids=${other.id}`)).body.online).toEqual([]);
  }
  const ended = (await bench.events(UserFollowed)).filter(({ userId, following }) => userId === luis.id && !following);
  expect(ended).toHaveLength(1);
});

test('a follow concurrent with a block does not remain', async () => {
  const [ana, luis] = await twoPeople();
  await Promise.all([
    as(ana).put(blockPath(luis)),
    ...Array.from({ length: 5 }, () => as(luis).post(`/auth/users/${ana.id}/follow`)),
    ...Array.from({ length: 5 }, () => as(ana).post(`/auth/users/${luis.id}/follow`)),
  ]);
  await as(ana).delete(blockPath(luis));
  expect((await as(luis).get('/auth/me/following')).body.users).toEqual([]);
  expect((await as(ana).get('/auth/me/following')).body.users).toEqual([]);
});

test('twenty concurrent blocks in both directions create one in each direction', async () => {
  const [ana, luis] = await twoPeople();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? as(ana).put(blockPath(luis)) : as(luis).put(blockPath(ana)),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await bench.events(UserBlocked)).filter(({ userId }) => userId === ana.id)).toHaveLength(1);
  expect((await as(ana).get('/auth/me/blocks')).body.items).toHaveLength(1);
});

test('nobody can block or mute themselves or an unknown user', async () => {
  const ana = await bench.register();
  expect((await as(ana).put(blockPath(ana))).body).toMatchObject({ code: 'cannot_block_self' });
  expect((await as(ana).put(mutePath(ana))).body).toMatchObject({ code: 'cannot_block_self' });
  for (const id of ['00000000-0000-7000-8000-000000000000', 'nobody', 'hidden-0123'])
    for (const path of [blockPath({ id }), mutePath({ id })]) {
      expect((await as(ana).put(path)).status).toBe(404);
      expect((await as(ana).delete(path)).status).toBe(200);
    }
});

test('the list of blocked people is read page by page', async () => {
  const ana = await bench.register();
  const others = await Promise.all(Array.from({ length: 3 }, () => bench.register()));
  for (const other of others) await as(ana).put(blockPath(other));
  const first = (await as(ana).get('/auth/me/blocks?limit=2')).body;
  const second = (await as(ana).get(`/auth/me/blocks?limit=2&cursor=${first.nextCursor}`)).body;
  const ids = [...first.items, ...second.items].map(({ user }) => user.id);
  expect(ids).toEqual(others.map(({ id }) => id).reverse());
  expect(second.nextCursor).toBeNull();
});

test('a hidden member is blocked and unblocked in that tribe only, without revealing who they are', async () => {
  const { low, high, tribeId, pseudonym } = await hiddenMember();
  const path = `${blockPath({ id: pseudonym })}?tribeId=${tribeId}`;
  const { status, body } = await as(low).put(path);
  expect({ status, user: body.user, tribe: body.tribe.id }).toMatchObject({
    status: 200,
    user: { id: pseudonym, restrictedHigher: true },
    tribe: tribeId,
  });
  const listed = JSON.stringify((await as(low).get('/auth/me/blocks')).body);
  expect(listed).not.toContain(high.id);
  expect(await known(low, high)).toMatchObject([
    { blocked: [{ userId: high.id, tribeId }] },
    { blocked: [{ userId: low.id, tribeId }] },
  ]);
  // Other tribes are unaffected: a person who vanished there as well would be identified.
  expect((await as(low).get(`/auth/public/${high.id}`)).status).toBe(200);
  expect((await as(low).delete(path)).status).toBe(200);
  expect((await as(low).get('/auth/me/blocks')).body.items).toEqual([]);
});

test('people hidden in many tribes are listed with few calls to tribes', async () => {
  const [low, high] = await twoPeople();
  const tribeIds = Array.from({ length: 45 }, () => bench.tribes.createTribe());
  for (const tribeId of tribeIds) {
    bench.tribes.setMembership(tribeId, low, { levelOrder: 1 });
    bench.tribes.setMembership(tribeId, high, { levelOrder: 3 });
    const id = new UserPresenter(testSecret).pseudonyms.of(low, high.id, tribeId);
    expect((await as(low).put(`${mutePath({ id })}?tribeId=${tribeId}`)).status).toBe(200);
  }
  const before = bench.tribes.membershipCalls;
  const { users } = (await as(low).get('/auth/me/mutes')).body;
  expect(users.map(({ tribe }: { tribe: { id: number } }) => tribe.id)).toEqual(tribeIds.toReversed());
  for (const { user } of users) expect(user).toMatchObject({ restrictedHigher: true, levelOrder: 3 });
  // One for the tribes, and one for the person per 20 tribes.
  expect(bench.tribes.membershipCalls - before).toBe(1 + 3);
});

test('a pseudonym is unknown to other viewers, without its tribe, and to non-members of it', async () => {
  const { low, tribeId, pseudonym } = await hiddenMember();
  const other = await bench.register();
  bench.tribes.setMembership(tribeId, other, { levelOrder: 1 });
  const path = blockPath({ id: pseudonym });
  expect((await as(other).put(`${path}?tribeId=${tribeId}`)).status).toBe(404);
  expect((await as(low).put(path)).status).toBe(404);
  bench.tribes.removeMembership(tribeId, low);
  expect((await as(low).put(`${path}?tribeId=${tribeId}`)).status).toBe(404);
});

test('mutes are listed as they were written, and compared ignoring accents and case', async () => {
  const [ana, luis] = await twoPeople();
  const tribeId = bench.tribes.createTribe();
  await as(ana).put(mutePath(luis));
  await as(ana).put('/auth/me/mutes/tags', { tag: '#Fútbol Sala' });
  for (const word of ['Política', 'POLITICA']) await as(ana).put('/auth/me/mutes/words', { word });
  await as(ana).put(`/auth/me/mutes/tribes/${tribeId}`);
  expect((await as(ana).get('/auth/me/mutes')).body).toMatchObject({
    users: [{ user: { id: luis.id }, tribe: null }],
    tags: ['futbol-sala'],
    words: ['Política'],
    tribes: [{ id: tribeId }],
  });
  expect(await known(ana)).toMatchObject([
    { muted: [{ userId: luis.id }], mutedTags: ['futbol-sala'], mutedWords: ['politica'], mutedTribeIds: [tribeId] },
  ]);
  await as(ana).delete(mutePath(luis));
  await as(ana).delete('/auth/me/mutes/tags', { tag: 'futbol-sala' });
  await as(ana).delete('/auth/me/mutes/words', { word: 'política' });
  await as(ana).delete(`/auth/me/mutes/tribes/${tribeId}`);
  expect((await as(ana).get('/auth/me/mutes')).body).toEqual({ users: [], tags: [], words: [], tribes: [] });
});

test('the new name of a muted tribe that became invisible is hidden from non-members', async () => {
  const ana = await bench.register();
  const tribeId = bench.tribes.createTribe(undefined, { name: 'Panaderos' });
  await as(ana).put(`/auth/me/mutes/tribes/${tribeId}`);
  const named = async () => (await as(ana).get('/auth/me/mutes')).body.tribes;
  expect(await named()).toEqual([{ id: tribeId, name: 'Panaderos' }]);
  bench.tribes.addTribe({ id: tribeId, name: 'La conjura', isPrivate: true, isInvisible: true });
  expect(await named()).toEqual([{ id: tribeId, name: 'Una tribu oculta' }]);
  bench.tribes.setMembership(tribeId, ana);
  expect(await named()).toEqual([{ id: tribeId, name: 'La conjura' }]);
});

test('the event of a changed mute names the user, not the mute', async () => {
  const ana = await bench.register();
  await as(ana).put('/auth/me/mutes/words', { word: 'divorcio' });
  const emitted = (await bench.events(MutesChanged)).filter(({ userId }) => userId === ana.id);
  expect(emitted).toEqual([{ userId: ana.id }]);
});

test('a muted person does not notice: they still see and follow the person who muted them', async () => {
  const [ana, luis] = await twoPeople();
  await as(ana).put(mutePath(luis));
  expect((await as(luis).get(`/auth/public/${ana.id}`)).status).toBe(200);
  expect((await as(luis).post(`/auth/users/${ana.id}/follow`)).status).toBe(200);
});

test('a private tribe cannot be muted by non-members, because it is not visible to them', async () => {
  const ana = await bench.register();
  const tribeId = bench.tribes.createTribe(undefined, { isPrivate: true });
  expect((await as(ana).put(`/auth/me/mutes/tribes/${tribeId}`)).status).toBe(404);
});

test('concurrent requests cannot exceed the limit of mutes', async () => {
  const ana = await bench.register();
  const { db } = await bench.openDatabase();
  const words = Array.from({ length: mutesMax - 1 }, (_, index) => ({
    id: crypto.randomUUID(),
    userId: ana.id,
    kind: 'word' as const,
    value: `w${index}`,
    shown: `w${index}`,
    mutedUserId: null,
    tribeId: 0,
    createdAt: new Date(),
  }));
  await db.insertInto('mutes').values(words).execute();
  const mute = (word: string) => as(ana).put('/auth/me/mutes/words', { word });
  const responses = await Promise.all(['uno', 'dos', 'tres'].map(mute));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
});

test('blocks and mutes in a tribe are deleted with the tribe', async () => {
  const { low, tribeId, pseudonym } = await hiddenMember();
  await as(low).put(`${blockPath({ id: pseudonym })}?tribeId=${tribeId}`);
  await as(low).put(`${mutePath({ id: pseudonym })}?tribeId=${tribeId}`);
  await as(low).put(`/auth/me/mutes/tribes/${tribeId}`);
  await bench.publish(TribeDeleted, { tribeId });
  await bench.jobsDone();
  expect(await known(low)).toMatchObject([{ blocked: [], muted: [], mutedTribeIds: [] }]);
});

test('blocks and mutes by and of an account are deleted with it', async () => {
  const [ana, luis] = await twoPeople();
  await as(ana).put(blockPath(luis));
  await as(ana).put(mutePath(luis));
  await as(luis).delete('/auth/me/account', { confirmPassword: 'una-clave-larga' });
  await bench.jobsDone();
  expect(await known(ana)).toMatchObject([{ blocked: [], muted: [] }]);
});
