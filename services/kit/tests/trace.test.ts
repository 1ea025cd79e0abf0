import { execFile } from 'node:child_process';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Environment } from '../core/config.ts';
import { fail } from '../core/errors.ts';
import type { Tracing, Work } from '../core/span.ts';
import { Collector } from '../testing/collector.ts';
import { until } from '../testing/until.ts';
import { readTraceConfig } from '../trace/config.ts';
import { openTracing } from '../trace/trace.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function collector(): Promise<Collector> {
  const opened = await Collector.open();
  closing.push(() => opened.close());
  return opened;
}

interface Traced {
  tracing: Tracing;
  logged: string[];
}

async function traced(
  endpoint: string,
  more: { ratio?: number; headers?: Record<string, string> } = {},
): Promise<Traced> {
  const logged: string[] = [];
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const tracing = await openTracing('things', { endpoint, headers: {}, ratio: 1, ...more }, pino(lines));
  if (!tracing) throw new Error('tracing is not enabled');
  closing.push(() => tracing.stop());
  return { tracing, logged };
}

const request: Work = { kind: 'http-server', method: 'GET', route: '/api/things/:id', requestId: 'r-1' };
const question: Work = { kind: 'rpc-client', rpc: '/things.v1.ThingsService/GetThings', peer: 'things' };

/** Script that imports a file and prints the OpenTelemetry modules loaded, except the API, which prom-client loads. */
const loading = (file: string) => `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (/@opentelemetry\\/(?!api\\/)/.test(found.url)) process.stdout.write(found.url + '\\n');
      return found;
    },
  });
  await import(${JSON.stringify(new URL(file, import.meta.url).href)});
  process.exit();`;

async function loadedBy(file: string): Promise<string> {
  const args = ['--no-warnings', '--input-type=module', '--eval', loading(file)];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

test('a service without tracing loads no tracing modules', async () => {
  expect(await loadedBy('../service/service.ts')).toBe('');
  expect(await loadedBy('../trace/otlp.ts')).toContain('sdk-trace');
});

test('tracing is disabled without a collector', async () => {
  expect(readTraceConfig(new Environment({ OTEL_TRACES_SAMPLER_ARG: '0.5' }))).toBeUndefined();
  expect(await openTracing('things', undefined, pino({ level: 'silent' }))).toBeUndefined();
});

test('tracing uses the settings of OpenTelemetry, and every invalid one is reported', () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-team=tribus',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  };
  expect(readTraceConfig(new Environment(env))).toEqual({
    endpoint: 'http://collector:4318',
    headers: { authorization: 'Basic abc', 'x-team': 'tribus' },
    ratio: 0.25,
  });
  const environment = new Environment({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization',
    OTEL_TRACES_SAMPLER_ARG: '2',
  });
  readTraceConfig(environment);
  expect(environment.problems).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL starting with http:// or https://',
    'OTEL_EXPORTER_OTLP_HEADERS must be a list like name=value,name=value',
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "2"',
  ]);
});

test('a span of another process continues the trace it received', async () => {
  const collecting = await collector();
  const gateway = await traced(collecting.url);
  const service = await traced(`${collecting.url}/`, { headers: { authorization: 'Basic abc' } });
  const first = gateway.tracing.startTrace(request);
  const hop = first?.child({ kind: 'http-client', method: 'GET', route: '/api/things', peer: 'things' });
  const served = service.tracing.continueTrace(hop?.traceparent, request);
  served?.child(question).end();
  served?.end({ status: 200 });
  hop?.end({ status: 200 });
  first?.end({ status: 200 });
  await Promise.all([gateway.tracing.stop(), service.tracing.stop()]);

  const trace = collecting.traceOf('r-1');
  const named = (kind: string, parent = '') =>
    trace.find(
      (span) => span.kind === kind && (parent === '' ? span.parentSpanId === '' : span.parentSpanId === parent),
    );
  const root = named('server');
  const forwarded = named('client', root?.spanId);
  const handled = named('server', forwarded?.spanId);
  const rpc = named('client', handled?.spanId);
  expect([root, forwarded, handled, rpc].map((span) => span?.name)).toEqual([
    'GET /api/things/:id',
    'GET /api/things',
    'GET /api/things/:id',
    'things.v1.ThingsService/GetThings',
  ]);
  expect(root?.attributes).toMatchObject({ 'http.route': '/api/things/:id', 'http.response.status_code': 200 });
  expect(rpc?.attributes).toMatchObject({ 'rpc.system.name': 'grpc', 'service.peer.name': 'things' });
  expect(trace).toHaveLength(4);
  expect([...collecting.authorizations]).toContain('Basic abc');
});

