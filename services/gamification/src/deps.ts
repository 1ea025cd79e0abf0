import type { Context } from '@tribus/kit/core/context.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import type { CounterRepair } from '@tribus/kit/postgres/counter-repair.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { GamificationStore } from './store/store.ts';

/** Dependencies of this service's rules; built in service.ts. */
export interface Deps {
  ctx: Context;
  store: GamificationStore;
  identity: Calls<IdentityServiceService>;
  tribes: Calls<TribesServiceService>;
  cursors: Cursors;
  counterRepair: CounterRepair;
}
