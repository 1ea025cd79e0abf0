import type { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import type { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import type { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { MessagingStore } from './store/store.ts';

/** Dependencies of this service's rules; built in service.ts. */
export interface Deps {
  ctx: Context;
  store: MessagingStore;
  identity: Calls<IdentityServiceService>;
  tribes: Calls<TribesServiceService>;
  content: Calls<ContentServiceService>;
  directory: MembershipDirectory;
  gate: DeliveryGate;
  cursors: Cursors;
}
