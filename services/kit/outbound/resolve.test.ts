import { expect, test } from '@jest/globals';
import { resolveOutbound } from './resolve.ts';

const closed = { allowedHosts: [], ports: [587] };

test.each(['127.0.0.1', '::1', '10.0.0.8', '169.254.169.254', '0.0.0.0', 'localhost'])(
  '%s is refused unless the operator allows it',
  async (host) => {
    await expect(resolveOutbound(host, 587, closed)).rejects.toThrow('the address is not public');
    expect(await resolveOutbound(host, 587, { ...closed, allowedHosts: [host] })).toBe(host);
    expect(await resolveOutbound(host, 25, { ...closed, allowedHosts: [`${host}:25`] })).toBe(host);
    await expect(resolveOutbound(host, 587, { ...closed, allowedHosts: [`${host}:25`] })).rejects.toThrow(/not public/);
  },
);

test('a public address is allowed only at the ports of the protocol', async () => {
  expect(await resolveOutbound('8.8.8.8', 587, closed)).toBe('8.8.8.8');
  await expect(resolveOutbound('8.8.8.8', 6379, closed)).rejects.toThrow('the port is not allowed');
});
