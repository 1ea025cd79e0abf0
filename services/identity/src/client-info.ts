import type { Language } from '@tribus/kit/core/language.ts';
import { deviceHeader, networkHeader, timeZoneHeader } from '@tribus/kit/http/device-header.ts';
import type { RouteCall } from '@tribus/kit/http/routes.ts';
import type { LoginCaller } from './login-attempts.ts';
import { knownTimeZone } from './time-zone.ts';

const userAgentMax = 200;

/** Where a registration or a sign-in comes from. */
export interface ClientInfo extends LoginCaller {
  /** As the browser names itself. */
  userAgent: string;
  /** Of the screen. */
  language: Language;
  /** As the browser names it (IANA); null when it says nothing, or nothing that is one. */
  timeZone: string | null;
  /** A hash of the network that the gateway gives it; empty where there is none. */
  network: string;
}

/** The gateway hashes addresses; a signed-in caller without one is told apart by their id. */
export const clientInfoOf = ({
  actor,
  req,
}: Pick<RouteCall<unknown, unknown, unknown>, 'actor' | 'req'>): ClientInfo => ({
  address: actor.visitor || actor.id,
  language: actor.language,
  timeZone: knownTimeZone(req.get(timeZoneHeader)),
  network: req.get(networkHeader) ?? '',
  userAgent: (req.get('user-agent') ?? '').slice(0, userAgentMax),
  deviceProof: req.get(deviceHeader),
});
