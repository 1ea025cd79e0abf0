import type { AppError } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { PeerStub } from '@tribus/kit/testing/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';

/** Content as a test sets it: nobody muted anything of a post but those whom a test names. */
export class ContentStub implements PeerStub<ContentServiceService> {
  readonly definition = ContentServiceService;
  /** Who muted a word or a tag of a post, by the post. */
  readonly mutedBy = new Map<string, readonly string[]>();
  /** The users of each question. */
  readonly asked: string[][] = [];
  /** Thrown when it is asked. */
  refusal: AppError | undefined;

  readonly handlers: Partial<Handlers<ContentServiceService>> = {
    listNotifiable: async ({ postId, userIds }) => {
      this.asked.push(userIds);
      if (this.refusal) throw this.refusal;
      return { userIds: userIds.filter((id) => !this.mutedBy.get(postId)?.includes(id)) };
    },
  };
}
