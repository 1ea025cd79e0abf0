import { expect } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Listener } from '../listener.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import { testWithOwnSystem } from '../targets.ts';
import { ownOf, type SharedSystem } from '../test-system.ts';
import { newName } from '../tribe-fixture.ts';

interface Listening {
  person: Person;
  vibeId: string;
  own: Listener;
  watching: Listener;
}

/** A former member gets no content of a private tribe through open streams, addresses or earlier ids. */
export function attackAfterLeaving(system: () => SharedSystem): void {
  testWithOwnSystem('a user who left or was removed receives and finds nothing of a private tribe', async () => {
    const [owner, stays] = [await system().newcomer('duena'), await system().newcomer('queda')];
    const tribe: { id: number } = await owner.createTribe(newName(), { isPrivate: true });
    const enter = async (person: Person) => {
      await person.post(`/tribes/${tribe.id}/join-request`);
      await owner.post(`/tribes/${tribe.id}/members/${person.id}/approve`);
      await system().settled();
      await person.post('/notifications/seen');
    };
    await enter(stays);
    const vibeOf = async (person: Person): Promise<string> =>
      (await person.publish(tribe.id, { kind: 'story', tags: 'chill', pictures: [await png(60, 40)] })).id;
    const watched = await vibeOf(owner);
    const open = async (name: string): Promise<Listening> => {
      const person = await system().newcomer(name);
      await enter(person);
      await person.post(`/auth/users/${owner.id}/follow`);
      const [own, watching] = [await person.listen('/stream'), await person.listen(`/vibes/${watched}/stream`)];
      return { person, vibeId: await vibeOf(person), own, watching };
    };
    const formerMembers = [await open('sale'), await open('expulsado')];
    const home = await stays.listen('/stream');

    const everythingFor = async ({ person, vibeId }: Listening) => {
      await owner.post(`/vibes/${vibeId}/reactions`, { emoji: '✨' });
      await owner.post(`/tribes/${tribe.id}/posts/${vibeId}/comments`, { content: 'De su dueña' });
      await owner.post('/messages', { toUserId: person.id, tribeId: tribe.id, content: 'De su dueña' });
    };
    const personalData = async () => {
      for (const each of formerMembers) await everythingFor(each);
      await owner.publish(tribe.id, { content: 'De su dueña' });
      await stays.post(`/vibes/${watched}/reactions`, { emoji: '❤️' });
      await system().settled();
    };
    await personalData();
    const chat = async () => {
      const { id } = (await owner.post(`/tribes/${tribe.id}/chat`, { content: 'De su dueña' })).body;
      await home.waitFor('chat', ({ messageId }) => messageId === id);
    };
    await chat();
    for (const { own, watching } of formerMembers) {
      for (const event of ['notification', 'message', 'chat', 'reaction']) await own.waitFor(event, () => true);
      await watching.waitFor('reaction', () => true);
    }
    const found = async ({ person }: Listening) => ({
      notices: (await person.notifications()).filter(({ type }) => type !== 'join_request_result').length,
      count: (await person.read('/notifications/count')).count,
      conversations: (await person.read('/messages/recent')).items.length,
      activity: (await person.read('/tribes/@me/activity')).items.length,
    });
    for (const each of formerMembers)
      expect(await found(each)).toEqual({ notices: 2, count: 2, conversations: 1, activity: 1 });

    const [leaver, removed] = formerMembers;
    if (!leaver || !removed) throw new Error('registration failed');
    expect((await leaver.person.post(`/tribes/${tribe.id}/leave`)).status).toBe(200);
    // Directly in the database, so that no event is emitted.
    const remove = 'delete from members where tribe_id = $1 and user_id = $2';
    await ownOf(system()).sql('tribes', remove, [tribe.id, removed.person.id]);
    const nothing = { notices: 0, count: 0, conversations: 0, activity: 0 };
    const blank = async () => {
      const all = await Promise.all(formerMembers.map(found));
      return all.every((each) => JSON.stringify(each) === JSON.stringify(nothing));
    };
    const receivedCount = () => formerMembers.reduce((sum, { own }) => sum + own.received.length, 0);
    const unannounced = async () => {
      const before = receivedCount();
      await chat();
      return receivedCount() === before;
    };
    await Promise.all([
      until(blank, 'their lists and numbers are blank'),
      until(unannounced, 'their streams receive no more events'),
    ]);

    const before = receivedCount();
    await personalData();
    await chat();
    expect(receivedCount()).toBe(before);
    expect(await blank()).toBe(true);
    await until(() => formerMembers.every(({ watching }) => watching.ended), 'nobody of them watches a vibe any more');
    for (const { person, own } of formerMembers) {
      const paths = ['/notifications', '/messages/recent', '/tribes/@me/activity'];
      const responses = await Promise.all(paths.map(async (path) => (await person.fetch(path)).text()));
      for (const word of [owner.id, owner.name, 'De su dueña']) expect(responses.join()).not.toContain(word);
      own.close();
    }
    home.close();
  });
}