test('a fault marks its span with the error type, never the message; a client error does not', async () => {
  const collecting = await collector();
  const { tracing } = await traced(collecting.url);
  const ends = [
    { error: new TypeError('the password is hunter2') },
    { error: fail('unavailable') },
    { error: fail('not_found') },
    { status: 503 },
    { status: 404 },
  ];
  for (const end of ends) tracing.startTrace(request)?.end(end);
  await tracing.stop();
  expect(collecting.spans.map(({ isError, attributes }) => [attributes['error.type'], isError])).toEqual([
    ['TypeError', true],
    ['unavailable', true],
    ['not_found', false],
    ['503', true],
    [undefined, false],
  ]);
  expect(JSON.stringify(collecting.spans)).not.toContain('hunter2');
});

test('a replay starts a new trace linked to the original one', async () => {
  const collecting = await collector();
  const { tracing } = await traced(collecting.url);
  const first = tracing.startTrace(request);
  tracing.startTrace({ kind: 'producer', event: 'things.v1.ThingMade', id: 'e-1' }, first?.traceparent)?.end();
  first?.end();
  await tracing.stop();
  const [again, original] = collecting.spans;
  expect(again).toMatchObject({ name: 'send things.v1.ThingMade', kind: 'producer', parentSpanId: '' });
  expect(again?.linkedTo).toEqual([original?.traceId]);
  expect(again?.traceId).not.toBe(original?.traceId);
});

test('no span is created for a request that is not sampled', async () => {
  const { tracing } = await traced('http://127.0.0.1:9', { ratio: 0 });
  expect(tracing.startTrace(request)).toBeUndefined();
});

test.each(['', 'nonsense', '00-00000000000000000000000000000000-0000000000000000-01', '00-<script>-1-01'])(
  'the invalid header "%s" continues no trace',
  async (header) => {
    const { tracing } = await traced('http://127.0.0.1:9');
    expect(tracing.continueTrace(header, request)).toBeUndefined();
  },
);

test('a collector that refuses traces is logged once, and once more when it accepts them', async () => {
  const collecting = await collector();
  collecting.responseStatus = 400;
  const { tracing, logged } = await traced(collecting.url);
  for (const batch of [1, 2]) {
    tracing.startTrace(request)?.end();
    await until(() => collecting.batchesRefused === batch, `batch ${batch} was refused`);
  }
  collecting.responseStatus = 200;
  tracing.startTrace(request)?.end();
  await until(() => collecting.spans.length === 1 && logged.length === 2, 'traces arrive again');
  expect(logged.map((line) => JSON.parse(line).msg)).toEqual([
    'trace export failed; spans are dropped',
    'trace export recovered',
  ]);
});

const traceMuch = (tracing: Tracing) => {
  for (let span = 0; span < 5_000; span++) tracing.startTrace(request)?.end();
};

test('an unreachable collector does not delay a stop', async () => {
  const { tracing } = await traced('http://127.0.0.1:9');
  traceMuch(tracing);
  await tracing.stop();
});

test('an unresponsive collector does not delay a stop', async () => {
  const collecting = await collector();
  const release = Promise.withResolvers<void>();
  collecting.responseDelay = release.promise;
  const { tracing } = await traced(collecting.url);
  traceMuch(tracing);
  await until(() => collecting.batchesReceived > 0, 'it has received a batch');
  await tracing.stop();
  expect(collecting.spans).toEqual([]);
  release.resolve();
});
