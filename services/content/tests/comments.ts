import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { TestResponse } from '@tribus/kit/testing/service.ts';
import type { Bench } from './bench.ts';

/** Shared helpers of tests of comments. */
export function commentsOn(bench: () => Bench) {
  return {
    /** A post of a member, with its tribe, its owner, and the addresses of the post and its comments. */
    async scene() {
      const owner = person();
      const id = bench().tribes.createTribe(owner);
      const author = bench().tribes.addMember(id);
      const post = await bench().publishPost(author, id);
      const path = `/tribes/${id}/posts/${post.id}`;
      return { id, owner, author, post, path, comments: `${path}/comments` };
    },

    /** Writes a comment a second after the one before. */
    async write(actor: Actor, comments: string, content: string, parentId?: string): Promise<TestResponse['body']> {
      bench().clock.advance(1_000);
      const { status, body } = await bench().service.as(actor).post(comments, { content, parentId });
      if (status !== 201) throw new Error(`not written: ${JSON.stringify(body)}`);
      return body;
    },
  };
}
