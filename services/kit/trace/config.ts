import type { Environment } from '../core/config.ts';
import { type Setting, variable } from '../core/settings.ts';

/** The trace exporter's configuration. */
export interface TraceConfig {
  /** The collector's OTLP/HTTP address, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  /** The share of requests that are traced, 0 to 1. */
  ratio: number;
}

/** Returns undefined when no collector is configured. */
export function readTraceConfig(env: Environment): TraceConfig | undefined {
  if (!env.optional('OTEL_EXPORTER_OTLP_ENDPOINT')) return undefined;
  return {
    endpoint: env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    headers: readHeaders(env),
    ratio: env.number('OTEL_TRACES_SAMPLER_ARG', 1, { min: 0, max: 1 }),
  };
}

/** The variables have OpenTelemetry's standard names. */
export const traceSetting: Setting<TraceConfig | undefined> = {
  variables: [
    variable('OTEL_EXPORTER_OTLP_ENDPOINT', {
      about: 'The URL of the trace collector, without `/v1/traces`; tracing is off when it is not set.',
      type: 'a URL starting with http:// or https://',
    }),
    variable('OTEL_EXPORTER_OTLP_HEADERS', {
      about: 'Headers sent to the collector with each batch, e.g. a token.',
      type: 'a list like name=value,name=value, percent-encoded',
      secret: true,
    }),
    variable('OTEL_TRACES_SAMPLER_ARG', {
      about: 'The fraction of requests that are traced.',
      type: 'a number from 0 to 1',
      default: '1',
    }),
  ],
  read: readTraceConfig,
};

/** Parses `name=value,name=value`, percent-encoded. */
function readHeaders(env: Environment): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of (env.optional('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter(Boolean)) {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    const decoded = value === undefined ? undefined : decode(value);
    if (name === undefined || decoded === undefined)
      env.problems.push('OTEL_EXPORTER_OTLP_HEADERS must be a list like name=value,name=value');
    else headers[name] = decoded;
  }
  return headers;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    // Reported by `readHeaders`.
    return undefined;
  }
}
