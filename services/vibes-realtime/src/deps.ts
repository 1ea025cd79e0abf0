import type { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import type { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import type { ConnectedMembers } from './connected-members.ts';
import type { VibesStore } from './store/store.ts';
import type { Streams } from './streams.ts';
import type { Watchers } from './watchers.ts';

/** Dependencies of this service's rules; built in service.ts. */
export interface Deps {
  ctx: Context;
  store: VibesStore;
  directory: MembershipDirectory;
  gate: DeliveryGate;
  identity: Calls<IdentityServiceService>;
  content: Calls<ContentServiceService>;
  streams: Streams;
  connected: ConnectedMembers;
  watchers: Watchers;
}
