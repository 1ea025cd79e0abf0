import type { EnvReader } from '@tribus/kit/config.ts';

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
    postgresUrl: read.url('POSTGRES_URL', ['postgres:', 'postgresql:']),
    natsUrl: read.url('NATS_URL', ['nats:']),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    identityGrpc: read.text('IDENTITY_GRPC'),
    tribesGrpc: read.text('TRIBES_GRPC'),
    contentGrpc: read.text('CONTENT_GRPC'),
  };
}
