import { exportPersonalData } from '@tribus/community/personal-data.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import type { Deps } from './deps.ts';
import { countUnread } from './messages.ts';
import { countUnseen } from './notifications.ts';
import { messagingAreas } from './personal-data.ts';
import { findDirect, findInChat } from './reported-messages.ts';

export function messagingRpc(deps: Deps): Handlers<MessagingServiceService> {
  const areas = messagingAreas(deps);
  return {
    async getUnreadCounts({ userIds }) {
      const counts = await Promise.all(
        userIds.map(async (userId) => {
          const viewer = userActor(userId);
          const [notifications, messages] = await Promise.all([countUnseen(deps, viewer), countUnread(deps, viewer)]);
          return { userId, notifications, messages };
        }),
      );
      return { counts };
    },

    getReportedMessage({ kind, messageId }, { actor }) {
      switch (kind) {
        case 'chat':
          return findInChat(deps, actor, messageId);
        case 'direct':
          return findDirect(deps, actor, messageId);
        case 'none':
          throw fail('invalid_input');
        default:
          return kind satisfies never;
      }
    },

    exportPersonalData: (request, { actor }) => exportPersonalData(areas, request, actor),
  };
}
