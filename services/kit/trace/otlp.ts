import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVICE_NAME,
} from '@opentelemetry/semantic-conventions';
import type { Logger } from 'pino';
import { AppError } from '../core/errors.ts';
import type { Span, SpanResult, Tracing, Work } from '../core/span.ts';
import type { TraceConfig } from './config.ts';

/** Limits the memory used while the collector is unavailable; further spans are dropped. */
const maxQueuedSpans = 2_048;
const sendEveryMs = 1_000;
const sendTimeoutMs = 5_000;
const flushTimeoutMs = 2_000;

const propagator = new W3CTraceContextPropagator();

/**
 * Exports the spans of one service in batches by OTLP over HTTP. Sets no OpenTelemetry globals, so that several
 * services can share a process.
 */
export class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor(service: string, { endpoint, headers, ratio }: TraceConfig, log: Logger) {
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
      headers,
      timeoutMillis: sendTimeoutMs,
    });
    const processor = new BatchSpanProcessor({
      exporter: new ReportingExporter(exporter, log),
      maxQueueSize: maxQueuedSpans,
      scheduledDelayMillis: sendEveryMs,
      exportTimeoutMillis: sendTimeoutMs + 1_000,
    });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        [ATTR_SERVICE_NAME]: service,
        'service.namespace': 'tribus',
        'service.instance.id': randomUUID(),
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [processor],
    });
    this.#tracer = this.#provider.getTracer('tribus');
  }

  startTrace(work: Work, cause?: string): Span | undefined {
    const linked = cause === undefined ? undefined : trace.getSpanContext(spanContextOf(cause));
    const span = new OtlpSpan(this.#tracer, ROOT_CONTEXT, work, linked ? [{ context: linked }] : []);
    return span.isRecorded ? span : undefined;
  }

  continueTrace(traceparent: string | undefined, work: Work): Span | undefined {
    if (!traceparent) return undefined;
    const parent = spanContextOf(traceparent);
    if (!trace.getSpanContext(parent)) return undefined;
    const span = new OtlpSpan(this.#tracer, parent, work);
    return span.isRecorded ? span : undefined;
  }

  async stop(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, flushTimeoutMs).unref());
    // Spans that cannot be sent now are lost; the exporter has logged the failure.
    await Promise.race([this.#provider.shutdown().catch(() => undefined), late]);
  }
}

const spanContextOf = (traceparent: string): Context =>
  propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);

class OtlpSpan implements Span {
  readonly #tracer: Tracer;
  readonly #span: OtelSpan;
  readonly #context: Context;

  constructor(tracer: Tracer, parent: Context, work: Work, links: Link[] = []) {
    const { name, kind, attributes } = describe(work);
    this.#tracer = tracer;
    this.#span = tracer.startSpan(name, { kind, attributes, links }, parent);
    this.#context = trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  get isRecorded(): boolean {
    return this.#span.isRecording();
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get traceparent(): string {
    const carrier = { traceparent: '' };
    propagator.inject(this.#context, carrier, defaultTextMapSetter);
    return carrier.traceparent;
  }

  child(work: Work): Span {
    return new OtlpSpan(this.#tracer, this.#context, work);
  }

  end({ status, error }: SpanResult = {}): void {
    if (!this.#span.isRecording()) return;
    if (status !== undefined) this.#span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, status);
    const type = error === undefined ? undefined : typeOf(error);
    if (type !== undefined) this.#span.setAttribute(ATTR_ERROR_TYPE, type);
    else if ((status ?? 0) >= 500) this.#span.setAttribute(ATTR_ERROR_TYPE, String(status));
    if ((status ?? 0) >= 500 || isFault(error)) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/** Returns the code or class of an error, never its message, which may contain user text; the log has it. */
function typeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

const isFault = (error: unknown): boolean => error !== undefined && !(error instanceof AppError && error.status < 500);

interface Description {
  name: string;
  kind: SpanKind;
  attributes: Attributes;
}

function describe(work: Work): Description {
  switch (work.kind) {
    case 'http-server':
      return { ...http(work), kind: SpanKind.SERVER };
    case 'http-client':
      return { ...http(work), kind: SpanKind.CLIENT };
    case 'rpc-server':
      return { ...rpc(work), kind: SpanKind.SERVER };
    case 'rpc-client':
      return { ...rpc(work), kind: SpanKind.CLIENT };
    case 'producer':
      return { ...message('send', work), kind: SpanKind.PRODUCER };
    case 'consumer':
      return { ...message('process', work), kind: SpanKind.CONSUMER };
    case 'job':
      return { ...run(work), kind: SpanKind.CONSUMER };
  }
}

type HttpWork = Extract<Work, { method: string }>;
type RpcWork = Extract<Work, { rpc: string }>;
type EventWork = Extract<Work, { event: string }>;
type JobWork = Extract<Work, { job: string }>;

function http(work: HttpWork) {
  const attributes: Attributes = { [ATTR_HTTP_REQUEST_METHOD]: work.method };
  if (work.kind === 'http-server') {
    attributes[ATTR_HTTP_ROUTE] = work.route;
    attributes['tribus.request_id'] = work.requestId;
  } else {
    attributes['url.template'] = work.route;
    attributes['service.peer.name'] = work.peer;
  }
  return { name: `${work.method} ${work.route}`, attributes };
}

/** `/tribes.v1.TribesService/GetTribes` */
function rpc(work: RpcWork) {
  const method = work.rpc.slice(1);
  const peer: Attributes = work.kind === 'rpc-client' ? { 'service.peer.name': work.peer } : {};
  return { name: method, attributes: { 'rpc.system.name': 'grpc', 'rpc.method': method, ...peer } };
}

function message(operation: 'send' | 'process', work: EventWork) {
  const attributes: Attributes = {
    'messaging.system': 'nats',
    'messaging.destination.name': work.event,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.message.id': work.id,
  };
  if (work.kind === 'consumer') {
    attributes['messaging.consumer.group.name'] = work.consumer;
    attributes['tribus.deliveries'] = work.deliveries;
  }
  return { name: `${operation} ${work.event}`, attributes };
}

function run({ job, id, attempt }: JobWork) {
  return {
    name: `run ${job}`,
    attributes: { 'tribus.job.name': job, 'tribus.job.id': id, 'tribus.job.attempt': attempt },
  };
}

/** Logs once that the export fails and once that it has recovered. */
class ReportingExporter implements SpanExporter {
  readonly #exporter: OTLPTraceExporter;
  readonly #log: Logger;
  #isFailing = false;

  constructor(exporter: OTLPTraceExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      const hasFailed = result.code !== ExportResultCode.SUCCESS;
      if (hasFailed && !this.#isFailing)
        this.#log.warn({ err: result.error }, 'trace export failed; spans are dropped');
      if (!hasFailed && this.#isFailing) this.#log.info('trace export recovered');
      this.#isFailing = hasFailed;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}
