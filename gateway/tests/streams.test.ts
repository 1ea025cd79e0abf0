import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway({ UPLOAD_MAX_MB: '8' });
});
afterAll(() => fixture.stop());

function open(path: string, options: { method?: string; headers?: Record<string, string | number> } = {}) {
  const { hostname, port } = new URL(fixture.gateway.httpUrl);
  return request({ hostname, port, path, agent: false, ...options });
}

async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (!answer) throw new Error('no answer');
  return answer;
}

/** Opens the next event stream and passes its response to the test. */
function keepStreamOpen(headers: Record<string, string> = {}): Promise<{ res: ServerResponse; req: IncomingMessage }> {
  return new Promise((resolve) => {
    fixture.upstream('vibes-realtime').handle((req, res) => {
      res.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        ...headers,
      });
      res.flushHeaders();
      resolve({ res, req });
    });
  });
}

test('an event stream opens before its first event, and passes each event at once', async () => {
  const opened = keepStreamOpen();
  const sent = open('/api/stream', { headers: { 'accept-encoding': 'gzip, br', 'last-event-id': '7' } });
  sent.end();
  const response = await responseTo(sent);
  expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.headers['x-accel-buffering']).toBe('no');

  const { req, res } = await opened;
  expect(req.headers['last-event-id']).toBe('7');
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    res.write(event);
    const [chunk] = await once(response, 'data');
    expect(String(chunk)).toBe(event);
  }
  sent.destroy();
});

test.each(['/api/stream', '/api/vibes/v1/stream'])('HEAD of %s is refused at once', async (path) => {
  const { received } = fixture.upstream('vibes-realtime');
  const before = received.length;
  const response = await fixture.ask(path, { method: 'HEAD' });
  expect([response.status, response.headers.allow, received.length]).toEqual([405, 'GET', before]);
});

test('a client that disconnects from a stream aborts the request to the service', async () => {
  const opened = keepStreamOpen();
  const sent = open('/api/vibes/v1/stream');
  sent.end();
  const response = await responseTo(sent);
  response.on('error', () => undefined);
  const { res } = await opened;
  const closed = once(res, 'close');
  sent.destroy();
  await closed;
});

test('a client that disconnects before the response aborts the request to the service', async () => {
  const tribes = fixture.upstream('tribes');
  const left = new Promise<void>((resolve) => {
    tribes.handle((_req, res) => {
      res.once('close', resolve);
      sent.destroy();
    });
  });
  const sent = open('/api/tribes');
  sent.on('error', () => undefined).end();
  await left;
  tribes.handle();
  await until(() => fixture.gateway.logged.some((line) => line.includes('"status":499')), 'status 499 is logged');
});

test('the service receives the first chunk of a body before the last is sent', async () => {
  const content = fixture.upstream('content');
  const first = new Promise<string>((resolve) => {
    content.handle((req, res) => {
      let size = 0;
      req.once('data', (chunk) => resolve(String(chunk)));
      req.on('data', (chunk) => {
        size += chunk.length;
      });
      req.on('end', () => res.setHeader('content-type', 'application/json').end(JSON.stringify({ size })));
    });
  });
  const sent = open('/api/tribes/38/posts', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
  });
  sent.write('the first part');
  expect(await first).toBe('the first part');
  sent.end(Buffer.alloc(3_000_000));
  const response = await responseTo(sent);
  let text = '';
  for await (const chunk of response) text += chunk;
  expect(JSON.parse(text)).toEqual({ size: 3_000_014 });
  content.handle();
});

test.each([
  ['application/json', 1_048_577, 413],
  ['application/json', 1_048_576, 200],
  ['text/plain', 2_000_000, 413],
  ['multipart/form-data; boundary=x', 2_000_000, 200],
  ['multipart/form-data; boundary=x', 8 * 1_048_576 + 1, 413],
])('%s of %i bytes is %i', async (type, size, status) => {
  const response = await fixture.ask('/api/tribes/38/posts', {
    method: 'POST',
    body: Buffer.alloc(size, 'a'),
    headers: { 'content-type': type },
  });
  expect(response.status).toBe(status);
});

test('a write without a body is forwarded with content length 0', async () => {
  await fixture.ask('/api/tribes/38/join', { method: 'POST' });
  expect(fixture.upstream('tribes').last.headers['content-length']).toBe('0');
});

test('a range of a video is passed unchanged, with its own cache headers', async () => {
  fixture.upstream('media').handle((req, res) => {
    expect(req.headers.range).toBe('bytes=0-3');
    res.writeHead(206, {
      'content-type': 'video/mp4',
      'content-range': 'bytes 0-3/10',
      'content-length': '4',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=600',
      etag: '"abc"',
    });
    res.end('film');
  });
  const response = await fixture.ask('/api/proxy-media?key=k', {
    headers: { range: 'bytes=0-3', 'accept-encoding': 'gzip' },
  });
  expect(response.status).toBe(206);
  expect(response.text).toBe('film');
  expect(response.headers).toMatchObject({
    'content-range': 'bytes 0-3/10',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=600',
    etag: '"abc"',
  });
  expect(response.headers['content-encoding']).toBeUndefined();
});

test('HEAD of a video returns its length and no bytes', async () => {
  fixture.upstream('media').handle((req, res) => {
    expect(req.method).toBe('HEAD');
    res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1234' }).end();
  });
  const response = await fixture.ask('/api/proxy-media?key=k', { method: 'HEAD' });
  expect(response.headers['content-length']).toBe('1234');
  expect(response.bytes).toHaveLength(0);
});

test('a stopping gateway closes its streams without draining them', async () => {
  // Draining would exceed the time limit of the test.
  const other = await startGateway({ DRAIN_SECONDS: '600' });
  other.upstream('vibes-realtime').handle((_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
  const { hostname, port } = new URL(other.gateway.httpUrl);
  const sent = request({ hostname, port, path: '/api/stream', agent: false }).end();
  const response = await responseTo(sent);
  const closed = new Promise((resolve) =>
    response
      .resume()
      .on('error', () => undefined)
      .once('close', resolve),
  );
  await other.stop();
  await closed;
});

test('a stream whose service responds after the gateway began to stop is closed at once', async () => {
  const other = await startGateway({ DRAIN_SECONDS: '600' });
  const arrived = Promise.withResolvers<ServerResponse>();
  other.upstream('vibes-realtime').handle((_req, res) => arrived.resolve(res));
  const { hostname, port } = new URL(other.gateway.httpUrl);
  const sent = request({ hostname, port, path: '/api/stream', agent: false }).end();
  const closed = new Promise((resolve) => sent.on('error', () => undefined).once('close', resolve));
  sent.on('response', (response) => response.resume().on('error', () => undefined));
  const upstream = await arrived.promise;
  const stopped = other.gateway.stop();
  upstream.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  await stopped;
  await closed;
  await other.stop();
});
