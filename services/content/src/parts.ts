import type { DeliveryGate } from '@tribus/kit/audience.ts';
import type { Company } from '@tribus/kit/company.ts';
import type { Context } from '@tribus/kit/context.ts';
import type { Cursors } from '@tribus/kit/cursor.ts';
import type { Calls } from '@tribus/kit/grpc-client.ts';
import type { Postgres } from '@tribus/kit/postgres.ts';
import type { MediaUrls } from '@tribus/kit/signed-url.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { ContentDb } from './store/tables.ts';

/** What the rules of this service work with; put together in service.ts. */
export interface Parts {
  ctx: Context;
  postgres: Postgres<ContentDb>;
  company: Company;
  gate: DeliveryGate;
  media: Calls<MediaServiceService>;
  urls: MediaUrls;
  cursors: Cursors;
}
