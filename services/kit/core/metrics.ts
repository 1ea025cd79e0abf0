import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds. 0.5 is the response-time objective (deploy/prometheus/rules.yaml). */
const responseTimeBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Breaker {
  peer: string;
  protocol: 'grpc' | 'http';
  /** The class of calls it controls; all classes when omitted. */
  calls?: string;
  isOpen(): boolean;
}

/** Slots occupied by requests in progress; further requests are refused when all are in use. */
export interface Slots {
  /** The target service of the requests; all services when omitted. */
  peer?: string;
  kind: 'request' | 'arriving' | 'sending' | 'stream' | 'body';
  inUse(): number;
}

/** The metrics of one service, each registered once under its Prometheus name (trust.md, "Seen from outside"). */
export class Metrics {
  readonly registry = new Registry();

  readonly #breakers: Breaker[] = [];
  readonly #slots: Slots[] = [];

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
  }

  /** Registers constant labels of the process. */
  info(name: string, help: string, labels: Record<string, string>): void {
    this.gauge(name, help, Object.keys(labels)).set(labels, 1);
  }

  /** Adds a breaker to the process's one breaker gauge. */
  watchBreaker(breaker: Breaker): void {
    this.#breakers.push(breaker);
    if (this.#breakers.length > 1) return;
    this.gauge(
      'breaker_open',
      'Whether the breaker of a peer is open, so that requests to it are refused',
      ['peer', 'protocol', 'calls'],
      (gauge) => {
        for (const { peer, protocol, calls = 'all', isOpen } of this.#breakers)
          gauge.set({ peer, protocol, calls }, isOpen() ? 1 : 0);
      },
    );
  }

  /** Adds slots to the process's one slot gauge. */
  watchSlots(slots: Slots): void {
    this.#slots.push(slots);
    if (this.#slots.length > 1) return;
    this.gauge(
      'slots_in_use',
      'Slots in use by requests, streams and bodies in progress',
      ['peer', 'kind'],
      (gauge) => {
        for (const { peer = '', kind, inUse } of this.#slots) gauge.set({ peer, kind }, inUse());
      },
    );
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** `collect` runs at scrape time. */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    collect?: (gauge: Gauge<L>) => Promise<void> | void,
  ): Gauge<L> {
    return new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      ...(collect && {
        async collect(this: Gauge<L>) {
          await collect(this);
        },
      }),
    });
  }

  /** `buckets` are in seconds. */
  histogram<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    buckets: number[] = responseTimeBuckets,
  ): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }
}
