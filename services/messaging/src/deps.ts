import type { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import type { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { ChatStore } from './store/chat.ts';
import type { MessageStore } from './store/messages.ts';
import type { NotificationBudgets } from './store/notification-budgets.ts';
import type { NotificationStore } from './store/notifications.ts';

/** What the rules of this service work with; put together in service.ts. */
export interface Deps {
  ctx: Context;
  identity: Calls<IdentityServiceService>;
  tribes: Calls<TribesServiceService>;
  directory: MembershipDirectory;
  gate: DeliveryGate;
  cursors: Cursors;
  /** Makes the events that are written with their documents. */
  mongo: Pick<Mongo, 'event'>;
  chat: ChatStore;
  messages: MessageStore;
  notifications: NotificationStore;
  budgets: NotificationBudgets;
}
