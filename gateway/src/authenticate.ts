import { createHmac } from 'node:crypto';
import { toRights } from '@tribus/community/current-actor.ts';
import { type Actor, userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { AppError, fail } from '@tribus/kit/core/errors.ts';
import { whenOver } from '@tribus/kit/http/acquire.ts';
import type { Session } from '@tribus/proto/identity/v1/service.ts';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { errors } from './errors.ts';
import type { Limits, RateLimit } from './rate-limit.ts';
import { contextOf, type GatewayRequest } from './request-context.ts';
import { ignoresSession, isEventStream, type LimitedAction, limitedAction, worksWithoutTerms } from './routes.ts';
import type { SessionVerifier } from './session-keys.ts';
import type { SessionCache } from './sessions.ts';

export interface AuthenticateDeps {
  ctx: Context;
  verifier: SessionVerifier;
  sessions: SessionCache;
  limits: Limits;
  visitors: VisitorIds;
}

/**
 * Authenticates and counts each request: against the user with a valid session, else against the address. An invalid
 * token is 401, on public routes too, so that a client never takes a dead session for a live one.
 */
export function authenticate({ ctx, verifier, sessions, limits, visitors }: AuthenticateDeps): RequestHandler {
  const validSession = async (token: string): Promise<Session | undefined> => {
    const claims = verifier.verify(token);
    const session = claims && (await sessions.find(claims.sessionId));
    const isValid = session && session.userId === claims.userId && session.status === 'active';
    return isValid && Date.parse(session.expiresAt) > ctx.clock.now().getTime() ? session : undefined;
  };

  return async (req, res, next) => {
    const context = contextOf(res);
    if (context.route?.service === 'identity') context.network = visitors.networkOf(context.address);
    const token = takeToken(req, context);
    const action = limitedAction(req.method, context.path);
    if (action) await countAction(limits.perAction[action], action, context.address, res);
    if (token === undefined || ignoresSession(context.path)) {
      await limits.perAddress.take(context.address);
      context.actor = visitorActor(context.language, visitors.idOf(context.address));
      return next();
    }
    const session = await validSession(token).catch(async (reason) => {
      await limits.perAddress.take(context.address);
      throw identityUnavailable(reason);
    });
    if (!session) {
      await limits.perAddress.take(context.address);
      throw fail('unauthenticated');
    }
    await limits.perUser.take(session.userId);
    if (!session.termsAccepted && !worksWithoutTerms(req.method, context.path)) throw errors.fail('terms_not_accepted');
    context.actor = actorOf(session, context, visitors.idOf(context.address));
    next();
  };
}

/** Counts a limited action of an address; refunds it after the response if it had no effect. */
async function countAction(limit: RateLimit, action: LimitedAction, address: string, res: Response): Promise<void> {
  const refund = await limit.take(address);
  whenOver(res, () => {
    if (!hasCounted(action, res)) refund();
  });
}

/**
 * Whether the action counts: only if the service received the whole request. A refused contact message does not count;
 * a refused registration does, because it costs the service work and may be an attack. A client that leaves before the
 * response is counted, because the service may have completed the request.
 */
function hasCounted(action: LimitedAction, res: Response): boolean {
  const { upstreamRequest, upstreamStatus = 0 } = contextOf(res);
  const hasReached = upstreamRequest !== undefined && res.req.complete;
  return hasReached && (action !== 'contact' || upstreamStatus < 400);
}

function actorOf(session: Session, { language }: GatewayRequest, visitor: string): Actor {
  const { userId, sessionId } = session;
  return userActor(userId, { ...toRights(session), sessionId, language, visitor });
}

/** Reports a timeout of identity as 503, because 504 would blame the requested route. */
function identityUnavailable(reason: unknown): unknown {
  const isLate = reason instanceof AppError && reason.code === 'timeout';
  return isLate ? fail('unavailable', undefined, { cause: reason }) : reason;
}

/** Returns the token of the request, if any, and removes one in the query, so that it is not forwarded. */
function takeToken(req: Request, context: GatewayRequest): string | undefined {
  const inQuery = isEventStream(req.method, context.path) ? takeQueryToken(context) : undefined;
  const header = req.headers.authorization;
  if (header === undefined) return inQuery;
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? '';
}

function takeQueryToken(context: GatewayRequest): string | undefined {
  const query = new URLSearchParams(context.search);
  const token = query.get('token') ?? undefined;
  if (token === undefined) return undefined;
  query.delete('token');
  context.search = query.size > 0 ? `?${query}` : '';
  return token;
}

const maxEntries = 20_000;

/** Pseudonymous ids: of visitors for a day, of networks permanently. They do not reveal the address. */
export class VisitorIds {
  readonly #ctx: Context;
  readonly #secret: Buffer;
  readonly #ids = new LRUCache<string, string>({ max: maxEntries });

  constructor(ctx: Context, internalSecret: string) {
    this.#ctx = ctx;
    this.#secret = createHmac('sha256', internalSecret).update('visitor').digest();
  }

  idOf(address: string): string {
    return this.#hash(`${Math.floor(this.#ctx.clock.now().getTime() / dayMs)} ${address}`);
  }

  /** Lets users recognise networks of earlier logins (identity's networks.ts). */
  networkOf(address: string): string {
    return this.#hash(`network ${address}`);
  }

  #hash(key: string): string {
    const known = this.#ids.get(key);
    if (known) return known;
    const id = createHmac('sha256', this.#secret).update(key).digest('base64url').slice(0, 22);
    this.#ids.set(key, id);
    return id;
  }
}
