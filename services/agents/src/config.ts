import type { EnvReader } from '@tribus/kit/runtime/config.ts';
import { readNatsUrl, readPostgresUrl } from '@tribus/kit/runtime/store-addresses.ts';

export interface AgentsConfig {
  postgresUrl: string;
  natsUrl: string;
  internalTokenSecret: string;
  identityGrpc: string;
  tribesGrpc: string;
  contentGrpc: string;
}

export function readAgentsConfig(read: EnvReader): AgentsConfig {
  return {
    postgresUrl: readPostgresUrl(read),
    natsUrl: readNatsUrl(read),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    identityGrpc: read.text('IDENTITY_GRPC'),
    tribesGrpc: read.text('TRIBES_GRPC'),
    contentGrpc: read.text('CONTENT_GRPC'),
  };
}
