/** The operation of a span; otlp.ts maps it to the semantic conventions. All values are ours and of low cardinality. */
export type Work =
  | { kind: 'http-server'; method: string; route: string; requestId: string }
  | { kind: 'http-client'; method: string; route: string; peer: string }
  | { kind: 'rpc-server'; rpc: string }
  | { kind: 'rpc-client'; rpc: string; peer: string }
  | { kind: 'producer'; event: string; id: string }
  | { kind: 'consumer'; event: string; id: string; consumer: string; deliveries: number }
  | { kind: 'job'; job: string; id: string; attempt: number };

/** The result of the work. A client error does not mark the span as failed. */
export interface SpanResult {
  /** HTTP status of the response. */
  status?: number;
  error?: unknown;
}

/** A span of a trace. */
export interface Span {
  readonly traceId: string;
  /** The value of the `traceparent` header (W3C Trace Context). */
  readonly traceparent: string;
  child(work: Work): Span;
  /** Ends the span; later calls have no effect. */
  end(outcome?: SpanResult): void;
}

/**
 * Traces of one service. The gateway starts a trace and services continue it; requests without a trace are not traced.
 */
export interface Tracing {
  /** Starts a trace, linked to `cause` if another trace led to it; undefined when not sampled. */
  startTrace(work: Work, cause?: string): Span | undefined;
  /** Continues the trace of a received `traceparent`; undefined without one. */
  continueTrace(traceparent: string | undefined, work: Work): Span | undefined;
  /** Flushes pending spans, with a short timeout. */
  stop(): Promise<void>;
}
