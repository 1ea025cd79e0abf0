import type { EnvReader } from '@tribus/kit/config.ts';

export interface TribesConfig {
  postgresUrl: string;
  natsUrl: string;
  internalTokenSecret: string;
  identityGrpc: string;
  mediaGrpc: string;
}

export function readTribesConfig(read: EnvReader): TribesConfig {
  return {
    postgresUrl: read.url('POSTGRES_URL', ['postgres:', 'postgresql:']),
    natsUrl: read.url('NATS_URL', ['nats:']),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    identityGrpc: read.text('IDENTITY_GRPC'),
    mediaGrpc: read.text('MEDIA_GRPC'),
  };
}
