import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { assertPublic, isAllowedHost, lookupPublic, OutboundError } from './fetch.ts';

/** What a client of our own connects with to an address that a person typed. */
export interface OutboundAgents {
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
}

const usual = { keepAlive: true, maxSockets: 50 };

/**
 * For clients that make their requests themselves (trust.md 18): each connection is to an address that the name stands for
 * at that moment, and a name that stands for a private one is not connected to. Throws an `OutboundError` at once for an
 * address that nobody may speak to.
 */
export function outboundAgents(address: string, allowedHosts: readonly string[]): OutboundAgents {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new OutboundError('only https is allowed');
  if (isAllowedHost(url, allowedHosts)) return { httpAgent: new HttpAgent(usual), httpsAgent: new HttpsAgent(usual) };
  assertPublic(url);
  const pinned = { ...usual, lookup: lookupPublic };
  return { httpAgent: new HttpAgent(pinned), httpsAgent: new HttpsAgent(pinned) };
}
