import type { EnvReader } from '@tribus/kit/config.ts';

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
    mongodbUrl: read.text('MONGODB_URL'),
    natsUrl: read.url('NATS_URL', ['nats:']),
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    identityGrpc: read.text('IDENTITY_GRPC'),
    tribesGrpc: read.text('TRIBES_GRPC'),
    contentGrpc: read.text('CONTENT_GRPC'),
  };
}
