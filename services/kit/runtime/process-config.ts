import { readTraceConfig, type TraceConfig } from '../trace/config.ts';
import type { EnvReader } from './config.ts';

/** What every process is told. Port 0 means any free one. */
export interface ProcessConfig {
  host: string;
  httpPort: number;
  /** Another process of the same user may listen on the HTTP port, so that one takes over from the other without a gap. */
  shareHttpPort: boolean;
  grpcPort: number;
  opsPort: number;
  /** How long a stop waits for the requests at work. */
  drainMs: number;
  internalTokenSecret: string;
  /** Of the build, as operators see it. */
  version: string;
  logLevel: string;
  /** Undefined: nothing is traced. */
  traces: TraceConfig | undefined;
  /** Answers are held against their schemas before they leave; on in tests, for its cost. */
  checkAnswers: boolean;
}
export function readProcessConfig(read: EnvReader): ProcessConfig {
  return {
    host: read.textOr('HOST', '127.0.0.1'),
    httpPort: read.integer('HTTP_PORT', 0, { max: 65535 }),
    shareHttpPort: read.oneOf('HTTP_PORT_SHARED', ['on', 'off'], 'off') === 'on',
    grpcPort: read.integer('GRPC_PORT', 0, { max: 65535 }),
    opsPort: read.integer('OPS_PORT', 0, { max: 65535 }),
    drainMs: read.integer('DRAIN_SECONDS', 5, { max: 600 }) * 1000,
    internalTokenSecret: read.text('INTERNAL_TOKEN_SECRET'),
    version: read.textOr('TRIBUS_VERSION', 'unknown'),
    logLevel: read.oneOf('LOG_LEVEL', ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'info'),
    traces: readTraceConfig(read),
    checkAnswers: read.oneOf('CHECK_ANSWERS', ['on', 'off'], 'off') === 'on',
  };
}
