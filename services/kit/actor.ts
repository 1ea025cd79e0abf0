import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { type Clock, systemClock } from './context.ts';
import { fail } from './errors.ts';
import { type Language, languages } from './language.ts';

/**
 * Who is calling. A visitor has no id but a stable `visitor` mark (a hash of their address), so that a view counts
 * once a day. A service acts for nobody: it reads, and applies events.
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
}

export function visitorActor(language: Language = 'es', visitor = ''): Actor {
  return { kind: 'visitor', id: '', role: 'user', sessionId: '', language, visitor, isAgent: false };
}

export function serviceActor(name: string): Actor {
  return { kind: 'service', id: name, role: 'user', sessionId: '', language: 'es', visitor: '', isAgent: false };
}

/** Somebody signed in; a person or an agent. */
export function userActor(id: string, more: Partial<Omit<Actor, 'kind' | 'id'>> = {}): Actor {
  return { ...visitorActor(), ...more, kind: 'user', id };
}

export const isAdmin = (actor: Actor): boolean => actor.kind === 'user' && actor.role === 'admin';

const issuer = 'tribus';
const lifetimeSeconds = 60;

/**
 * Internal tokens: what the gateway attaches to a request and services attach to calls between them (trust.md 3).
 * HS256 over a secret only our processes hold; bound to the service called; sixty seconds.
 */
export class InternalTokens {
  readonly #secret: string;
  readonly #clock: Clock;

  /** By the machine's time: how long a hop may take has nothing to do with the time of the domain. */
  constructor(secret: string, clock: Clock = systemClock) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** A token with which `audience` will believe that `actor` is calling. */
  sign(actor: Actor, audience: string): string {
    const now = Math.floor(this.#clock.now().getTime() / 1000);
    const claims = {
      sub: actor.id,
      knd: actor.kind,
      rol: actor.role,
      sid: actor.sessionId,
      lng: actor.language,
      vis: actor.visitor,
      agt: actor.isAgent,
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

  /** The actor a token speaks for. Throws `unauthenticated` when it is not ours, not for us, or too old. */
  verify(token: string | undefined, audience: string): Actor {
    if (!token) throw fail('unauthenticated');
    try {
      const claims = jwt.verify(token, this.#secret, {
        algorithms: ['HS256'],
        issuer,
        audience,
        clockTimestamp: Math.floor(this.#clock.now().getTime() / 1000),
        clockTolerance: 5,
      });
      return actorFromClaims(claims);
    } catch (cause) {
      throw fail('unauthenticated', undefined, { cause });
    }
  }
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
  };
}
