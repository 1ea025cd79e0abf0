import type { AppError } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { PeerStub } from '@tribus/kit/testing/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { WaitingItems } from './waiting-items.ts';

/** Content stub: users are notifiable unless a test lists them as having muted the post. */
export class ContentStub implements PeerStub<ContentServiceService> {
  readonly definition = ContentServiceService;
  /** Users who muted a word or a tag of a post, by post. */
  readonly mutedBy = new Map<string, readonly string[]>();
  /** The level that a post requires now, by post; that of its events without an entry. */
  readonly levels = new Map<string, number>();
  readonly cases = new WaitingItems();
  /** The users of each call about a post. */
  readonly calls: string[][] = [];
  /** Thrown by every call about a post when set. */
  error: AppError | undefined;
  /** Awaited by every call about a post before its response. */
  beforeAnswer: (userIds: readonly string[]) => Promise<void> = async () => undefined;

  readonly handlers: Partial<Handlers<ContentServiceService>> = {
    listNotifiable: async ({ postId, userIds }) => {
      this.calls.push(userIds);
      if (this.error) throw this.error;
      await this.beforeAnswer(userIds);
      const notifiable = userIds.filter((id) => !this.mutedBy.get(postId)?.includes(id));
      return { userIds: notifiable, minLevelOrder: this.levels.get(postId) ?? 0 };
    },
    countWaitingCases: (request) => this.cases.countFor(request),
  };
}
