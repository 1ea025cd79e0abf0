import { type Language, namedLanguage } from '@tribus/kit/core/language.ts';
import { deviceHeader, networkHeader, timeZoneHeader } from '@tribus/kit/http/device-header.ts';
import type { RouteCall } from '@tribus/kit/http/routes.ts';
import type { LoginClient } from './login-attempts.ts';
import { knownTimeZone } from './time-zone.ts';

const userAgentMax = 200;

/** The client of a registration or a sign-in. */
export interface ClientInfo extends LoginClient {
  /** The User-Agent header. */
  userAgent: string;
  /** Language of the screen; Spanish when the request names none. */
  language: Language;
  /** Language that the request names, which a new account stores; null when it names none. */
  namedLanguage: Language | null;
  /** Time zone reported by the browser (IANA); null when missing or invalid. */
  timeZone: string | null;
  /** A hash of the network, set by the gateway; empty when unknown. */
  network: string;
}

/** The gateway hashes addresses; a signed-in client without an address is identified by the user id. */
export const clientInfoOf = ({
  actor,
  req,
}: Pick<RouteCall<unknown, unknown, unknown>, 'actor' | 'req'>): ClientInfo => ({
  address: actor.visitor || actor.id,
  language: actor.language,
  namedLanguage: namedLanguage(req.get('accept-language')) ?? null,
  timeZone: knownTimeZone(req.get(timeZoneHeader)),
  network: req.get(networkHeader) ?? '',
  userAgent: (req.get('user-agent') ?? '').slice(0, userAgentMax),
  deviceProof: req.get(deviceHeader),
});
