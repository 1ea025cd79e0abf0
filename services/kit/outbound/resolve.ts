import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { OutboundError } from './fetch.ts';

export interface ResolveOptions {
  /** Private hosts allowed by the operator, as `host` or `host:port`. */
  allowedHosts: readonly string[];
  /** The ports permitted at other hosts. */
  ports: readonly number[];
}

/**
 * Returns the address for a connection to a user-supplied host, for protocols other than HTTP (trust.md 18). All
 * addresses of the name must be public; a host allowed by the operator is returned unchanged. Throws an `OutboundError`
 * for a forbidden host or port, and the lookup error for an unknown name.
 */
export async function resolveOutbound(
  host: string,
  port: number,
  { allowedHosts, ports }: ResolveOptions,
): Promise<string> {
  if (allowedHosts.some((allowed) => allowed === host || allowed === `${host}:${port}`)) return host;
  if (!ports.includes(port)) throw new OutboundError('the port is not allowed');
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true });
  const [first] = found;
  if (!first || !found.every(({ address }) => isPublicAddress(address)))
    throw new OutboundError('the address is not public');
  return first.address;
}
