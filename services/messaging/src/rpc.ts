import type { Handlers } from '@tribus/kit/grpc-server.ts';
import type { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import type { Parts } from './parts.ts';

export function messagingRpc({ notifications, messages }: Parts): Handlers<MessagingServiceService> {
  return {
    async getUnreadCounts({ userIds }) {
      const counts = await Promise.all(
        userIds.map(async (userId) => {
          const [unseen, unread] = await Promise.all([notifications.countUnseen(userId), messages.unread(userId)]);
          return { userId, notifications: unseen, messages: [...unread.values()].reduce((sum, each) => sum + each, 0) };
        }),
      );
      return { counts };
    },
  };
}
