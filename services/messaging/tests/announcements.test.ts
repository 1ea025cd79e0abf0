import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import {
  ContentHidden,
  ContentShown,
  PostAnnounced,
  PostDeleted,
  PostEdited,
  PostPublished,
} from '@tribus/proto/content/v1/events.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { MemberLevelChanged } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;
const unseen = async (actor: Actor) => (await bench.service.as(actor).get('/notifications/count')).body.count;

interface Announced {
  tribeId: number;
  postId: string;
  author: Actor;
  by?: Actor;
  minLevelOrder?: number;
}

const announce = ({ tribeId, postId, author, by = author, minLevelOrder = 1 }: Announced) =>
  bench.publish(PostAnnounced, { tribeId, postId, authorId: author.id, announcedById: by.id, minLevelOrder });

/** Returns those whose list contains the announcement; checks that the count agrees. */
async function notifiedAmong(people: Record<string, Actor>, postId: string): Promise<string[]> {
  const notified: string[] = [];
  for (const [name, actor] of Object.entries(people)) {
    const about = (await notificationsOf(actor)).filter(
      ({ type, data }: { type: string; data: { postId?: string } }) =>
        type === 'announcement' && data.postId === postId,
    );
    expect([name, await unseen(actor)]).toEqual([name, about.length]);
    if (about.length > 0) notified.push(name);
  }
  return notified;
}

test('all members but the announcer get an announcement once', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner, { name: 'La Fogata', isPrivate: true });
  const people = {
    owner,
    officer: bench.tribes.addMember(tribeId, { role: 'officer' }),
    author: bench.tribes.addMember(tribeId),
    member: bench.tribes.addMember(tribeId),
    readsOnly: bench.tribes.addMember(tribeId, { restrictedUntil: '2999-01-01T00:00:00.000Z' }),
    pending: bench.tribes.addMember(tribeId, { status: 'pending', levelOrder: 0 }),
    former: bench.tribes.addMember(tribeId, { status: 'none', levelOrder: 0 }),
    outsider: person(),
  };
  const { author, member } = people;
  const event = await announce({ tribeId, postId: 'asamblea', author, by: owner });
  await bench.redeliver(event);
  expect(await notifiedAmong(people, 'asamblea')).toEqual(['officer', 'author', 'member', 'readsOnly']);
  const [item] = await notificationsOf(member);
  expect(item).toMatchObject({ type: 'announcement', seen: false });
  expect(item.data).toEqual({ tribeId, tribeName: 'La Fogata', postId: 'asamblea' });
  const raisedTo = ({ id }: Actor) => bench.received(NotificationRaised).filter(({ userId }) => userId === id);
  await until(() => raisedTo(member).length > 0, 'it is pushed');
  expect(raisedTo(member)).toMatchObject([{ type: 'announcement', audience: 'members', personId: author.id }]);
});

test('a member separated from an announcement by a mute or a block does not get it', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const add = () => bench.tribes.addMember(tribeId);
  const people = {
    author: add(),
    mutedTribe: add(),
    mutedAuthor: add(),
    mutedWord: add(),
    mutedOther: add(),
    blockedAuthor: add(),
    blockedByAuthor: add(),
    blockedHere: add(),
    blockedOwner: add(),
    blockedByOwner: add(),
    member: add(),
  };
  const { author, member } = people;
  bench.identity.mute(people.mutedTribe.id, { mutedTribeIds: [tribeId] });
  bench.identity.mute(people.mutedAuthor.id, { muted: [{ userId: author.id, tribeId: 0 }] });
  bench.identity.mute(people.mutedOther.id, { mutedTribeIds: [tribeId + 1000] });
  bench.content.mutedBy.set('p', [people.mutedWord.id]);
  bench.identity.block(people.blockedAuthor.id, author.id);
  bench.identity.block(author.id, people.blockedByAuthor.id);
  bench.identity.block(people.blockedHere.id, author.id, tribeId);
  bench.identity.block(people.blockedOwner.id, owner.id);
  bench.identity.block(owner.id, people.blockedByOwner.id);
  await announce({ tribeId, postId: 'p', author, by: owner });
  expect(await notifiedAmong(people, 'p')).toEqual(['author', 'mutedOther', 'member']);
  const pushedTo = () => {
    const ids = bench.received(NotificationRaised).map(({ userId }) => userId);
    return Object.values(people).filter(({ id }) => ids.includes(id));
  };
  await until(() => pushedTo().length >= 3, 'it is pushed');
  expect(pushedTo()).toEqual([author, people.mutedOther, member]);
});

