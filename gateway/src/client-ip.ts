import { isIP, isIPv6 } from 'node:net';
import type { Request } from 'express';

/**
 * Whose connection it is, as far as counting goes: an IPv4 address, or the /64 network of an IPv6 one, for whoever
 * holds one address of it holds all. `X-Forwarded-For` counts only as many proxies deep as are ours (trust.md 5).
 */
export function clientIpOf(req: Request, trustedHops: number): string {
  const direct = req.socket.remoteAddress ?? '';
  const said = trustedHops > 0 ? forwardedFor(req.headers['x-forwarded-for'], trustedHops) : undefined;
  return network(said && isIP(said) ? said : direct);
}

/** The address that the outermost of our own proxies saw. */
function forwardedFor(header: string | string[] | undefined, trustedHops: number): string | undefined {
  const addresses = String(header ?? '').split(',');
  return addresses.at(-Math.min(trustedHops, addresses.length))?.trim();
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function network(address: string): string {
  if (!isIPv6(address)) return address;
  const ipv4 = mapped.exec(address)?.[1];
  if (ipv4) return ipv4;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head ? head.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail ? tail.split(':').length : 0);
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])];
  return `${all.slice(0, 4).join(':')}::/64`;
}
