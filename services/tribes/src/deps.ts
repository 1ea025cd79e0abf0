import type { UserPresenter } from '@tribus/community/user-presenter.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { TribesStore } from './store/store.ts';
import type { Users } from './users.ts';

/** What the rules of this service work with; put together in service.ts. */
export interface Deps {
  ctx: Context;
  store: TribesStore;
  users: Users;
  presenter: UserPresenter;
  media: Calls<MediaServiceService>;
  urls: MediaUrls;
  cursors: Cursors;
}
