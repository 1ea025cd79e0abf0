import type { BlockDirectory } from '@tribus/community/block-directory.ts';
import type { UploadKeeper } from '@tribus/community/upload-keeper.ts';
import type { UserPresenter } from '@tribus/community/user-presenter.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import type { CounterRepair } from '@tribus/kit/postgres/counter-repair.ts';
import type { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { InviteCodes } from './invite-codes.ts';
import type { OnlineUsers } from './online-users.ts';
import type { TribesStore } from './store/store.ts';
import type { Users } from './users.ts';

/** Dependencies of this service's rules; built in service.ts. */
export interface Deps {
  ctx: Context;
  store: TribesStore;
  users: Users;
  online: OnlineUsers;
  presenter: UserPresenter;
  blocks: BlockDirectory;
  identity: Calls<IdentityServiceService>;
  media: Calls<MediaServiceService>;
  uploads: UploadKeeper<'banner' | 'attachment'>;
  urls: MediaUrls;
  cursors: Cursors;
  counterRepair: CounterRepair;
  inviteCodes: InviteCodes;
}
