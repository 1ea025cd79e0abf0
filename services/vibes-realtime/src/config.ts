import type { EnvReader } from '@tribus/kit/runtime/config.ts';
import { readMongoUrl, readNatsUrl } from '@tribus/kit/runtime/store-addresses.ts';

export interface VibesRealtimeConfig {
  /** Names the database by its path. */
  mongodbUrl: string;
  natsUrl: string;
  internalTokenSecret: string;
  identityGrpc: string;
  tribesGrpc: string;
  contentGrpc: string;
}

export function readVibesRealtimeConfig(read: EnvReader): VibesRealtimeConfig {
  return {
    mongodbUrl: readMongoUrl(read),
    natsUrl: readNatsUrl(read),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    identityGrpc: read.text('IDENTITY_GRPC'),
    tribesGrpc: read.text('TRIBES_GRPC'),
    contentGrpc: read.text('CONTENT_GRPC'),
  };
}
