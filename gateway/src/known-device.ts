import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { daySeconds } from '@tribus/kit/core/durations.ts';
import { deviceHeader, deviceMaxLength, deviceTtlDays } from '@tribus/kit/http/device-header.ts';
import type { Response } from 'express';
import { contextOf, type GatewayRequest } from './request-context.ts';

/**
 * Grants no access: forwarded only to the routes that open a session, it gives a login its own rate limit
 * (docs/decisions/0011).
 */
const cookieName = 'tribus_device';
const maxAgeSeconds = deviceTtlDays * daySeconds;
const cookiePattern = new RegExp(`(?:^|;)\\s*${cookieName}=([\\w.~-]{1,${deviceMaxLength}})\\s*(?:;|$)`);
const opensSession =
  /^POST \/api\/auth\/(?:login(?:\/second-factor|\/passkey)?|register)$|^GET \/api\/oauth\/google\/callback$/;
/**
 * One cookie per path that opens sessions. The OAuth one is `Lax`, because a redirect from another site would not send
 * a `Strict` one.
 */
const cookieAttributes = ['Path=/api/auth; SameSite=Strict', 'Path=/api/oauth; SameSite=Lax'];

const opensSessionHere = (method: string | undefined, { path }: GatewayRequest): boolean =>
  opensSession.test(`${method} ${path}`);

/** The device proof of earlier logins, for the service that opens sessions. */
export function deviceProofOf(req: IncomingMessage, context: GatewayRequest): IncomingHttpHeaders {
  const proof = opensSessionHere(req.method, context) ? cookiePattern.exec(req.headers.cookie ?? '')?.[1] : undefined;
  return proof === undefined ? {} : { [deviceHeader]: proof };
}

/** The device cookie, unreadable by scripts and other sites. */
export function deviceCookieOf(response: IncomingMessage, res: Response, byTls: boolean): IncomingHttpHeaders {
  const proof = response.headers[deviceHeader];
  if (typeof proof !== 'string' || !opensSessionHere(res.req.method, contextOf(res))) return {};
  const rest = [`Max-Age=${maxAgeSeconds}`, 'HttpOnly', ...(byTls ? ['Secure'] : [])];
  return { 'set-cookie': cookieAttributes.map((each) => [`${cookieName}=${proof}`, each, ...rest].join('; ')) };
}
