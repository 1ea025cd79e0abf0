import { expect } from '@jest/globals';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { LargeBench } from './large-tables.ts';

/** Shared helpers of tests with thousands of comments. */
export function threadsOn(bench: () => LargeBench) {
  const as = (actor: Actor) => bench().service.as(actor);

  /** A post with several writers, and another post with its own comment, reaction and view. */
  async function scene() {
    const tribeId = bench().tribes.createTribe();
    const owner = bench().tribes.addMember(tribeId, { role: 'officer', levelOrder: 2 });
    const [author, member, third] = [1, 2, 3].map(() => bench().tribes.addMember(tribeId)) as [Actor, Actor, Actor];
    const [post, other] = [await bench().publishPost(author, tribeId), await bench().publishPost(author, tribeId)];
    const [path, otherPath] = [post, other].map(({ id }) => `/tribes/${tribeId}/posts/${id}`) as [string, string];
    const remaining = await write(third, otherPath);
    await write(member, otherPath, remaining.id);
    for (const target of [otherPath, `${otherPath}/comments/${remaining.id}`])
      expect((await as(member).post(`${target}/reactions`, { type: 'like' })).status).toBe(200);
    expect((await as(member).post(`${otherPath}/view`)).status).toBe(200);
    const others = async () => [
      await bench().count(`comments where post_id = '${other.id}'`),
      await bench().count(`reactions where target_id in ('${other.id}', '${remaining.id}')`),
      await bench().count(`views where post_id = '${other.id}'`),
      (await as(member).get(otherPath)).body.counts.comments,
    ];
    expect(await others()).toEqual([2, 2, 1, 2]);
    return { tribeId, owner, author, member, third, post, path, others };
  }

  async function write(actor: Actor, path: string, parentId?: string) {
    bench().clock.advance(1_000);
    const { status, body } = await as(actor).post(`${path}/comments`, { content: 'texto', parentId });
    if (status !== 201) throw new Error(`not written: ${JSON.stringify(body)}`);
    return body;
  }

  /** The number of comments on a post, by its counter and by its list. */
  async function commentsOf(actor: Actor, path: string) {
    const [post, list] = [await as(actor).get(path), await as(actor).get(`${path}/comments`)];
    return { counted: post.body.counts.comments, listed: list.body.items.length };
  }

  return { scene, write, commentsOf };
}
