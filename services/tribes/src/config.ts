import type { EnvReader } from '@tribus/kit/runtime/config.ts';
import { readNatsUrl, readPostgresUrl } from '@tribus/kit/runtime/store-addresses.ts';

export interface TribesConfig {
  postgresUrl: string;
  natsUrl: string;
  internalTokenSecret: string;
  identityGrpc: string;
  mediaGrpc: string;
}

export function readTribesConfig(read: EnvReader): TribesConfig {
  return {
    postgresUrl: readPostgresUrl(read),
    natsUrl: readNatsUrl(read),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    identityGrpc: read.text('IDENTITY_GRPC'),
    mediaGrpc: read.text('MEDIA_GRPC'),
  };
}
