import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PrometheusActivity } from './prometheus-activity.ts';
import { processes } from './services.ts';

/** Metrics of a process at that time; undefined when the scrape failed. */
interface Scraped {
  service: string;
  time: number;
  metrics?: Record<string, string>;
}

const names = processes.map(({ name }) => name);
const calledAt = 100;
let scraped: Scraped[];
/** Runs before each query for scrapes is answered. */
let beforeScrapes: () => void;
let server: Server;
let url: string;
let scrapes: PrometheusActivity;

beforeEach(async () => {
  scraped = [];
  beforeScrapes = () => undefined;
  server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://prometheus').searchParams.get('query');
    if (query !== 'time()') beforeScrapes();
    const result = query === 'time()' ? [calledAt, String(calledAt)] : names.flatMap(seriesOf);
    response.end(JSON.stringify({ status: 'success', data: { result } }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  scrapes = new PrometheusActivity(url);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/** Returns one series for each metric of a process, with a value from each scrape. */
function seriesOf(service: string): object[] {
  const values = scraped
    .filter((each) => each.service === service)
    .flatMap(({ time, metrics }) => {
      const scrapedMetrics = { up: metrics ? '1' : '0', ...(metrics && { tribus_build_info: '1' }), ...metrics };
      return Object.entries(scrapedMetrics).map(([name, value]) => ({ name, at: [time, value] }));
    });
  return [...Map.groupBy(values, ({ name }) => name)].map(([name, series]) => ({
    metric: { __name__: name, job: 'tribus', instance: service, ...(name !== 'up' && { service }) },
    values: series.map(({ at }) => at),
  }));
}

const all = (time: number, metrics: Record<string, string>): Scraped[] =>
  names.map((service) => ({ service, time, metrics }));

test('a scrape that began before the call is ignored', async () => {
  scraped = all(calledAt - 1, { outbox_pending: '0', outbox_published_total: '3' });
  beforeScrapes = () => {
    scraped = [...all(calledAt - 1, { outbox_pending: '0' }), ...all(calledAt + 1, { outbox_pending: '2' })];
  };
  expect(await scrapes.read()).toMatchObject({ waiting: 2 * names.length, done: 0 });
});

test('pending and finished work is summed up; an unknown value counts as pending, and pending work is named', async () => {
  const metrics = {
    outbox_pending: '1',
    consumer_lag: 'NaN',
    outbox_published_total: '3',
    consumer_processed_total: '4',
  };
  scraped = all(calledAt + 1, metrics);
  const { pending, ...sums } = await scrapes.read();
  expect(sums).toEqual({ waiting: 2 * names.length, done: 7 * names.length });
  expect(pending).toHaveLength(2 * names.length);
  expect(pending[0]).toMatch(/^outbox_pending\{.*service="\w+"\} 1$/);
  expect(pending).toContainEqual(expect.stringMatching(/^consumer_lag\{.*service="media"\} NaN$/));
});

test('a process that does not respond, or is not scraped, is named', async () => {
  scraped = all(calledAt + 1, {}).filter(({ service }) => service !== 'media' && service !== 'messaging');
  scraped.push({ service: 'media', time: calledAt + 1 });
  // Polls once: the missing scrapes stay missing.
  await expect(new PrometheusActivity(url, 0).read()).rejects.toThrow(
    /has no scrape of tribus media, messaging, media$/,
  );
});

test('an unreachable Prometheus is named', async () => {
  await expect(new PrometheusActivity('http://127.0.0.1:1').read()).rejects.toThrow(
    'Prometheus unavailable at http://127.0.0.1:1 (TEST_PROMETHEUS_URL)',
  );
});
