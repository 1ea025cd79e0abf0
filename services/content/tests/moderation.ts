import { expect } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { TestResponse } from '@tribus/kit/testing/service.ts';
import type { Bench } from './bench.ts';

/** Shared helpers of tests of reports and cases. */
export function moderationOn(bench: () => Bench) {
  const as = (actor: Actor) => bench().service.as(actor);
  const report = (actor: Actor, postId: string, more: object = {}): Promise<TestResponse> =>
    as(actor).post('/reports/post', { postId, reason: 'spam', ...more });
  /** The only waiting case of a tribe, for a moderator. */
  async function caseIn(tribeId: number, actor: Actor): Promise<TestResponse['body']> {
    const { status, body } = await as(actor).get(`/tribes/${tribeId}/reports`);
    expect({ status, cases: body.items.length }).toEqual({ status: 200, cases: 1 });
    return body.items[0];
  }
  return {
    as,
    report,
    caseIn,
    reportComment: (actor: Actor, commentId: string): Promise<TestResponse> =>
      as(actor).post('/reports/comment', { commentId, reason: 'harassment' }),
    resolve: (actor: Actor, id: string, action: string, more: object = {}): Promise<TestResponse> =>
      as(actor).post(`/reports/${id}/resolve`, { action, ...more }),
    /** A post reported by a member, with its tribe and people. */
    async reportedPost(fields: Parameters<Bench['publishPost']>[2] = { content: 'dudoso' }, images = 0) {
      const owner = person();
      const tribeId = bench().tribes.createTribe(owner);
      const [author, member, reporter] = [1, 2, 3].map(() => bench().tribes.addMember(tribeId)) as [
        Actor,
        Actor,
        Actor,
      ];
      const officer = bench().tribes.addMember(tribeId, { role: 'officer', levelOrder: 2 });
      const post = await bench().publishPost(author, tribeId, fields, images);
      await report(reporter, post.id);
      const found = await caseIn(tribeId, owner);
      const path = `/tribes/${tribeId}/posts/${post.id}`;
      return { tribeId, owner, officer, author, member, reporter, post, path, found };
    },
  };
}

/** The status and error code of a response. */
export const outcomeOf = ({ status, body }: TestResponse) => ({ status, code: body.code });