test('an announced post with a level reaches only members of that level, also after a change of either', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const people = {
    officer: bench.tribes.addMember(tribeId, { role: 'officer' }),
    low: bench.tribes.addMember(tribeId, { levelOrder: 2 }),
    equal: bench.tribes.addMember(tribeId, { levelOrder: 3 }),
    high: bench.tribes.addMember(tribeId, { levelOrder: 4 }),
  };
  await announce({ tribeId, postId: 'alta', author: owner, minLevelOrder: 3 });
  expect(await notifiedAmong(people, 'alta')).toEqual(['officer', 'equal', 'high']);
  await bench.publish(
    PostEdited,
    PostEdited.fromPartial({ tribeId, postId: 'alta', authorId: owner.id, minLevelOrder: 4 }),
  );
  expect(await notifiedAmong(people, 'alta')).toEqual(['officer', 'high']);
});

test('an announcement and a new post whose level was raised meanwhile reach nobody below the present level', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const people = {
    officer: bench.tribes.addMember(tribeId, { role: 'officer' }),
    low: bench.tribes.addMember(tribeId, { levelOrder: 2 }),
    high: bench.tribes.addMember(tribeId, { levelOrder: 3 }),
  };
  const listedAbout = async (postId: string) => {
    const items = await Promise.all(Object.values(people).map(notificationsOf));
    const isListed = items.map((all) => all.some(({ data }: { data: { postId?: string } }) => data.postId === postId));
    return Object.keys(people).filter((_name, index) => isListed[index]);
  };
  const [announced, published] = [`announced-${tribeId}`, `published-${tribeId}`];
  for (const postId of [announced, published]) bench.content.levels.set(postId, 3);
  bench.identity.followers.set(
    owner.id,
    Object.values(people).map(({ id }) => id),
  );
  await announce({ tribeId, postId: announced, author: owner, minLevelOrder: 1 });
  const post = { tribeId, postId: published, authorId: owner.id, minLevelOrder: 1 };
  await bench.publish(PostPublished, PostPublished.fromPartial(post));
  for (const postId of [announced, published]) expect(await listedAbout(postId)).toEqual(['officer', 'high']);
  // Also when a member loses the level before the event of the edit arrives.
  bench.tribes.setMembership(tribeId, people.high, { levelOrder: 2 });
  const loss = { tribeId, userId: people.high.id, levelOrder: 2, previousLevelOrder: 3, cause: 'role' } as const;
  await bench.publish(MemberLevelChanged, loss);
  for (const postId of [announced, published]) expect(await listedAbout(postId)).toEqual(['officer']);
});

test('a member who leaves no longer sees the announcement', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const people = { leaver: bench.tribes.addMember(tribeId), member: bench.tribes.addMember(tribeId) };
  await announce({ tribeId, postId: 'q', author: owner });
  bench.tribes.removeMembership(tribeId, people.leaver);
  bench.clock.advance(5_000);
  await until(async () => (await notificationsOf(people.leaver)).length === 0, 'the membership was queried again');
  expect(await notifiedAmong(people, 'q')).toEqual(['member']);
});

test('the announcement of a hidden or deleted post is not shown', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const people = { member: bench.tribes.addMember(tribeId) };
  const about = { tribeId, postId: unique('post'), authorId: owner.id };
  await announce({ ...about, author: owner });
  await bench.publish(ContentHidden, ContentHidden.fromPartial({ ...about, cause: 'reports' }));
  expect(await notifiedAmong(people, about.postId)).toEqual([]);
  await bench.publish(ContentShown, ContentShown.fromPartial(about));
  expect(await notifiedAmong(people, about.postId)).toEqual(['member']);
  await bench.publish(PostDeleted, PostDeleted.fromPartial(about));
  expect(await notifiedAmong(people, about.postId)).toEqual([]);
});

test('a large tribe is notified by pages, and a second run notifies only the remaining members', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const members = Array.from({ length: 450 }, () => bench.tribes.addMember(tribeId));
  const [first = owner] = members;
  await announce({ tribeId, postId: 'grande', author: owner });
  const notified = () =>
    bench.received(NotificationRaised).filter((event) => event.tribeId === tribeId && event.type === 'announcement');
  await until(() => notified().length >= 450, 'all are notified');
  await bench.service.as(first).post('/notifications/seen');
  const late = bench.tribes.addMember(tribeId);
  await announce({ tribeId, postId: 'grande', author: owner });
  await until(() => notified().some(({ userId }) => userId === late.id), 'the late member is notified');
  expect(
    notified()
      .map(({ userId }) => userId)
      .toSorted(),
  ).toEqual([...members, late].map(({ id }) => id).toSorted());
  expect([await unseen(first), await unseen(late)]).toEqual([0, 1]);
});

test('an announcement in a deleted tribe notifies no one and does not block later events', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const member = bench.tribes.addMember(tribeId);
  bench.tribes.removeTribe(tribeId);
  await announce({ tribeId, postId: 'tarde', author: owner });
  expect(await notificationsOf(member)).toEqual([]);
});
