import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { assertPublic, isAllowedHost, lookupPublic, OutboundError } from './fetch.ts';

/** HTTP agents for connections to a user-supplied address. */
export interface OutboundAgents {
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
}

const agentOptions = { keepAlive: true, maxSockets: 50 };

/**
 * Returns agents for client libraries that make their own requests (trust.md 18). Each connection resolves the name
 * again and is refused when it resolves to a private address. Throws an `OutboundError` for a forbidden address.
 */
export function outboundAgents(address: string, allowedHosts: readonly string[]): OutboundAgents {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new OutboundError('only https is allowed');
  if (isAllowedHost(url, allowedHosts))
    return { httpAgent: new HttpAgent(agentOptions), httpsAgent: new HttpsAgent(agentOptions) };
  assertPublic(url);
  const publicOnly = { ...agentOptions, lookup: lookupPublic };
  return { httpAgent: new HttpAgent(publicOnly), httpsAgent: new HttpsAgent(publicOnly) };
}
