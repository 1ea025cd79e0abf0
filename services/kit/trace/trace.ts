import type { Logger } from 'pino';
import type { Tracing } from '../core/span.ts';
import type { TraceConfig } from './config.ts';

/** Returns undefined without a configuration; the OpenTelemetry modules are then not loaded. */
export async function openTracing(
  service: string,
  config: TraceConfig | undefined,
  log: Logger,
): Promise<Tracing | undefined> {
  if (!config) return undefined;
  const { OtlpTracing } = await import('./otlp.ts');
  return new OtlpTracing(service, config, log);
}
