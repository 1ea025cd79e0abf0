import type { Logger } from 'pino';
import type { Tracing } from '../core/span.ts';
import type { TraceConfig } from './config.ts';

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
