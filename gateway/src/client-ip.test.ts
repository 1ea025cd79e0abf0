import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { readClientIp } from './client-ip.ts';

const from = (remoteAddress: string, forwardedFor?: string): Request =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwardedFor } }) as unknown as Request;

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (remote, counted) => {
  expect(readClientIp(from(remote), 0)).toBe(counted);
});

test('X-Forwarded-For is ignored without trusted proxies', () => {
  expect(readClientIp(from('203.0.113.7', '198.51.100.1'), 0)).toBe('203.0.113.7');
});

test.each([
  [1, '9.9.9.9, 198.51.100.1', '198.51.100.1'],
  [2, '9.9.9.9, 198.51.100.1, 10.0.0.1', '198.51.100.1'],
  [3, '198.51.100.1', '198.51.100.1'],
  [1, undefined, '10.0.0.9'],
  [1, 'unknown', '10.0.0.9'],
  [1, '198.51.100.1,', '10.0.0.9'],
])('behind %i trusted proxies, the client of "%s" is %s', (hops, header, address) => {
  expect(readClientIp(from('10.0.0.9', header), hops)).toBe(address);
});
