import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { userActor } from '@tribus/kit/runtime/actor.ts';
import type { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import type { Deps } from './deps.ts';
import { countUnread } from './messages.ts';
import { countUnseen } from './notifications.ts';

export function messagingRpc(deps: Deps): Handlers<MessagingServiceService> {
  return {
    async getUnreadCounts({ userIds }) {
      const counts = await Promise.all(
        userIds.map(async (userId) => {
          const reader = userActor(userId);
          const [notifications, messages] = await Promise.all([countUnseen(deps, reader), countUnread(deps, reader)]);
          return { userId, notifications, messages };
        }),
      );
      return { counts };
    },
  };
}
