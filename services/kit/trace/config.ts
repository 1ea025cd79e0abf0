import type { Environment } from '../core/config.ts';
import { type Setting, variable } from '../core/settings.ts';

/** Where traces go; the names of the variables are OpenTelemetry's. */
export interface TraceConfig {
  /** The collector's OTLP/HTTP address, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  /** The share of requests that are traced, 0 to 1. */
  ratio: number;
}

/** Undefined when no collector is named. */
export function readTraceConfig(read: Environment): TraceConfig | undefined {
  if (!read.optional('OTEL_EXPORTER_OTLP_ENDPOINT')) return undefined;
  return {
    endpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    headers: readHeaders(read),
    ratio: read.number('OTEL_TRACES_SAMPLER_ARG', 1, { min: 0, max: 1 }),
  };
}

/** The names are OpenTelemetry's own. */
export const traceSetting: Setting<TraceConfig | undefined> = {
  variables: [
    variable('OTEL_EXPORTER_OTLP_ENDPOINT', {
      about: 'The collector of traces, without `/v1/traces`; nothing is traced when it is not set.',
      type: 'a URL starting with http:// or https://',
    }),
    variable('OTEL_EXPORTER_OTLP_HEADERS', {
      about: 'Headers that are sent to the collector with each batch, e.g. a token.',
      type: 'a list like name=value,name=value, percent-encoded',
      secret: true,
    }),
    variable('OTEL_TRACES_SAMPLER_ARG', {
      about: 'The share of requests that are traced.',
      type: 'a number from 0 to 1',
      default: '1',
    }),
  ],
  read: readTraceConfig,
};

/** `name=value,name=value`, percent-encoded. */
function readHeaders(read: Environment): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of (read.optional('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter(Boolean)) {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    const decoded = value === undefined ? undefined : decode(value);
    if (name === undefined || decoded === undefined)
      read.problems.push('OTEL_EXPORTER_OTLP_HEADERS must be a list like name=value,name=value');
    else headers[name] = decoded;
  }
  return headers;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not percent-encoded after all; the caller says so.
    return undefined;
  }
}
