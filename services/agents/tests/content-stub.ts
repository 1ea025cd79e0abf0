import { type AppError, fail } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { PeerStub } from '@tribus/kit/testing/service.ts';
import { type AddCommentRequest, ContentServiceService, RecentPost } from '@tribus/proto/content/v1/service.ts';

/** A content service with posts, reactions and comments in memory. */
export class ContentStub implements PeerStub<ContentServiceService> {
  readonly definition = ContentServiceService;
  readonly likes: { userId: string; postId: string; isAgent: boolean }[] = [];
  readonly comments: (AddCommentRequest & { userId: string })[] = [];
  /** Number of write calls. */
  attempts = 0;
  /** Thrown by write calls when set. */
  refusal: AppError | undefined;
  /** Thrown by write calls after their effect when set. */
  lostResponse: AppError | undefined;
  /** Posts on which every action fails. */
  readonly failingPosts = new Set<string>();
  /** Deleted tribes. */
  readonly deletedTribes = new Set<number>();
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

  postsOf(tribeId: number): string[] {
    return this.#posts.filter((post) => post.tribeId === tribeId).map(({ id }) => id);
  }

  likesOf(userId: string): string[] {
    return this.likes.filter((like) => like.userId === userId).map(({ postId }) => postId);
  }

  commentsOf(userId: string): AddCommentRequest[] {
    return this.comments.filter((comment) => comment.userId === userId);
  }

  readonly handlers: Partial<Handlers<ContentServiceService>> = {
    listRecentPosts: async ({ tribeId, limit }, { actor }) => {
      if (this.deletedTribes.has(tribeId)) throw fail('not_found');
      const recent = this.#posts.filter((post) => post.tribeId === tribeId).slice(0, limit);
      return {
        posts: recent.map((post) => ({
          ...post,
          myReaction: this.likesOf(actor.id).includes(post.id) ? ('like' as const) : ('none' as const),
          myComments: this.commentsOf(actor.id).filter(({ postId }) => postId === post.id).length,
        })),
      };
    },
    setReaction: async ({ postId }, { actor: { id, isAgent } }) => {
      this.#attempt(postId);
      if (!this.likesOf(id).includes(postId)) this.likes.push({ userId: id, postId, isAgent });
      if (this.lostResponse) throw this.lostResponse;
      return { likes: 1, dislikes: 0 };
    },
    addComment: async (comment, { actor }) => {
      this.#attempt(comment.postId);
      if (!this.comments.some(({ commentId }) => commentId === comment.commentId))
        this.comments.push({ ...comment, userId: actor.id });
      if (this.lostResponse) throw this.lostResponse;
      return { commentId: comment.commentId };
    },
  };

  #attempt(postId: string): void {
    this.attempts += 1;
    if (this.failingPosts.has(postId)) throw fail('internal');
    if (this.refusal) throw this.refusal;
  }
}
