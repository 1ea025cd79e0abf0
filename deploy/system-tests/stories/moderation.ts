import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';

/** Reports, decisions of moderators, and notifications of both sides. */
export function moderationStories(system: () => SharedSystem): void {
  test('a reported post is decided once, disappears from every list, and returns after a granted appeal', async () => {
    const [owner, author, reporter] = [
      await system().newcomer('duena'),
      await system().newcomer('autora'),
      await system().newcomer('avisa'),
    ];
    const tribe = await owner.createTribe('Los que se cuidan', {});
    for (const person of [author, reporter]) await person.join(tribe.id);
    const marker = 'palabra-que-se-retira';
    const post = await author.publish(tribe.id, { content: marker, pictures: [await png(60, 40)] });
    const response = await reporter.post('/reports/post', {
      postId: post.id,
      reason: 'harassment',
      description: 'insulta',
    });
    expect([response.status, response.body]).toEqual([201, { message: 'Reporte enviado correctamente' }]);

    const waits = async () => (await owner.notifications()).find(({ type }) => type === 'cases_waiting');
    await until(async () => (await waits()) !== undefined, 'the moderators are notified of a pending case');
    expect((await waits()).data).toEqual({ tribeId: tribe.id, tribeName: 'Los que se cuidan', waiting: 1 });

    const { items } = await owner.read(`/tribes/${tribe.id}/reports`);
    const resolve = (action: string) => owner.post(`/reports/${items[0].id}/resolve`, { action, reason: 'harassment' });
    const responses = await Promise.all([resolve('remove'), resolve('remove')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    await until(async () => (await waits()) === undefined, 'no case is pending');
    for (const person of [author, reporter, owner]) {
      expect((await person.get(`/tribes/${tribe.id}/posts/${post.id}`)).status).toBe(404);
      for (const list of [`/tribes/${tribe.id}/posts`, `/user/posts?userId=${author.id}`])
        expect(JSON.stringify(await person.read(list))).not.toContain(marker);
    }
    await until(
      async () => (await author.notifications()).some(({ type }) => type === 'moderation'),
      'the author is notified',
    );
    const notification = (await author.notifications()).find(({ type }) => type === 'moderation');
    expect(notification.data).toMatchObject({ action: 'remove', reason: 'harassment', tribeId: tribe.id });
    await until(
      async () => (await reporter.notifications()).some(({ type }) => type === 'report_result'),
      'the reporter is notified',
    );

    const appeal = await author.post(`/reports/decisions/${notification.data.caseId}/appeal`, {
      text: 'Lo decía de mí',
    });
    expect(appeal.status).toBe(200);
    const admin = await system().admin();
    expect((await admin.post(`/reports/${notification.data.caseId}/resolve`, { action: 'overturn' })).status).toBe(200);
    expect((await reporter.read(`/tribes/${tribe.id}/posts/${post.id}`)).content).toBe(marker);
    const log = await reporter.read(`/tribes/${tribe.id}/reports/log`);
    expect(log.items.map(({ action }: { action: string }) => action)).toEqual(['overturn', 'remove']);
    expect(JSON.stringify(log)).not.toContain(owner.id);
  });

  test('a reported message is visible only to its moderators, is removed for both sides, and both are notified', async () => {
    const [owner, author, reporter, other] = await Promise.all(
      ['duena', 'autor', 'avisa', 'ajena'].map((name) => system().newcomer(name)),
    );
    if (!owner || !author || !reporter || !other) throw new Error('registration failed');
    const tribe = await owner.createTribe('Los que charlan', {});
    for (const person of [author, reporter, other]) await person.join(tribe.id);
    const admin = await system().admin();
    const [inChat, inPrivate] = ['dicho-a-todos', 'dicho-a-una'];
    const chatMessage = await author.post(`/tribes/${tribe.id}/chat`, { content: inChat });
    const message = await author.post('/messages', { toUserId: reporter.id, tribeId: tribe.id, content: inPrivate });
    const report = { reason: 'harassment' };
    for (const outsider of [other, owner, admin])
      expect((await outsider.post('/reports/message', { messageId: message.body.id, ...report })).status).toBe(404);
    const reports = [
      await reporter.post('/reports/chat', { messageId: chatMessage.body.id, ...report }),
      await reporter.post('/reports/message', { messageId: message.body.id, ...report }),
    ];
    expect(reports.map(({ status }) => status)).toEqual([201, 201]);

    const ofTribe = await owner.read(`/tribes/${tribe.id}/reports`);
    expect(ofTribe.items.map(({ text }: { text: string }) => text)).toEqual([inChat]);
    const ofSite = await admin.read(`/admin/reports?kind=direct_message&tribeId=${tribe.id}`);
    const [direct] = ofSite.items;
    expect(direct).toMatchObject({ text: inPrivate, tribe: { id: tribe.id } });
    for (const person of [owner, other, author]) expect((await person.get(`/reports/${direct.id}`)).status).toBe(404);
    await owner.post(`/reports/${ofTribe.items[0].id}/resolve`, { action: 'remove' });
    await admin.post(`/reports/${direct.id}/resolve`, { action: 'remove' });

    const seenBy = async (person: typeof owner, otherId: string) =>
      JSON.stringify([
        await person.read(`/tribes/${tribe.id}/chat`),
        await person.read(`/messages/with/${otherId}?tribeId=${tribe.id}`),
        await person.read('/messages/recent'),
      ]);
    for (const [person, otherId] of [
      [reporter, author.id],
      [author, reporter.id],
    ] as const)
      await until(async () => !/dicho-a/.test(await seenBy(person, otherId)), 'both are removed');
    await until(
      async () => (await author.notifications()).filter(({ type }) => type === 'moderation').length === 2,
      'the author is notified of both',
    );
    const decisions = (await author.notifications()).map(({ data }) => [data.kind, data.action]);
    expect(decisions).toEqual(
      expect.arrayContaining([
        ['chat_message', 'remove'],
        ['direct_message', 'remove'],
      ]),
    );
    expect(JSON.stringify(await owner.read(`/tribes/${tribe.id}/reports/log`))).not.toContain('direct_message');

    const [decided] = ofTribe.items;
    const appeal = await author.post(`/reports/decisions/${decided.id}/appeal`, { text: 'Era una cita' });
    const response = await admin.post(`/reports/${decided.id}/resolve`, { action: 'overturn' });
    expect([appeal.status, response.status]).toEqual([200, 200]);
    await until(async () => (await seenBy(reporter, author.id)).includes(inChat), 'the message is restored');
  });

  test('site admins have one notification of pending cases, whose count changes, and nobody else has it', async () => {
    const [owner, author, reporter] = await Promise.all([
      system().newcomer('duena'),
      system().newcomer('autor'),
      system().newcomer('avisa'),
    ]);
    const tribe = await owner.createTribe(`Los que avisan ${owner.id}`, {});
    for (const person of [author, reporter]) await person.join(tribe.id);
    const admin = await system().admin();
    const notice = async (person: Person) =>
      (await person.notifications()).find(({ type }) => type === 'site_cases_waiting');
    const earlier = (await notice(admin))?.createdAt;
    const report = { userId: author.id, tribeId: tribe.id, reason: 'harassment' };
    expect((await reporter.post('/reports/person', report)).status).toBe(201);
    const isNotified = async () => ![undefined, earlier].includes((await notice(admin))?.createdAt);
    await until(isNotified, 'the admins are notified of a pending case');
    const { waiting } = (await notice(admin)).data;
    const { items } = await admin.read('/admin/reports?kind=person&limit=100');
    const found = items.find(({ objectId }: { objectId: string }) => objectId === author.id);
    expect((await admin.post(`/reports/${found.id}/resolve`, { action: 'keep' })).status).toBe(200);
    const isLess = async () => ((await notice(admin))?.data.waiting ?? 0) === waiting - 1;
    await until(isLess, 'one case less is pending');
    await system().settled();
    for (const person of [owner, author, reporter]) expect(await notice(person)).toBeUndefined();
  });

  test('a decision bans the author from the tribe with a reason, and a granted appeal lifts the ban', async () => {
    const [owner, author, reporter] = [
      await system().newcomer('duena'),
      await system().newcomer('autora'),
      await system().newcomer('avisa'),
    ];
    const tribe = await owner.createTribe('Los que tienen puerta', {});
    for (const person of [author, reporter]) await person.join(tribe.id);
    const post = await author.publish(tribe.id, { content: 'tercera oferta' });
    await reporter.post('/reports/post', { postId: post.id, reason: 'spam' });
    const { items } = await owner.read(`/tribes/${tribe.id}/reports`);
    const ban = { action: 'ban', message: 'Te lo dijimos dos veces.' };
    expect((await owner.post(`/reports/${items[0].id}/resolve`, ban)).status).toBe(200);
    const own = () => author.read(`/tribes/${tribe.id}`);
    await until(async () => (await own()).ban !== null, 'the author is banned');
    expect((await own()).ban).toMatchObject({ reason: ban.message, authority: 'owner', endsAt: null });
    expect((await author.join(tribe.id)).status).toBe(403);

    await author.post(`/reports/decisions/${items[0].id}/appeal`, { text: 'Eran avisos de la tribu' });
    await (await system().admin()).post(`/reports/${items[0].id}/resolve`, { action: 'overturn' });
    await until(async () => (await own()).ban === null, 'the author may come in');
    expect((await author.join(tribe.id)).status).toBe(200);
  });

  test('a reported tribe picture disappears from its panel, its author is notified, and an appeal restores it', async () => {
    const [owner, author, reporter, other] = await Promise.all(
      ['duena', 'autora', 'avisa', 'ajena'].map((name) => system().newcomer(name)),
    );
    if (!owner || !author || !reporter || !other) throw new Error('registration failed');
    const tribe = await owner.createTribe('Los que miran', {});
    for (const person of [author, reporter]) await person.join(tribe.id);
    const { id: mediaId } = await author.putUp(tribe.id, await png(60, 40), 'foto-que-se-retira');
    const report = (person: typeof owner) => person.post('/reports/media', { mediaId, reason: 'copyright' });
    expect((await report(other)).status).toBe(404);
    expect((await report(reporter)).status).toBe(201);
    const { items } = await owner.read(`/tribes/${tribe.id}/reports`);
    expect(items).toMatchObject([{ kind: 'tribe_media', text: 'foto-que-se-retira', imagesCount: 1 }]);
    const [{ id: caseId }] = items;
    const remove = () => owner.post(`/reports/${caseId}/resolve`, { action: 'remove', message: 'No es tuya.' });
    expect((await Promise.all([remove(), remove()])).map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const person of [owner, author, reporter])
      expect((await person.read(`/tribes/${tribe.id}/media`)).items).toEqual([]);
    const notificationOf = async (person: typeof owner, type: string) =>
      (await person.notifications()).find((notification) => notification.type === type);
    await until(async () => (await notificationOf(author, 'moderation')) !== undefined, 'the author is notified');
    await until(
      async () => (await notificationOf(reporter, 'report_result')) !== undefined,
      'the reporter is notified',
    );
    expect((await notificationOf(author, 'moderation')).data).toMatchObject({
      kind: 'tribe_media',
      action: 'remove',
      caseId,
    });
    const decision = await author.read(`/reports/decisions/${caseId}`);
    expect(decision).toMatchObject({ kind: 'tribe_media', decisions: [{ message: 'No es tuya.' }] });
    expect(JSON.stringify(decision)).not.toContain(owner.id);

    await author.post(`/reports/decisions/${caseId}/appeal`, { text: 'La hice yo' });
    expect((await (await system().admin()).post(`/reports/${caseId}/resolve`, { action: 'overturn' })).status).toBe(
      200,
    );
    expect((await reporter.read(`/tribes/${tribe.id}/media`)).items).toMatchObject([{ id: mediaId, hidden: null }]);
    const log = await reporter.read(`/tribes/${tribe.id}/reports/log`);
    expect(log.items.map((entry: { kind: string; action: string }) => [entry.kind, entry.action])).toEqual([
      ['tribe_media', 'overturn'],
      ['tribe_media', 'remove'],
    ]);
  });
}
