import type { Actor } from '@tribus/kit/actor.ts';
import type { Context } from '@tribus/kit/context.ts';
import { LRUCache } from 'lru-cache';

/** Half the life of an internal token, so that a service never gets one at its end. */
const reuseMs = 30_000;
const remembered = 20_000;

interface Signed {
  token: string;
  at: number;
}

/** Internal tokens for the services, signed once for the same caller, service and language within half a minute. */
export class InternalTokenCache {
  readonly #ctx: Context;
  readonly #signed = new LRUCache<string, Signed>({ max: remembered });

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  tokenFor(actor: Actor, audience: string): string {
    const { kind, id, role, sessionId, language, visitor, isAgent } = actor;
    const key = `${audience} ${kind} ${id} ${role} ${sessionId} ${language} ${visitor} ${isAgent}`;
    const now = this.#ctx.clock.now().getTime();
    const known = this.#signed.get(key);
    if (known && now >= known.at && now - known.at < reuseMs) return known.token;
    const token = this.#ctx.tokens.sign(actor, audience);
    this.#signed.set(key, { token, at: now });
    return token;
  }
}
