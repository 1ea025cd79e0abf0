import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { type AppError, fail } from '@tribus/kit/runtime/errors.ts';
import { type AddCommentRequest, type ContentServiceService, RecentPost } from '@tribus/proto/content/v1/service.ts';
import { type IdentityServiceService, User } from '@tribus/proto/identity/v1/service.ts';
import { TribeMembership, type TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';

const notCalled = async () => {
  throw new Error('not called by agents');
};

/** The three peers; content is a list of posts with their reactions and comments. */
export class PeerStubs {
  readonly agents = new Set<string>();
  /** Tribe ids by user id. */
  readonly memberOf = new Map<string, number[]>();
  readonly likes: { userId: string; postId: string; isAgent: boolean }[] = [];
  readonly comments: (AddCommentRequest & { userId: string })[] = [];
  /** How often content was called to change something. */
  attempts = 0;
  /** Thrown by content when it is called to change something. */
  refusal: AppError | undefined;
  readonly #posts: RecentPost[] = [];

  /** Adds posts to a tribe. */
  addPosts(tribeId: number, count: number, tags: string[] = []): void {
    for (let index = 0; index < count; index++) {
      const id = crypto.randomUUID();
      this.#posts.push(
        RecentPost.fromPartial({ id, tribeId, authorId: 'autora', content: 'hola', kind: 'post', tags }),
      );
    }
  }

  likesOf(userId: string): string[] {
    return this.likes.filter((like) => like.userId === userId).map(({ postId }) => postId);
  }

  commentsOf(userId: string): AddCommentRequest[] {
    return this.comments.filter((comment) => comment.userId === userId);
  }

  readonly content: Handlers<ContentServiceService> = {
    listRecentPosts: async ({ tribeId, limit }, { actor }) => ({
      posts: this.#posts
        .filter((post) => post.tribeId === tribeId)
        .slice(0, limit)
        .map((post) => ({
          ...post,
          myReaction: this.likesOf(actor.id).includes(post.id) ? ('like' as const) : ('none' as const),
          myComments: this.commentsOf(actor.id).filter(({ postId }) => postId === post.id).length,
        })),
    }),
    setReaction: async ({ postId }, { actor: { id, isAgent } }) => {
      this.#attempt();
      this.likes.push({ userId: id, postId, isAgent });
      return { likes: 1, dislikes: 0 };
    },
    addComment: async (comment, { actor }) => {
      this.#attempt();
      this.comments.push({ ...comment, userId: actor.id });
      return { commentId: comment.commentId };
    },
    getPosts: notCalled,
  };

  readonly identity: Handlers<IdentityServiceService> = {
    getUsers: async ({ ids }) => ({
      users: ids.map((id) =>
        User.fromPartial(
          id.startsWith('gone') ? { id, isDeleted: true } : { id, name: `Nombre de ${id}`, email: `${id}@tribus.test` },
        ),
      ),
    }),
    setAgent: async ({ userId, isAgent }) => {
      if (isAgent) this.agents.add(userId);
      else this.agents.delete(userId);
      return {};
    },
    resolveSessions: notCalled,
    listFollowers: notCalled,
    getSite: notCalled,
  };

  readonly tribes: Handlers<TribesServiceService> = {
    listMemberships: async ({ userId, statuses }) => {
      if (statuses.join() !== 'active') throw fail('invalid_input');
      const ids = this.memberOf.get(userId) ?? [];
      return { memberships: ids.map((id) => TribeMembership.fromPartial({ tribe: { id } })) };
    },
    getTribes: notCalled,
    getMemberships: notCalled,
    getMembershipsInTribe: notCalled,
    listMemberIds: notCalled,
    ensureHomininiMember: notCalled,
  };

  #attempt(): void {
    this.attempts += 1;
    if (this.refusal) throw this.refusal;
  }
}
