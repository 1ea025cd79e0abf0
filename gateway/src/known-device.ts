import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { deviceHeader, deviceMaxLength, deviceTtlDays } from '@tribus/kit/http/device-header.ts';
import type { Response } from 'express';
import { contextOf, type GatewayRequest } from './request-context.ts';

/**
 * It lets nobody in: it goes to the routes that open a session and to no other, and
 * gives the login an allowance of its own (docs/decisions/0011).
 */
const cookieName = 'tribus_device';
const maxAgeSeconds = deviceTtlDays * 24 * 60 * 60;
const cookiePattern = new RegExp(`(?:^|;)\\s*${cookieName}=([\\w.~-]{1,${deviceMaxLength}})\\s*(?:;|$)`);
const opensSession =
  /^POST \/api\/auth\/(?:login(?:\/second-factor|\/passkey)?|register)$|^GET \/api\/oauth\/google\/callback$/;
/** It lies at both places that open sessions; the stranger's that sends the browser back would hold a `Strict` one back. */
const places = ['Path=/api/auth; SameSite=Strict', 'Path=/api/oauth; SameSite=Lax'];

const opensSessionHere = (method: string | undefined, { path }: GatewayRequest): boolean =>
  opensSession.test(`${method} ${path}`);

/** What the browser kept of earlier logins, for the service that opens sessions. */
export function deviceProofOf(req: IncomingMessage, context: GatewayRequest): IncomingHttpHeaders {
  const proof = opensSessionHere(req.method, context) ? cookiePattern.exec(req.headers.cookie ?? '')?.[1] : undefined;
  return proof === undefined ? {} : { [deviceHeader]: proof };
}

/** What the browser is to keep; no script and no other site gets at it. */
export function deviceCookieOf(answer: IncomingMessage, res: Response, byTls: boolean): IncomingHttpHeaders {
  const proof = answer.headers[deviceHeader];
  if (typeof proof !== 'string' || !opensSessionHere(res.req.method, contextOf(res))) return {};
  const rest = [`Max-Age=${maxAgeSeconds}`, 'HttpOnly', ...(byTls ? ['Secure'] : [])];
  return { 'set-cookie': places.map((place) => [`${cookieName}=${proof}`, place, ...rest].join('; ')) };
}
