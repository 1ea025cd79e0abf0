import { homininiId } from '@tribus/community/limits.ts';
import { type FormFields, form, unique } from '@tribus/community/testing/factories.ts';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { MediaStub } from '@tribus/community/testing/media-stub.ts';
import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import type { EventType } from '@tribus/kit/events/events.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import { type TestAnswer, TestClock } from '@tribus/kit/testing/service.ts';
import {
  CommentAdded,
  CommentDeleted,
  PostDeleted,
  PostEdited,
  PostPublished,
  ReactionChanged,
} from '@tribus/proto/content/v1/events.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { content } from '../src/service.ts';

export const hour = 60 * 60 * 1000;
export const nobody = '00000000-0000-7000-8000-000000000000';
const events = [PostPublished, PostEdited, PostDeleted, CommentAdded, CommentDeleted, ReactionChanged];

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Content over real stores, with stubs of its peers. */
export async function openBench() {
  const clock = new TestClock();
  const peers = {
    identity: new IdentityStub((id) => ({ avatarUrl: `/api/proxy-media?key=retrato-${id}` })),
    tribes: new TribesStub(),
    media: new MediaStub(),
  };
  peers.tribes.addTribe({ id: homininiId, name: 'hominini', isHominini: true, membersCount: 7, tags: ['todos'] });
  const bench = await openServiceBench(content, { peers, events, clock, latePostgres: true });
  return {
    ...bench,
    ...peers,
    clock,
    /** Between the service and its database. */
    postgres: bench.latePostgres(),
    rpc: bench.rpc(ContentServiceService),
    /** The answer to publishing, ten minutes later than the last one. */
    async publishPost(
      author: Actor,
      tribeId: number,
      fields: FormFields = { content: unique('texto') },
      images = 0,
    ): Promise<TestAnswer['body']> {
      clock.advance(10 * 60 * 1000);
      const { status, body } = await bench.service.as(author).post(`/tribes/${tribeId}/posts`, form(fields, images));
      if (status !== 201) throw new Error(`not published: ${JSON.stringify(body)}`);
      return body;
    },
    /** All events of a type about a tribe that the service has emitted. */
    eventsOf: async <P extends { tribeId: number }>(type: EventType<P>, tribeId: number): Promise<P[]> =>
      (await bench.events(type)).filter((event) => event.tribeId === tribeId),
  };
}
