import { type LookupAddress, lookup } from 'node:dns';
import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** A request that may not be made, or an answer that is too large. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}

export interface OutboundOptions {
  /** Private hosts, as `host` or `host:port`, that the operator allows; only these may be spoken to without TLS. */
  allowedHosts: readonly string[];
  timeoutMs?: number;
  maxBytes?: number;
}

interface OutboundRequest {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Makes a request to a stranger. Redirects are not followed. */
export type OutboundFetch = (url: string | URL, request?: OutboundRequest) => Promise<Response>;

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Whether the operator named this host. */
export const isAllowedHost = (url: URL, allowedHosts: readonly string[]): boolean =>
  allowedHosts.some((allowed) => allowed === url.hostname || allowed === url.host);

/**
 * The only way to an address that a person or an operator typed (trust.md 18): by https to port 443 of a public address,
 * every address that the name stands for is looked at and the one used is one of those; other hosts as far as they are allowed.
 */
export function openOutbound({
  allowedHosts,
  timeoutMs = 5_000,
  maxBytes = 1_048_576,
}: OutboundOptions): OutboundFetch {
  return async (address, { method = 'GET', headers = {}, body, signal } = {}) => {
    const url = new URL(address);
    const isAllowed = isAllowedHost(url, allowedHosts);
    if (!isAllowed) assertPublic(url);
    const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
    const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    return new Promise<Response>((resolve, reject) => {
      const request = send(url, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        signal: limit,
        agent: false,
        ...(!isAllowed && { lookup: lookupPublic }),
      });
      request.once('error', reject);
      request.once('response', async (answer) => {
        try {
          const chunks: Buffer[] = [];
          let size = 0;
          for await (const chunk of answer) {
            size += chunk.length;
            if (size > maxBytes) throw new OutboundError('the answer is too large');
            chunks.push(chunk);
          }
          const { statusCode: status = 502, headers } = answer;
          const type = headers['content-type'];
          resolve(new Response(Buffer.concat(chunks), { status, headers: type ? { 'content-type': type } : {} }));
        } catch (error) {
          request.destroy();
          reject(error);
        }
      });
      request.end(body);
    });
  };
}

/** Throws an `OutboundError` for an address that nobody may speak to unless the operator named it. */
export function assertPublic({ protocol, hostname, port, username, password }: URL): void {
  if (protocol !== 'https:' || port !== '') throw new OutboundError('only https to its usual port is allowed');
  if (username || password) throw new OutboundError('an address holds no password');
  const host = bare(hostname);
  if (isIP(host) && !isPublicAddress(host)) throw new OutboundError('the address is not public');
}

/** A name that stands for one private address stands for none. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublicAddress(address)))
      return callback(new OutboundError('the address is not public'), '', 0);
    if (options.all) return callback(null, found);
    return callback(null, first.address, first.family);
  });
};
