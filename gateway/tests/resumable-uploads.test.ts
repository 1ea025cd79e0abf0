import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { type GatewayFixture, startGateway } from './gateway-fixture.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGateway({ UPLOAD_MAX_MB: '8' });
});
afterAll(() => fixture.stop());

const path = '/api/uploads/00000000-0000-4000-8000-000000000000';
const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '7' };
const mb = 1_048_576;

test('the headers of a resumable upload pass in both directions, and a service can redirect nobody', async () => {
  const location = { location: path };
  const described = { 'upload-offset': '0', 'upload-length': '10', 'upload-expires': 'x', 'tus-version': '1.0.0' };
  const forwarded: IncomingHttpHeaders[] = [];
  fixture.upstream('media').handle((req, res) => {
    forwarded.push(req.headers);
    req.resume();
    res.writeHead(req.method === 'POST' ? 201 : 200, { ...location, ...described, 'tus-resumable': '1.0.0' }).end();
  });
  const token = fixture.signIn('ana');
  const created = await fixture.ask('/api/uploads', {
    method: 'POST',
    token,
    headers: { 'upload-length': '10', ...tus },
  });
  expect(created.headers).toMatchObject({ ...location, ...described, 'tus-resumable': '1.0.0' });
  expect(forwarded.at(-1)).toMatchObject({ 'upload-length': '10', ...tus });
  const head = await fixture.ask(path, { method: 'HEAD', token, headers: { 'tus-resumable': '1.0.0' } });
  expect([head.status, head.headers['upload-offset'], head.headers.location]).toEqual([200, '0', undefined]);
});

test('the bytes of a resumable upload are streamed while they arrive, and larger ones than an upload are refused', async () => {
  let received = 0;
  const hash = createHash('sha256');
  fixture.upstream('media').handle((req, res) => {
    req.on('data', (chunk: Buffer) => {
      received += chunk.length;
      hash.update(chunk);
    });
    req.once('end', () => res.writeHead(204, { 'upload-offset': String(received) }).end());
  });
  const bytes = randomBytes(4 * mb);
  const authorization = `Bearer ${fixture.signIn('ana')}`;
  const headers = { ...tus, authorization, 'content-length': bytes.length };
  const sent = request(`${fixture.gateway.httpUrl}${path}`, { method: 'PATCH', headers });
  const response = once(sent, 'response');
  sent.write(bytes.subarray(0, 2 * mb));
  await until(() => received === 2 * mb, 'media has received what was sent');
  sent.end(bytes.subarray(2 * mb));
  const [{ statusCode, headers: answered }] = await response;
  expect([statusCode, answered['upload-offset']]).toEqual([204, String(bytes.length)]);
  expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));

  const refused = request(`${fixture.gateway.httpUrl}${path}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-length': 8 * mb + 1 },
  });
  // The gateway may close the connection of the refused body.
  refused.on('error', () => undefined).flushHeaders();
  const [{ statusCode: status }] = await once(refused, 'response');
  refused.destroy();
  expect([status, received]).toEqual([413, bytes.length]);
});
