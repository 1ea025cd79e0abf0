import { choice, integer, type SettingValues, secret, text, toggle } from '../core/settings.ts';
import { defaultCallMs } from '../core/time-limits.ts';
import { traceSetting } from '../trace/config.ts';

const levels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const port = (name: string, about: string) => integer(name, { about, default: 0, max: 65_535, wired: true });

/** The settings of every process. Port 0 means any free port. */
export const processSettings = {
  host: text('HOST', { about: 'The address on which the process listens.', default: '127.0.0.1', wired: true }),
  httpPort: port('HTTP_PORT', 'The port for requests.'),
  /** For replacing a process without downtime. */
  shareHttpPort: toggle('HTTP_PORT_SHARED', {
    about: 'Whether another process of the same user may also listen on the HTTP port.',
    wired: true,
  }),
  grpcPort: port('GRPC_PORT', 'The port for calls of other services.'),
  opsPort: port('OPS_PORT', 'The port for operators: health and metrics.'),
  drainSeconds: integer('DRAIN_SECONDS', {
    about: 'Maximum time to finish open requests at shutdown, in seconds.',
    default: 5,
    max: 600,
  }),
  callMs: integer('CALL_TIMEOUT_MS', {
    about: 'Timeout of a call between services, in milliseconds; the timeout of a store is slightly shorter.',
    default: defaultCallMs,
    min: 1_000,
    max: 60_000,
  }),
  timeLimitsFactor: integer('TIME_LIMITS_FACTOR', {
    about: 'Multiplies all time limits of the process; more than 1 only on slow machines, as in tests.',
    default: 1,
    min: 1,
    max: 100,
  }),
  internalTokenSecret: secret('INTERNAL_TOKEN_SECRET', {
    about: 'Authenticates our processes to each other; the same for all of them.',
  }),
  version: text('TRIBUS_VERSION', { about: 'The version of the build, shown to operators.', default: 'unknown' }),
  logLevel: choice('LOG_LEVEL', levels, { about: 'The least severe level that is logged.', default: 'info' }),
  /** Undefined when tracing is off. */
  traces: traceSetting,
  checkResponses: toggle('CHECK_ANSWERS', {
    about: 'Whether responses are validated against the published API; for tests, because of its cost.',
  }),
};

export type ProcessConfig = SettingValues<typeof processSettings>;
