/** What a span is about; otlp.ts gives it the names of the semantic conventions. All values are few and ours. */
export type Work =
  | { kind: 'http-server'; method: string; route: string; requestId: string }
  | { kind: 'http-client'; method: string; route: string; peer: string }
  | { kind: 'rpc-server'; rpc: string }
  | { kind: 'rpc-client'; rpc: string; peer: string }
  | { kind: 'producer'; event: string; id: string }
  | { kind: 'consumer'; event: string; id: string; consumer: string; deliveries: number }
  | { kind: 'job'; job: string; id: string; attempt: number };

/** How the work ended. An error of the caller is none of the span's. */
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
 * The traces of one service. The gateway begins them; a process that receives one continues it, and where none began
 * one nothing is traced.
 */
export interface Tracing {
  /** A new trace, after `cause` if another led to it; undefined when the sampler leaves it out. */
  startTrace(work: Work, cause?: string): Span | undefined;
  /** Continues the trace that another process sent; undefined when it sent none. */
  continueTrace(traceparent: string | undefined, work: Work): Span | undefined;
  /** Sends what is left, if the collector takes it within moments. */
  stop(): Promise<void>;
}
