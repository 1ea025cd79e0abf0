import { isIP, isIPv4 } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

const mappedPrefix = '::ffff:';

/**
 * The client's address, as far as counting goes: an IPv4 address, or the /64 network of an IPv6 one, for whoever holds
 * one address of it holds all. `X-Forwarded-For` counts only as many proxies deep as are ours (trust.md 5).
 */
export function clientIpOf(req: Request, trustedHops: number): string {
  const direct = req.socket.remoteAddress ?? '';
  const said = trustedHops > 0 ? forwardedFor(req.headers['x-forwarded-for'], trustedHops) : undefined;
  return networkOf(said && isIP(said) ? said : direct);
}

/** The address that the outermost of our own proxies saw. */
function forwardedFor(header: string | string[] | undefined, trustedHops: number): string | undefined {
  const addresses = String(header ?? '').split(',');
  return addresses.at(-Math.min(trustedHops, addresses.length))?.trim();
}

/** An IPv4 address that is written as an IPv6 one is counted as itself; a connection that has ended has no address. */
function networkOf(address: string): string {
  // As nearly every connection has it: Node writes it in one way only, so there is nothing to parse.
  const plain = address.startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : address;
  if (isIPv4(plain) || !isIP(address)) return plain;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
