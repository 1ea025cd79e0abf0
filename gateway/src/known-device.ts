import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { deviceHeader, deviceMaxLength, deviceTtlDays } from '@tribus/kit/http/device-header.ts';
import type { Response } from 'express';
import { contextOf, type RequestContext } from './request-context.ts';

/**
 * The one cookie of the site. It lets nobody in: it goes to the two routes that ask for a password and to no other, and
 * gives the login an allowance of its own (docs/decisions/0011).
 */
const cookieName = 'tribus_device';
const maxAgeSeconds = deviceTtlDays * 24 * 60 * 60;
const cookiePattern = new RegExp(`(?:^|;)\\s*${cookieName}=([\\w.~-]{1,${deviceMaxLength}})\\s*(?:;|$)`);
const asksForPassword = /^\/api\/auth\/(?:login|register)$/;

const asksForPasswordHere = (method: string | undefined, { path }: RequestContext): boolean =>
  method === 'POST' && asksForPassword.test(path);

/** What the browser kept of earlier logins, for the services that ask for a password. */
export function deviceProofOf(req: IncomingMessage, context: RequestContext): IncomingHttpHeaders {
  const proof = asksForPasswordHere(req.method, context)
    ? cookiePattern.exec(req.headers.cookie ?? '')?.[1]
    : undefined;
  return proof === undefined ? {} : { [deviceHeader]: proof };
}

/** What the browser is to keep; no script and no other site gets at it. */
export function deviceCookieOf(answer: IncomingMessage, res: Response, byTls: boolean): IncomingHttpHeaders {
  const proof = answer.headers[deviceHeader];
  if (typeof proof !== 'string' || !asksForPasswordHere(res.req.method, contextOf(res))) return {};
  const attributes = ['Path=/api/auth', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  if (byTls) attributes.push('Secure');
  return { 'set-cookie': [[`${cookieName}=${proof}`, ...attributes].join('; ')] };
}
