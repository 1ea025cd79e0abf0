import type { EnvReader } from '@tribus/kit/runtime/config.ts';
import { readNatsUrl, readPostgresUrl } from '@tribus/kit/runtime/store-addresses.ts';

export interface ContentConfig {
  postgresUrl: string;
  natsUrl: string;
  internalTokenSecret: string;
  identityGrpc: string;
  tribesGrpc: string;
  mediaGrpc: string;
}

export function readContentConfig(read: EnvReader): ContentConfig {
  return {
    postgresUrl: readPostgresUrl(read),
    natsUrl: readNatsUrl(read),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    identityGrpc: read.text('IDENTITY_GRPC'),
    tribesGrpc: read.text('TRIBES_GRPC'),
    mediaGrpc: read.text('MEDIA_GRPC'),
  };
}
