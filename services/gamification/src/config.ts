import type { EnvReader } from '@tribus/kit/config.ts';

export interface GamificationConfig {
  postgresUrl: string;
  natsUrl: string;
  internalTokenSecret: string;
  identityGrpc: string;
  tribesGrpc: string;
}

export function readGamificationConfig(read: EnvReader): GamificationConfig {
  return {
    postgresUrl: read.url('POSTGRES_URL', ['postgres:', 'postgresql:']),
    natsUrl: read.url('NATS_URL', ['nats:']),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    identityGrpc: read.text('IDENTITY_GRPC'),
    tribesGrpc: read.text('TRIBES_GRPC'),
  };
}
