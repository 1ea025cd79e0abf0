import { type LookupAddress, lookup } from 'node:dns';
import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** A forbidden address, or a response that is too large. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}

export interface OutboundOptions {
  /** Private hosts allowed by the operator, as `host` or `host:port`; only these may be used without TLS. */
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

/** Makes a request to a user-supplied address. Redirects are not followed. */
export type OutboundFetch = (url: string | URL, request?: OutboundRequest) => Promise<Response>;

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Whether the operator allows this host. */
export const isAllowedHost = (url: URL, allowedHosts: readonly string[]): boolean =>
  allowedHosts.some((allowed) => allowed === url.hostname || allowed === url.host);

/**
 * Returns the only function for requests to addresses supplied by a user or an operator (trust.md 18). It uses https to
 * port 443 of public addresses: all addresses of the name are checked, and one of these is used. Allowed hosts are
 * exempt. Throws an `OutboundError` for a forbidden address or a response above `maxBytes`.
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
      request.once('response', async (response) => {
        try {
          const chunks: Buffer[] = [];
          let size = 0;
          for await (const chunk of response) {
            size += chunk.length;
            if (size > maxBytes) throw new OutboundError('the response is too large');
            chunks.push(chunk);
          }
          const { statusCode: status = 502, headers } = response;
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

/** Throws an `OutboundError` for an address that needs the operator's permission. */
export function assertPublic({ protocol, hostname, port, username, password }: URL): void {
  if (protocol !== 'https:' || port !== '') throw new OutboundError('only https to the default port is allowed');
  if (username || password) throw new OutboundError('an address must contain no password');
  const host = withoutBrackets(hostname);
  if (isIP(host) && !isPublicAddress(host)) throw new OutboundError('the address is not public');
}

/** Resolves a host name; fails when any of its addresses is private. */
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
