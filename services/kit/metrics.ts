import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of one service, each registered once under its Prometheus name (trust.md, "Seen from outside"). */
export class Metrics {
  readonly registry = new Registry();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
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
  histogram<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Histogram<L> {
    const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }
}
