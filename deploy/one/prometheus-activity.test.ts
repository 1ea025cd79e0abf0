import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PrometheusActivity } from './prometheus-activity.ts';
import { processes } from './services.ts';

/** What a process said at that time; nothing when it could not be reached. */
interface Scraped {
  service: string;
  time: number;
  says?: Record<string, string>;
}

const names = processes.map(({ name }) => name);
const asked = 100;
let scraped: Scraped[];
/** Before a question about scrapes is answered. */
let meanwhile: () => void;
let server: Server;
let url: string;
let scrapes: PrometheusActivity;

beforeEach(async () => {
  scraped = [];
  meanwhile = () => undefined;
  server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://prometheus').searchParams.get('query');
    if (query !== 'time()') meanwhile();
    const result = query === 'time()' ? [asked, String(asked)] : names.flatMap(seriesOf);
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

/** One series for each metric of a process, with a value from each scrape. */
function seriesOf(service: string): object[] {
  const values = scraped
    .filter((each) => each.service === service)
    .flatMap(({ time, says }) => {
      const told = { up: says ? '1' : '0', ...(says && { tribus_build_info: '1' }), ...says };
      return Object.entries(told).map(([name, value]) => ({ name, at: [time, value] }));
    });
  return [...Map.groupBy(values, ({ name }) => name)].map(([name, heard]) => ({
    metric: { __name__: name, job: 'tribus', instance: service, ...(name !== 'up' && { service }) },
    values: heard.map(({ at }) => at),
  }));
}

const all = (time: number, says: Record<string, string>): Scraped[] =>
  names.map((service) => ({ service, time, says }));

test('a scrape that began before the question is no answer to it', async () => {
  scraped = all(asked - 1, { outbox_pending: '0', outbox_published_total: '3' });
  meanwhile = () => {
    scraped = [...all(asked - 1, { outbox_pending: '0' }), ...all(asked + 1, { outbox_pending: '2' })];
  };
  expect(await scrapes.look()).toEqual({ waiting: 2 * names.length, done: 0 });
});

test('all that waits and all that was done is summed up, and what a process cannot tell waits', async () => {
  const says = { outbox_pending: '1', consumer_lag: 'NaN', outbox_published_total: '3', consumer_processed_total: '4' };
  scraped = all(asked + 1, says);
  expect(await scrapes.look()).toEqual({ waiting: 2 * names.length, done: 7 * names.length });
});

test('a process that does not answer is named, and so is one that nobody scrapes', async () => {
  scraped = all(asked + 1, {}).filter(({ service }) => service !== 'media' && service !== 'messaging');
  scraped.push({ service: 'media', time: asked + 1 });
  // Not asked a second time: what is missing stays so.
  await expect(new PrometheusActivity(url, 0).look()).rejects.toThrow(
    /hears nothing of tribus media, messaging, media$/,
  );
});

test('a Prometheus that is away is named', async () => {
  await expect(new PrometheusActivity('http://127.0.0.1:1').look()).rejects.toThrow(
    'No Prometheus answers at http://127.0.0.1:1 (TEST_PROMETHEUS_URL)',
  );
});
