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
