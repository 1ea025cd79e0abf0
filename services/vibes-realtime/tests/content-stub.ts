import type { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { PeerStub } from '@tribus/kit/testing/service.ts';
import { ContentServiceService, Post } from '@tribus/proto/content/v1/service.ts';

/** Content with the vibes that a test adds; visible to the members of their tribes. */
export class ContentStub implements PeerStub<ContentServiceService> {
  readonly definition = ContentServiceService;
  /** Whether every call fails. */
  isUnavailable = false;
  /** Awaited by every call before its response, which is computed by then. */
  beforeAnswer: () => Promise<void> = async () => undefined;
  readonly #tribes: TribesStub;
  readonly #posts = new Map<string, Post>();
  readonly #calls = new Map<string, number>();

  constructor(tribes: TribesStub) {
    this.#tribes = tribes;
  }

  /** Adds a vibe in tribe 100; returns its id. */
  addVibe(author: Actor, more: Partial<Post> = {}): string {
    const id = crypto.randomUUID();
    const usual = { id, tribeId: 100, authorId: author.id, kind: 'story', minLevelOrder: 1 } as const;
    this.#posts.set(id, Post.fromPartial({ ...usual, ...more }));
    return id;
  }

  /** Changes the vibe's required level, before any event of it. */
  changeLevel(vibeId: string, minLevelOrder: number): void {
    this.#posts.set(vibeId, Post.fromPartial({ ...this.#posts.get(vibeId), minLevelOrder }));
  }

  /** Counts the calls about this user's access. */
  callsBy({ id }: Actor): number {
    return this.#calls.get(id) ?? 0;
  }

  readonly handlers: Partial<Handlers<ContentServiceService>> = {
    getPosts: async ({ ids, viewerId, viewerIsAdmin }) => {
      this.#calls.set(viewerId, (this.#calls.get(viewerId) ?? 0) + 1);
      if (this.isUnavailable) throw fail('unavailable');
      const canView = ({ tribeId }: Post) =>
        viewerIsAdmin || tribeId === 38 || this.#tribes.membershipOf(tribeId, viewerId).status === 'active';
      const posts = ids.flatMap((id) => this.#posts.get(id) ?? []);
      const answer = { posts: posts.map((post) => ({ ...post, canView: canView(post) })) };
      await this.beforeAnswer();
      return answer;
    },
  };
}
