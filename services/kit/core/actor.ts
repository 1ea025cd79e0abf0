import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from './clock.ts';
import { fail } from './errors.ts';
import { type Language, languages } from './language.ts';

/**
 * Who is calling. A visitor has no id but a `visitor` mark (a keyed hash of their address, the same for a day), so that a
 * view counts once a day; users have it, too, for the audit log. A service acts for nobody: it reads, and applies events.
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
  /** Reads only; see `whileSilenced` of routes. */
  isSilenced: boolean;
  /** Until when the limits of new accounts hold, in milliseconds since 1970; 0 for who has none. */
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

/** Somebody signed in; a person or an agent. */
export function userActor(id: string, more: Partial<Omit<Actor, 'kind' | 'id'>> = {}): Actor {
  return { ...visitorActor(), ...more, kind: 'user', id };
}

/** The id of the person behind it; `''` for visitors and services, who are members of nothing. */
export const userIdOf = (actor: Actor): string => (actor.kind === 'user' ? actor.id : '');

export const isAdmin = (actor: Actor): boolean => actor.kind === 'user' && actor.role === 'admin';

const issuer = 'tribus';
const lifetimeSeconds = 60;
/** Half of its life, so that nobody gets a token at its end. */
const tokenReuseSeconds = 30;
/** The clocks of two machines may differ by more than a minute before anybody mends them. */
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
 * Internal tokens: what the gateway attaches to a request and services attach to calls between them (trust.md 3).
 * HS256 over a secret only our processes hold; bound to the service called; sixty seconds. The same caller gets the
 * same token for half a minute, and a signature that held once holds until its end, so that neither is paid for anew
 * with every call.
 */
export class InternalTokens {
  readonly #secret: KeyObject;
  readonly #clock: Clock;
  readonly #signed = new LRUCache<string, Signed>({ max: tokenCacheSize });
  readonly #verified = new LRUCache<string, Verified>({ max: tokenCacheSize });

  /** By the machine's time: how long a hop may take has nothing to do with the time of the domain. */
  constructor(secret: string, clock: Clock = systemClock) {
    // A text would be tried as a key of every other kind first, at each use.
    this.#secret = createSecretKey(secret, 'utf8');
    this.#clock = clock;
  }

  /** A token with which `audience` will believe that `actor` is calling. */
  sign(actor: Actor, audience: string): string {
    const { kind, id, role, sessionId, language, visitor, isAgent, isSilenced, limitedUntil } = actor;
    const who = `${kind} ${id} ${role} ${sessionId} ${language} ${visitor}`;
    const caller = `${audience} ${who} ${isAgent} ${isSilenced} ${limitedUntil}`;
    const now = this.#seconds();
    const known = this.#signed.get(caller);
    if (known && now >= known.at && now - known.at < tokenReuseSeconds) return known.token;
    const token = this.#sign(actor, audience, now);
    this.#signed.set(caller, { token, at: now });
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

  /** Tells one value from another and says nothing of it to who reads it later: bodies hold passwords. */
  fingerprint(value: unknown): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify(value) ?? '')
      .digest('base64url');
  }

  /**
   * The actor a token speaks for. Throws `unauthenticated` when it is not ours or not for us, and `unavailable` when it is
   * too old: then clocks differ or somebody waited for long, which is no reason for anybody to sign in again.
   */
  verify(token: string | undefined, audience: string): Actor {
    if (!token) throw fail('unauthenticated');
    const now = this.#seconds();
    const cacheKey = `${audience} ${token}`;
    const known = this.#verified.get(cacheKey);
    if (known && now < known.expires + clockSkewSeconds) return known.actor;
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

/** Ours always end; one that does not is not ours. */
function expiryOf(claims: string | jwt.JwtPayload): number {
  if (typeof claims === 'string' || claims.exp === undefined) throw new Error('internal token without an end');
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
