import type { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import type { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { ContentStore } from './store/store.ts';

/** What the rules of this service work with; put together in service.ts. */
export interface Deps {
  ctx: Context;
  store: ContentStore;
  directory: MembershipDirectory;
  gate: DeliveryGate;
  media: Calls<MediaServiceService>;
  urls: MediaUrls;
  cursors: Cursors;
}
