import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { OutboundError } from './fetch.ts';

export interface ResolveOptions {
  /** Private hosts, as `host` or `host:port`, that the operator allows. */
  allowedHosts: readonly string[];
  /** The ports that may be spoken to at a host that the operator did not name. */
  ports: readonly number[];
}

/**
 * The address to connect to at a host that a person typed, for protocols other than HTTP (trust.md 18): every address that
 * the name stands for must be public. A host that the operator named is answered as it is. Throws an `OutboundError` when it may
 * not be spoken to, and the error of the look-up when there is none of that name.
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
