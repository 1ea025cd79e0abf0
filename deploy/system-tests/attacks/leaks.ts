import { expect, test } from '@jest/globals';
import { succeeded } from '../marked-author.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';
import { addMedia, isWord, type MarkedContent, markPath, newWord, publishAll, publishPosts } from './marked-content.ts';
import { Observation } from './observation.ts';

/** Private content is visible to members only, and an id is valid only under its own parent. */
export function attackPrivacy(system: () => SharedSystem): void {
  test.each([
    ['private', false],
    ['invisible', true],
  ])(
    'nobody outside a tribe that is %s receives its content, or notices that there is any',
    async (_kind, isInvisible) => {
      const { ana, eva, viewers, tribeId, earlier, texts } = await closedTribe(system(), isInvisible);
      const path = await markPath(ana, eva, tribeId);
      const world = { tribeId, postId: earlier.postId, vibeId: earlier.vibeId, otherId: eva.id };
      const observation = await Observation.start(system(), viewers, world);
      await observation.listen();
      const content = await publishAll(eva, tribeId);
      const marks = { ...path, ...content.marks, ...(isInvisible && texts) };
      // Applicants know the tribe that they asked to join.
      const known = ['/api/tribes/{tribeId}: name,description,rule', '/api/tribes/@me/memberships: name'];
      await observation.expectUnseen(content, marks, isInvisible ? { pending: known } : {});
      await observation.expectUnseen(earlier, earlier.marks);
      await observation.expectStreams({ ...marks, ...earlier.marks }, { silent: true });
      expect(await observation.missingFor([eva, ana], content, { ...marks, ...texts })).toEqual([]);
      expect(await observation.missingFor([eva, ana], earlier, earlier.marks)).toEqual([]);
      // Their requests have changed no counter.
      const { counts } = await ana.read(`/tribes/${tribeId}/posts/${content.postId}`);
      expect(counts).toMatchObject({ views: 0, reactions: 1, comments: 1 });
    },
  );

  test('nobody below the level of a post receives it or what belongs to it, or notices that it exists', async () => {
    const { ana, eva, beto, viewers, tribeId } = await tribeWithLevels(system());
    const first = await publishPosts(eva, tribeId);
    // A level is also set later, for a post that Beto has commented and liked.
    const raised = await publishPosts(eva, tribeId);
    const post = `/tribes/${tribeId}/posts/${raised.postId}`;
    const own = await succeeded(beto.post(`${post}/comments`, { content: 'Yo también' }));
    await beto.post(`${post}/reactions`, { type: 'like' });
    const reply = newWord('reply');
    await succeeded(eva.post(`${post}/comments`, { content: reply, parentId: own.id }));
    await succeeded(ana.put(`/tribes/${tribeId}/posts/${raised.postId}/announcement`, { announced: true }));
    for (const [id, content] of [
      [raised.postId, raised.marks.post],
      [raised.vibeId, raised.marks.vibe],
    ])
      await succeeded(eva.put(`/tribes/${tribeId}/posts/${id}`, { content, minLevelOrder: 2 }));
    const world = { tribeId, postId: first.postId, vibeId: first.vibeId, otherId: eva.id };
    const observation = await Observation.start(system(), viewers, world);
    await observation.listen();
    const content = await publishPosts(eva, tribeId, { minLevelOrder: 2 });
    // The number of posts above the own level is shown to members.
    const expected = { member: ['/api/tribes/{tribeId}/posts/waiting'] };
    await observation.expectUnseen(content, content.marks, expected);
    // The points for his comment are his.
    const withPoints = { member: [...expected.member, '/api/gamification/me/ledger: postId'] };
    await observation.expectUnseen(raised, { ...raised.marks, reply }, withPoints);
    await observation.expectStreams({ ...content.marks, ...raised.marks, reply }, { silent: true });
    expect(await observation.missingFor([eva], content, content.marks)).toEqual([]);
    expect(await observation.missingFor([eva], raised, { ...raised.marks, reply })).toEqual([]);
  });

  test.each(['remove', 'hide', 'reports'] as const)(
    'nobody but its author and moderators receives content hidden by %s, or notices that it existed',
    async (cause) => {
      const { ana, eva, beto, reporters, viewers, tribeId } = await tribeWithReporters(system());
      const own = await beto.publish(tribeId, { content: 'De Beto' });
      const before = await publishPosts(ana, tribeId);
      const world = { tribeId, postId: before.postId, vibeId: before.vibeId, otherId: eva.id };
      const observation = await Observation.start(system(), viewers, world);
      const content = await publishHideable(cause, eva, tribeId, own.id);
      await system().settled();
      expect(await observation.missingFor([beto], content, content.marks)).toEqual([]);
      await observation.listen();
      await hideBy(cause, content, { ana, reporters });
      // The log of decisions is open to members.
      await observation.expectUnseen(content, content.marks, { member: ['/api/tribes/{tribeId}/reports/log'] });
      // Removed messages are named by their ids, which the viewers have.
      const words = Object.fromEntries(Object.entries(content.marks).filter(([, mark]) => isWord(mark)));
      await observation.expectStreams(words, { silent: false });
      if (cause !== 'remove') expect(await observation.missingFor([eva, ana], content, content.marks)).toEqual([]);
    },
  );

  test('an id under another parent is not found', async () => {
    const [a, b] = [await createTribeWithPost(system()), await createTribeWithPost(system())];
    // A member of both, so that only the parent is wrong.
    const beto = await system().newcomer('beto');
    await beto.join(a.tribe.id);
    await beto.join(b.tribe.id);
    const ownPost = await beto.publish(a.tribe.id, { content: 'Mía' });
    const comment = (await beto.post(`/tribes/${a.tribe.id}/posts/${ownPost.id}/comments`, { content: 'Mío' })).body;
    const message = (await beto.post(`/tribes/${a.tribe.id}/chat`, { content: 'Mío' })).body;
    const otherParent = `/tribes/${b.tribe.id}/posts/${ownPost.id}`;
    const otherPost = `/tribes/${a.tribe.id}/posts/${a.post.id}`;
    const calls: [string, string, unknown?][] = [
      ['GET', otherParent],
      ['PUT', otherParent, { content: 'Otra' }],
      ['DELETE', otherParent],
      ['POST', `${otherParent}/view`, {}],
      ['POST', `${otherParent}/reactions`, { type: 'like' }],
      ['GET', `${otherParent}/comments`],
      ['POST', `${otherParent}/comments`, { content: 'Hola' }],
      ['DELETE', `${otherParent}/comments/${comment.id}`],
      ['DELETE', `${otherPost}/comments/${comment.id}`],
      ['POST', `${otherPost}/comments/${comment.id}/reactions`, { type: 'like' }],
      ['POST', `${otherPost}/comments`, { content: 'Hola', parentId: comment.id }],
      ['POST', `/tribes/${b.tribe.id}/chat/${message.id}/reaction`, { type: 'like' }],
      ['POST', `/tribes/${b.tribe.id}/chat`, { content: 'Hola', parentId: message.id }],
      ['GET', `/vibes/${ownPost.id}/reactions`],
      ['GET', '/tribes/99999999/posts'],
      ['GET', '/tribes/38e0/posts'],
      ['GET', '/tribes/038/posts'],
    ];
    for (const [method, path, body] of calls) {
      const { status } = await beto.call(method, path, body);
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    expect((await beto.read(`/tribes/${a.tribe.id}/posts/${ownPost.id}`)).counts.comments).toBe(1);
  });

  test("a person cannot remove another's notification or session", async () => {
    const [ana, beto] = [await system().newcomer('ana'), await system().newcomer('beto')];
    await beto.post(`/auth/users/${ana.id}/follow`);
    await system().settled();
    const [notice] = await ana.notifications();
    const [session] = (await ana.read('/auth/sessions')).items;
    expect((await beto.delete(`/notifications/${notice.id}`)).status).toBe(404);
    expect((await beto.delete(`/auth/sessions/${session.id}`)).status).toBe(404);
    expect(await ana.notifications()).toHaveLength(1);
  });
}

async function createTribeWithPost(
  system: SharedSystem,
): Promise<{ owner: Person; tribe: { id: number }; post: { id: string } }> {
  const owner = await system.newcomer('ana');
  const tribe = await owner.createTribe(`Vecinas ${owner.id}`);
  return { owner, tribe, post: await owner.publish(tribe.id, { content: 'Suya', pictures: [await png(60, 40)] }) };
}

type Names = readonly string[];

async function people<const N extends Names>(system: SharedSystem, names: N): Promise<Record<N[number], Person>> {
  const created = names.map(async (name) => [name, await system.newcomer(name)] as const);
  return Object.fromEntries(await Promise.all(created)) as Record<N[number], Person>;
}

/**
 * Creates a tribe that is private or invisible, with people in every relation to it, who follow its member Eva. What
 * she answered to posts of the former and the banned member is returned, too.
 */
async function closedTribe(system: SharedSystem, isInvisible: boolean) {
  const { ana, eva, ...others } = await people(system, [
    'ana',
    'eva',
    'outsider',
    'pending',
    'rejected',
    'former',
    'banned',
  ]);
  const texts = { name: newWord('name'), description: newWord('description'), rule: newWord('rule') };
  const input = { description: texts.description, rules: [texts.rule], isPrivate: true };
  const { id: tribeId } = await ana.createTribe(texts.name, input);
  const { pending, rejected, former, banned } = others;
  for (const person of Object.values(others)) await person.post(`/auth/users/${eva.id}/follow`);
  for (const person of [eva, pending, rejected, former, banned])
    await succeeded(person.post(`/tribes/${tribeId}/join-request`));
  for (const { id } of [eva, former, banned]) await succeeded(ana.post(`/tribes/${tribeId}/members/${id}/approve`));
  await succeeded(ana.post(`/tribes/${tribeId}/members/${rejected.id}/reject`));
  const [ofFormer, ofBanned] = [
    await former.publish(tribeId, { content: 'Hasta luego' }),
    await banned.publish(tribeId, { content: 'No me iré' }),
  ];
  const earlier = await publishAll(eva, tribeId, ofFormer.id);
  const answer = newWord('answer');
  await succeeded(eva.post(`/tribes/${tribeId}/posts/${ofBanned.id}/comments`, { content: answer }));
  await succeeded(former.post(`/tribes/${tribeId}/leave`));
  await succeeded(ana.post(`/tribes/${tribeId}/bans`, { userId: banned.id, reason: 'insultos' }));
  if (isInvisible) await succeeded(ana.put(`/tribes/${tribeId}`, { isInvisible }));
  const viewers = { visitor: system.visitor, ...others };
  const commentedIds = [ofFormer.id, ofBanned.id];
  return {
    ana,
    eva,
    viewers,
    tribeId,
    texts,
    earlier: { ...earlier, commentedIds, marks: { ...earlier.marks, answer } },
  };
}

/** Creates a tribe with Eva on its second level, and Beto on its first, who follows her. */
async function tribeWithLevels(system: SharedSystem) {
  const { ana, eva, beto, outsider } = await people(system, ['ana', 'eva', 'beto', 'outsider']);
  const { id: tribeId } = await ana.createTribe(newWord('levels'));
  for (const person of [eva, beto]) await person.join(tribeId);
  for (const person of [beto, outsider]) await person.post(`/auth/users/${eva.id}/follow`);
  const { levels } = await ana.read(`/tribes/${tribeId}/config`);
  const quiz = { type: 'quiz', title: 'Cuerdas', answerKey: { answers: [4] } };
  const { id } = await succeeded(ana.post(`/tribes/${tribeId}/levels/${levels[1].id}/challenges`, quiz));
  await succeeded(eva.post(`/tribes/${tribeId}/challenges/${id}/submit`, { answers: [4] }));
  return { ana, eva, beto, viewers: { visitor: system.visitor, outsider, member: beto }, tribeId };
}

/** Creates an open tribe with three people who report, and Beto, who follows its member Eva. */
async function tribeWithReporters(system: SharedSystem) {
  const { ana, eva, beto, outsider, ...others } = await people(system, [
    'ana',
    'eva',
    'beto',
    'outsider',
    'uno',
    'dos',
    'tres',
  ]);
  const { id: tribeId } = await ana.createTribe(newWord('reports'));
  const reporters = Object.values(others);
  for (const person of [eva, beto, ...reporters]) await person.join(tribeId);
  for (const person of [beto, outsider]) await person.post(`/auth/users/${eva.id}/follow`);
  return { ana, eva, beto, reporters, viewers: { visitor: system.visitor, outsider, member: beto }, tribeId };
}

type Cause = 'remove' | 'hide' | 'reports';

/** Publishes the kinds of content that the cause can hide; a comment is hidden alone, or with its post. */
async function publishHideable(cause: Cause, author: Person, tribeId: number, otherPostId: string) {
  if (cause === 'remove') return publishAll(author, tribeId, otherPostId);
  if (cause === 'hide') return publishPosts(author, tribeId);
  return addMedia(author, await publishPosts(author, tribeId, { commentOn: otherPostId }));
}

/** Hides all objects of the content. */
async function hideBy(
  cause: Cause,
  { tribeId, postId, commentId, vibeId, mediaId, messageId }: MarkedContent,
  { ana, reporters }: { ana: Person; reporters: readonly Person[] },
): Promise<void> {
  const targets: [path: string, body: object][] = [
    ['/reports/post', { postId }],
    ['/reports/post', { postId: vibeId }],
  ];
  if (cause !== 'hide') targets.push(['/reports/comment', { commentId }], ['/reports/media', { mediaId }]);
  if (cause === 'remove') targets.push(['/reports/chat', { messageId }]);
  const reporting = cause === 'reports' ? reporters : reporters.slice(0, 1);
  for (const [path, body] of targets)
    for (const reporter of reporting) await succeeded(reporter.post(path, { ...body, reason: 'spam' }));
  if (cause === 'reports') return;
  const { items } = await ana.read(`/tribes/${tribeId}/reports`);
  for (const { id } of items) await succeeded(ana.post(`/reports/${id}/resolve`, { action: cause }));
}
