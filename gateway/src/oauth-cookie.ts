import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { oauthHeader } from '@tribus/kit/http/device-header.ts';
import type { Response } from 'express';
import { contextOf, type GatewayRequest } from './request-context.ts';

/**
 * Binds an OAuth sign-in to the browser that began it; sent to those two routes only. Not `Strict`, because the
 * provider's redirect must send it.
 */
const cookieName = 'tribus_oauth';
const maxAgeSeconds = 600;
const cookiePattern = new RegExp(`(?:^|;)\\s*${cookieName}=([\\w-]{43})\\s*(?:;|$)`);
const secretPattern = /^[\w-]{43}$/;

const isOauth = (method: string | undefined, { path }: GatewayRequest): boolean =>
  method === 'GET' && path.startsWith('/api/oauth/');

export function oauthSecretOf(req: IncomingMessage, context: GatewayRequest): IncomingHttpHeaders {
  const secret = isOauth(req.method, context) ? cookiePattern.exec(req.headers.cookie ?? '')?.[1] : undefined;
  return secret === undefined ? {} : { [oauthHeader]: secret };
}

/**
 * Returns the page that explains a failed OAuth request to a browser, which would show the error as JSON; undefined for
 * other requests.
 */
export function oauthErrorPage(res: Response, status: number): string | undefined {
  const { method, headers } = res.req;
  if (status < 400 || !isOauth(method, contextOf(res)) || !headers.accept?.includes('text/html')) return undefined;
  return `/auth/callback?error=${status === 429 || status >= 500 ? 'unavailable' : 'failed'}`;
}

/** The secret as a cookie, and the `location` header: only OAuth routes redirect. */
export function oauthHeadersOf(response: IncomingMessage, res: Response, byTls: boolean): IncomingHttpHeaders {
  if (!isOauth(res.req.method, contextOf(res))) return {};
  const { location } = response.headers;
  const secret = response.headers[oauthHeader];
  const attributes = ['Path=/api/oauth', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax'];
  if (byTls) attributes.push('Secure');
  return {
    ...(location !== undefined && { location }),
    ...(typeof secret === 'string' &&
      secretPattern.test(secret) && { 'set-cookie': [[`${cookieName}=${secret}`, ...attributes].join('; ')] }),
  };
}
