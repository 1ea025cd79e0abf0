import type { EnvReader } from '@tribus/kit/config.ts';

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
    postgresUrl: read.url('POSTGRES_URL', ['postgres:', 'postgresql:']),
    natsUrl: read.url('NATS_URL', ['nats:']),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    identityGrpc: read.text('IDENTITY_GRPC'),
    tribesGrpc: read.text('TRIBES_GRPC'),
    mediaGrpc: read.text('MEDIA_GRPC'),
  };
}
