import { expect } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Listener } from '../listener.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import { testOfOwn } from '../targets.ts';
import { ownOf, type SharedSystem } from '../test-system.ts';
import { newName } from '../tribe-fixture.ts';

interface Listening {
  person: Person;
  vibeId: string;
  own: Listener;
  watching: Listener;
}

/** Who is no member any more gets nothing of a private tribe, over whatever they opened or were told before. */
export function attackAfterLeaving(system: () => SharedSystem): void {
  testOfOwn('who left or was removed hears and finds nothing of a private tribe', async () => {
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
    const gone = [await open('sale'), await open('expulsado')];
    const home = await stays.listen('/stream');

    const everythingFor = async ({ person, vibeId }: Listening) => {
      await owner.post(`/vibes/${vibeId}/reactions`, { emoji: '✨' });
      await owner.post(`/tribes/${tribe.id}/posts/${vibeId}/comments`, { content: 'De su dueña' });
      await owner.post('/messages', { toUserId: person.id, tribeId: tribe.id, content: 'De su dueña' });
    };
    const everything = async () => {
      for (const each of gone) await everythingFor(each);
      await owner.publish(tribe.id, { content: 'De su dueña' });
      await stays.post(`/vibes/${watched}/reactions`, { emoji: '❤️' });
      await system().settled();
    };
    await everything();
    const chat = async () => {
      const { id } = (await owner.post(`/tribes/${tribe.id}/chat`, { content: 'De su dueña' })).body;
      await home.waitFor('chat', ({ messageId }) => messageId === id);
    };
    await chat();
    for (const { own, watching } of gone) {
      for (const event of ['notification', 'message', 'chat', 'reaction']) await own.waitFor(event, () => true);
      await watching.waitFor('reaction', () => true);
    }
    const found = async ({ person }: Listening) => ({
      notices: (await person.notifications()).filter(({ type }) => type !== 'join_request_result').length,
      count: (await person.read('/notifications/count')).count,
      conversations: (await person.read('/messages/recent')).items.length,
      activity: (await person.read('/tribes/@me/activity')).items.length,
    });
    for (const each of gone) expect(await found(each)).toEqual({ notices: 2, count: 2, conversations: 1, activity: 1 });

    const [leaver, removed] = gone;
    if (!leaver || !removed) throw new Error('nobody came');
    expect((await leaver.person.post(`/tribes/${tribe.id}/leave`)).status).toBe(200);
    // Around the service, so that nobody says so.
    const remove = 'delete from members where tribe_id = $1 and user_id = $2';
    await ownOf(system()).sql('tribes', remove, [tribe.id, removed.person.id]);
    const nothing = { notices: 0, count: 0, conversations: 0, activity: 0 };
    const blank = async () => {
      const all = await Promise.all(gone.map(found));
      return all.every((each) => JSON.stringify(each) === JSON.stringify(nothing));
    };
    const heard = () => gone.reduce((sum, { own }) => sum + own.received.length, 0);
    const silent = async () => {
      const before = heard();
      await chat();
      return heard() === before;
    };
    await Promise.all([until(blank, 'their lists and numbers are blank'), until(silent, 'their streams are silent')]);

    const before = heard();
    await everything();
    await chat();
    expect(heard()).toBe(before);
    expect(await blank()).toBe(true);
    await until(() => gone.every(({ watching }) => watching.ended), 'nobody of them watches a vibe any more');
    for (const { person, own } of gone) {
      const paths = ['/notifications', '/messages/recent', '/tribes/@me/activity'];
      const told = await Promise.all(paths.map(async (path) => (await person.fetch(path)).text()));
      for (const word of [owner.id, owner.name, 'De su dueña']) expect(told.join()).not.toContain(word);
      own.close();
    }
    home.close();
  });
}
