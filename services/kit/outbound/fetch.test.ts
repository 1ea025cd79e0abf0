import { createServer, request as requestByHttp, type Server } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isPublicAddress } from './addresses.ts';
import { outboundAgents } from './agents.ts';
import { openOutbound } from './fetch.ts';

let server: Server;
let at: string;
let requests = 0;
beforeAll(async () => {
  server = createServer((req, res) => {
    requests += 1;
    if (req.url === '/redirect') res.writeHead(302, { location: 'http://localhost/' }).end();
    else if (req.url === '/large') res.end('x'.repeat(3_000));
    else if (req.url === '/slow') return;
    else req.pipe(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '172.20.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'nonsense',
])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['8.8.8.8', '142.250.185.78', '2a00:1450:4003:80e::200e'])('%s is a public address', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

test('requests to private addresses are refused unless the operator allows the host', async () => {
  const closed = openOutbound({ allowedHosts: [] });
  const port = at.split(':')[1];
  for (const url of [
    `http://${at}/`,
    `https://${at}/`,
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    `https://localhost:${port}/`,
    'http://example.com/',
    'https://user:password@example.com/',
    'ftp://example.com/',
  ])
    await expect(closed(url)).rejects.toThrow(/not public|only https|no password/);
  expect(requests).toBe(0);
  const open = openOutbound({ allowedHosts: [at] });
  const response = await open(`http://${at}/`, { method: 'POST', body: 'hola' });
  expect([response.status, await response.text()]).toEqual([200, 'hola']);
});

test('agents connect only to public addresses and to hosts allowed by the operator', async () => {
  const get = (url: string, allowed: readonly string[]) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { httpAgent, httpsAgent } = outboundAgents(url, allowed);
      const request = url.startsWith('https:')
        ? requestByHttps(url, { agent: httpsAgent })
        : requestByHttp(url, { agent: httpAgent });
      request
        .once('response', ({ statusCode }) => resolve(statusCode))
        .once('error', reject)
        .end();
    });
  const before = requests;
  for (const url of [`http://${at}/`, 'https://127.0.0.1/', 'https://localhost:9000/', 'ftp://example.com/'])
    expect(() => outboundAgents(url, [])).toThrow(/not public|only https/);
  await expect(get('https://localhost/', [])).rejects.toThrow('the address is not public');
  expect(requests).toBe(before);
  expect(await get(`http://${at}/redirect`, [at])).toBe(302);
});

test('responses are limited in size and time, and redirects are not followed', async () => {
  const open = openOutbound({ allowedHosts: [at], maxBytes: 2_000, timeoutMs: 60_000 });
  await expect(open(`http://${at}/large`)).rejects.toThrow('the response is too large');
  const impatient = openOutbound({ allowedHosts: [at], timeoutMs: 300 });
  await expect(impatient(`http://${at}/slow`)).rejects.toThrow(/abort/i);
  expect((await open(`http://${at}/redirect`)).status).toBe(302);
});
