import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from './clock.ts';
import { fail } from './errors.ts';
import { type Language, languages } from './language.ts';

/**
 * The identity for which a request acts. A visitor has no id but a `visitor` mark, a keyed hash of the client address
 * that is stable for a day, so that a view counts once a day; users have the mark too, for the audit log. A service
 * actor represents no user: it reads and applies events.
 */
export interface Actor {
  kind: 'visitor' | 'user' | 'service';
  /** User id, service name, or `''` for a visitor. */
  id: string;
  role: 'user' | 'admin';
  sessionId: string;
  language: Language;
  visitor: string;
  isAgent: boolean;
  /** Limits the actor to reads; see `whileSilenced` of routes. */
  isSilenced: boolean;
  /** End of the limits for new accounts, in epoch milliseconds; 0 without limits. */
  limitedUntil: number;
}

export function visitorActor(language: Language = 'es', visitor = ''): Actor {
  return {
    kind: 'visitor',
    id: '',
    role: 'user',
    sessionId: '',
    language,
    visitor,
    isAgent: false,
    isSilenced: false,
    limitedUntil: 0,
  };
}

export const serviceActor = (name: string): Actor => ({ ...visitorActor(), kind: 'service', id: name });

/** Returns the actor of a signed-in user: a person or an agent. */
export function userActor(id: string, more: Partial<Omit<Actor, 'kind' | 'id'>> = {}): Actor {
  return { ...visitorActor(), ...more, kind: 'user', id };
}

/** Returns the user id; `''` for visitors and services, which have no memberships. */
export const userIdOf = (actor: Actor): string => (actor.kind === 'user' ? actor.id : '');

export const isAdmin = (actor: Actor): boolean => actor.kind === 'user' && actor.role === 'admin';

const issuer = 'tribus';
const lifetimeSeconds = 60;
/** Half of the lifetime, so that no issued token is about to expire. */
const tokenReuseSeconds = 30;
/** Tolerated clock difference: two machines may drift apart by more than a minute before an operator corrects it. */
const clockSkewSeconds = 90;
const tokenCacheSize = 5_000;

interface Signed {
  token: string;
  at: number;
}

interface Verified {
  actor: Actor;
  expires: number;
}

/**
 * Internal tokens, attached by the gateway to requests and by services to their calls (trust.md 3). Signed with HS256
 * under the secret shared by our processes, bound to the called service, valid for 60 s. A token is reused for 30 s,
 * and its verification cached until it expires, because doing either for each call would be expensive.
 */
export class InternalTokens {
  readonly #secret: KeyObject;
  readonly #clock: Clock;
  readonly #signed = new LRUCache<string, Signed>({ max: tokenCacheSize });
  readonly #verified = new LRUCache<string, Verified>({ max: tokenCacheSize });

  /** Uses system time by default, because token lifetimes do not depend on the domain's clock. */
  constructor(secret: string, clock: Clock = systemClock) {
    // A string secret would be parsed as every other key type first, on each use.
    this.#secret = createSecretKey(secret, 'utf8');
    this.#clock = clock;
  }

  /** Returns a token that authenticates `actor` to the service `audience`. */
  sign(actor: Actor, audience: string): string {
    const { kind, id, role, sessionId, language, visitor, isAgent, isSilenced, limitedUntil } = actor;
    const identity = `${kind} ${id} ${role} ${sessionId} ${language} ${visitor}`;
    const cacheKey = `${audience} ${identity} ${isAgent} ${isSilenced} ${limitedUntil}`;
    const now = this.#seconds();
    const cached = this.#signed.get(cacheKey);
    if (cached && now >= cached.at && now - cached.at < tokenReuseSeconds) return cached.token;
    const token = this.#sign(actor, audience, now);
    this.#signed.set(cacheKey, { token, at: now });
    return token;
  }

  #sign(actor: Actor, audience: string, now: number): string {
    const claims = {
      sub: actor.id,
      knd: actor.kind,
      rol: actor.role,
      sid: actor.sessionId,
      lng: actor.language,
      vis: actor.visitor,
      agt: actor.isAgent,
      sil: actor.isSilenced,
      lim: actor.limitedUntil,
      iat: now,
      exp: now + lifetimeSeconds,
    };
    return jwt.sign(claims, this.#secret, { algorithm: 'HS256', issuer, audience });
  }

  /** Returns a keyed hash for comparing values without storing them, because bodies may contain passwords. */
  fingerprint(value: unknown): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify(value) ?? '')
      .digest('base64url');
  }

  /**
   * Returns the actor of a token. Throws `unauthenticated` for a wrong signature or audience, and `unavailable` for an
   * expired token: clock skew or a long wait must not force users to sign in again.
   */
  verify(token: string | undefined, audience: string): Actor {
    if (!token) throw fail('unauthenticated');
    const now = this.#seconds();
    const cacheKey = `${audience} ${token}`;
    const cached = this.#verified.get(cacheKey);
    if (cached && now < cached.expires + clockSkewSeconds) return cached.actor;
    const { actor, expires } = this.#verify(token, audience, now);
    this.#verified.set(cacheKey, { actor, expires });
    return actor;
  }

  #verify(token: string, audience: string, now: number): Verified {
    try {
      const claims = jwt.verify(token, this.#secret, {
        algorithms: ['HS256'],
        issuer,
        audience,
        clockTimestamp: now,
        clockTolerance: clockSkewSeconds,
      });
      return { actor: Object.freeze(actorFromClaims(claims)), expires: expiryOf(claims) };
    } catch (cause) {
      throw fail(cause instanceof jwt.TokenExpiredError ? 'unavailable' : 'unauthenticated', undefined, { cause });
    }
  }

  #seconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}

/** Every internal token expires; throws for one without an expiry. */
function expiryOf(claims: string | jwt.JwtPayload): number {
  if (typeof claims === 'string' || claims.exp === undefined) throw new Error('internal token without an expiry');
  return claims.exp;
}

function actorFromClaims(claims: string | jwt.JwtPayload): Actor {
  if (typeof claims === 'string') throw new Error('internal token without claims');
  const { knd, rol, lng } = claims;
  if (knd !== 'visitor' && knd !== 'user' && knd !== 'service') throw new Error('internal token of unknown kind');
  return {
    kind: knd,
    id: String(claims.sub ?? ''),
    role: rol === 'admin' ? 'admin' : 'user',
    sessionId: String(claims.sid ?? ''),
    language: languages.find((language) => language === lng) ?? 'es',
    visitor: String(claims.vis ?? ''),
    isAgent: claims.agt === true,
    isSilenced: claims.sil === true,
    limitedUntil: typeof claims.lim === 'number' ? claims.lim : 0,
  };
}
