import { choice, integer, type SettingValues, secret, text, toggle } from '../core/settings.ts';
import { usualCallMs } from '../core/time-limits.ts';
import { traceSetting } from '../trace/config.ts';

const levels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const port = (name: string, about: string) => integer(name, { about, default: 0, max: 65_535, wired: true });

/** The settings of every process. Port 0 means any free one. */
export const processSettings = {
  host: text('HOST', { about: 'Where the process listens.', default: '127.0.0.1', wired: true }),
  httpPort: port('HTTP_PORT', 'The port for requests.'),
  /** So that one process takes over from another without a gap. */
  shareHttpPort: toggle('HTTP_PORT_SHARED', {
    about: 'Another process of the same user may listen on the HTTP port, too.',
    wired: true,
  }),
  grpcPort: port('GRPC_PORT', 'The port for calls of the other services.'),
  opsPort: port('OPS_PORT', 'The port for operators: health and metrics.'),
  drainSeconds: integer('DRAIN_SECONDS', {
    about: 'Seconds that a stop waits for the requests at work.',
    default: 5,
    max: 600,
  }),
  callMs: integer('CALL_TIMEOUT_MS', {
    about: 'Milliseconds that a call between services may take; a store counts as away a little sooner.',
    default: usualCallMs,
    min: 1_000,
    max: 60_000,
  }),
  timeLimitsFactor: integer('TIME_LIMITS_FACTOR', {
    about: 'Multiplies all time limits of the process; more than 1 only where a machine is slow, as in tests.',
    default: 1,
    min: 1,
    max: 100,
  }),
  internalTokenSecret: secret('INTERNAL_TOKEN_SECRET', {
    about: 'What our processes know each other by; the same for all.',
  }),
  version: text('TRIBUS_VERSION', { about: 'Of the build, as operators see it.', default: 'unknown' }),
  logLevel: choice('LOG_LEVEL', levels, { about: 'The least severe level that is logged.', default: 'info' }),
  /** Undefined: nothing is traced. */
  traces: traceSetting,
  checkAnswers: toggle('CHECK_ANSWERS', {
    about: 'Whether answers are held against the published API before they leave; for tests, because of its cost.',
  }),
};

export type ProcessConfig = SettingValues<typeof processSettings>;
