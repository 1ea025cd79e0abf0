import type { Logger } from 'pino';
import type { EnvReader } from '../runtime/config.ts';

/** What a span tells of; trace-otlp.ts gives it the names of the semantic conventions. All words are few and ours. */
export type Work =
  | { does: 'serve'; method: string; route: string; requestId: string }
  | { does: 'forward'; method: string; route: string; peer: string }
  | { does: 'answer'; rpc: string }
  | { does: 'ask'; rpc: string; peer: string }
  | { does: 'publish'; event: string; id: string }
  | { does: 'apply'; event: string; id: string; consumer: string; deliveries: number };

/** How it ended. An error of the caller is none of the span's. */
export interface SpanResult {
  /** Of an HTTP answer. */
  status?: number;
  error?: unknown;
}

/** One piece of work in a trace. */
export interface Span {
  readonly traceId: string;
  /** Its place in the trace, as it travels in the header of that name (W3C Trace Context). */
  readonly traceparent: string;
  child(work: Work): Span;
  /** Safe to call twice; the first call counts. */
  end(outcome?: SpanResult): void;
}

/**
 * The traces of one service. The gateway begins them; whoever is told of one goes on with it, and where nobody began
 * one nothing is traced.
 */
export interface Tracing {
  /** A new trace, after `cause` if another led to it; undefined when the sampler leaves it out. */
  startTrace(work: Work, cause?: string): Span | undefined;
  /** Goes on with the trace another process told of; undefined when it told of none. */
  continueTrace(traceparent: string | undefined, work: Work): Span | undefined;
  /** Sends what is left, if the collector takes it within moments. */
  stop(): Promise<void>;
}

/** Where traces go; the names of the variables are OpenTelemetry's. */
export interface TraceConfig {
  /** The collector's OTLP/HTTP address, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  /** The share of requests that are traced, 0 to 1. */
  ratio: number;
}

/** Undefined when no collector is named. */
export function readTraceConfig(read: EnvReader): TraceConfig | undefined {
  if (!read.optional('OTEL_EXPORTER_OTLP_ENDPOINT')) return undefined;
  return {
    endpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    headers: readHeaders(read),
    ratio: read.number('OTEL_TRACES_SAMPLER_ARG', 1, { min: 0, max: 1 }),
  };
}

/** `name=value,name=value`, percent-encoded. */
function readHeaders(read: EnvReader): Record<string, string> {
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

/** What traces is not even loaded where no collector is named. */
export async function openTracing(
  service: string,
  config: TraceConfig | undefined,
  log: Logger,
): Promise<Tracing | undefined> {
  if (!config) return undefined;
  const { OtlpTracing } = await import('./otlp.ts');
  return new OtlpTracing(service, config, log);
}
