import { isIP, isIPv4 } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

const mappedPrefix = '::ffff:';

/**
 * Returns the client's address for counting: an IPv4 address, or the /64 network of an IPv6 one, because a client
 * controls its whole network. Uses `X-Forwarded-For` only as deep as there are trusted proxies (trust.md 5).
 */
export function readClientIp(req: Request, trustedHops: number): string {
  const direct = req.socket.remoteAddress ?? '';
  const forwarded = trustedHops > 0 ? forwardedFor(req.headers['x-forwarded-for'], trustedHops) : undefined;
  return networkOf(forwarded && isIP(forwarded) ? forwarded : direct);
}

/** The address seen by the outermost trusted proxy. */
function forwardedFor(header: string | string[] | undefined, trustedHops: number): string | undefined {
  const addresses = String(header ?? '').split(',');
  return addresses.at(-Math.min(trustedHops, addresses.length))?.trim();
}

/** Unwraps IPv4-mapped IPv6 addresses; a closed connection has no address. */
function networkOf(address: string): string {
  // Fast path for nearly every connection: Node writes mapped addresses in one form only.
  const plain = address.startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : address;
  if (isIPv4(plain) || !isIP(address)) return plain;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
