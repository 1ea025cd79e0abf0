import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { internalHeader } from '@tribus/kit/http/app.ts';
import { networkHeader, timeZoneHeader } from '@tribus/kit/http/device-header.ts';
import { deviceProofOf } from './known-device.ts';
import { oauthSecretOf } from './oauth-cookie.ts';
import type { GatewayRequest } from './request-context.ts';

/** Headers of resumable uploads (the tus protocol). */
const uploadRequestHeaders = ['tus-resumable', 'upload-length', 'upload-offset'] as const;
const uploadResponseHeaders = [
  'tus-resumable',
  'tus-version',
  'upload-expires',
  'upload-length',
  'upload-offset',
] as const;

/**
 * Request headers that are forwarded. All others are dropped: cookies, tokens, addresses from proxies, hop-by-hop
 * headers and forged internal headers (trust.md 3).
 */
const requestHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'content-length',
  'content-encoding',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  ...uploadRequestHeaders,
  'user-agent',
  timeZoneHeader,
] as const;

export function requestHeadersFor(req: IncomingMessage, context: GatewayRequest, token: string): IncomingHttpHeaders {
  const { requestId, upstreamSpan } = context;
  const headers: IncomingHttpHeaders = {
    [internalHeader]: token,
    'x-request-id': requestId,
    ...deviceProofOf(req, context),
    ...oauthSecretOf(req, context),
  };
  if (context.network) headers[networkHeader] = context.network;
  if (upstreamSpan) headers.traceparent = upstreamSpan.traceparent;
  for (const name of requestHeaders) copy(req.headers, headers, name);
  if (req.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked';
  else if (req.method !== 'GET' && req.method !== 'HEAD') headers['content-length'] ??= '0';
  return headers;
}

/** Response headers that are forwarded; a service can neither set a cookie nor override a header of the gateway. */
const responseHeaders = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  ...uploadResponseHeaders,
  'vary',
] as const;

/**
 * Routes of stored files. Their service sets a stricter policy than that of pages: opened by its address, a file loads
 * and runs nothing.
 */
const fileRoutes: readonly string[] = ['/api/proxy-media'];

/** The headers of a response that are forwarded; `route` is the pattern of its route (routes.ts). */
export function responseHeadersOf(response: IncomingMessage, route: string | undefined): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const name of responseHeaders) copy(response.headers, headers, name);
  if (route !== undefined && fileRoutes.includes(route)) copy(response.headers, headers, 'content-security-policy');
  // The address of a created object; a service cannot redirect.
  if (response.statusCode === 201) copy(response.headers, headers, 'location');
  return headers;
}

function copy<N extends keyof IncomingHttpHeaders>(from: IncomingHttpHeaders, to: IncomingHttpHeaders, name: N): void {
  const value = from[name];
  if (value !== undefined) to[name] = value;
}
