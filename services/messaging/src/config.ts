import type { EnvReader } from '@tribus/kit/runtime/config.ts';
import { readMongoUrl, readNatsUrl } from '@tribus/kit/runtime/store-addresses.ts';

export interface MessagingConfig {
  /** Names the database by its path. */
  mongodbUrl: string;
  natsUrl: string;
  internalTokenSecret: string;
  identityGrpc: string;
  tribesGrpc: string;
}

export function readMessagingConfig(read: EnvReader): MessagingConfig {
  return {
    mongodbUrl: readMongoUrl(read),
    natsUrl: readNatsUrl(read),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    identityGrpc: read.text('IDENTITY_GRPC'),
    tribesGrpc: read.text('TRIBES_GRPC'),
  };
}
