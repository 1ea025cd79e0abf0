import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds. 0.5 is what the objectives promise of an answer (deploy/prometheus/rules.yaml). */
const answerTimes = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Breaker {
  peer: string;
  protocol: 'grpc' | 'http';
  /** The class of calls it holds; all of them when left out. */
  calls?: string;
  isOpen(): boolean;
}

/** Slots that requests hold while they last; another request is refused when all are in use. */
export interface Slots {
  /** The service that the requests are for; all of them when left out. */
  peer?: string;
  kind: 'request' | 'arriving' | 'stream' | 'body';
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

  /** What is true of a process as long as it lives. */
  info(name: string, help: string, labels: Record<string, string>): void {
    this.gauge(name, help, Object.keys(labels)).set(labels, 1);
  }

  /** One gauge for all breakers of a process. */
  watchBreaker(breaker: Breaker): void {
    this.#breakers.push(breaker);
    if (this.#breakers.length > 1) return;
    this.gauge(
      'breaker_open',
      'Whether a peer is taken for away and not asked',
      ['peer', 'protocol', 'calls'],
      (gauge) => {
        for (const { peer, protocol, calls = 'all', isOpen } of this.#breakers)
          gauge.set({ peer, protocol, calls }, isOpen() ? 1 : 0);
      },
    );
  }

  /** One gauge for all slots of a process. */
  watchSlots(slots: Slots): void {
    this.#slots.push(slots);
    if (this.#slots.length > 1) return;
    this.gauge(
      'slots_in_use',
      'Slots held by requests, streams and bodies that are not over',
      ['peer', 'kind'],
      (gauge) => {
        for (const { peer = '', kind, inUse } of this.#slots) gauge.set({ peer, kind }, inUse());
      },
    );
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** `collect` is asked at scrape time. */
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

  /** Seconds. */
  histogram<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    buckets: number[] = answerTimes,
  ): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }
}
