import type { Request, Response } from 'express';
import type { ZodType, z } from 'zod';
import type { Actor } from '../core/actor.ts';
import { type ErrorEntry, fail } from '../core/errors.ts';

export type { Request, Response };

/** Checks the actor's permission to use a route; throws 401 or 403. Permissions on objects are checked by rules. */
export type Guard = (actor: Actor) => void;

/** Admits everyone, including visitors. Explicit, so that an open route is a decision and not an omission. */
export const anyone: Guard = () => undefined;

export const signedIn: Guard = (actor) => {
  if (actor.kind !== 'user') throw fail('unauthenticated');
};

export const siteAdmin: Guard = (actor) => {
  signedIn(actor);
  if (actor.role !== 'admin') throw fail('forbidden');
};

/** The error statuses that a route declares; faults and outages (5xx) are possible on every route. */
export type ClientErrorStatus = Exclude<ErrorEntry['status'], 405 | 431 | 500 | 503 | 504>;

export interface RouteSpec<P extends ZodType, Q extends ZodType, B extends ZodType, A extends ZodType> {
  guards: readonly [Guard, ...Guard[]];
  /**
   * The operation's name in the contract and in generated clients: a verb in camelCase, unique across all services,
   * never changed after publication.
   */
  operationId: string;
  /** One line of description in the contract. */
  summary: string;
  params?: P;
  query?: Q;
  /** A JSON body. */
  body?: B;
  /** Treats a missing body as an empty object. */
  bodyIsOptional?: true;
  /** Maximum size of the decompressed JSON body in bytes; 64 KB by default. */
  bodyMaxBytes?: number;
  /** The fields and files of a multipart body; the handler reads the stream itself (multipart.ts). */
  form?: ZodType;
  /** The content type of a body of bytes; the handler reads the stream itself. */
  bytes?: string;
  /**
   * Time limit of the response after the body is received, in milliseconds; then 504 `timeout`. Default 10,000, after a
   * form or bytes 30,000. It applies neither while a body arrives nor to a response that has started to stream.
   */
  timeoutMs?: number;
  answer: A;
  /** The success status; 200 by default. 204 has no body. */
  status?: number;
  /**
   * The client errors of its rules, without those implied by the declaration (declared-statuses.ts): 401 by a guard,
   * 404 by `params`, 400 by `query` and `body`, and so on. In tests an undeclared status becomes a fault.
   */
  errors?: readonly [ClientErrorStatus, ...ClientErrorStatus[]];
  /** For a handler that sends a file: a range (206), not modified (304), an unsatisfiable range (416). */
  fileStatuses?: readonly (206 | 304 | 416)[];
  /** Ignores the well-formed `Idempotency-Key` of a POST whose repetition duplicates nothing. */
  ignoresIdempotencyKey?: true;
  /**
   * Accepts an `Idempotency-Key` of visitors: the same key and body return the same response to any visitor, so it must
   * contain no private data.
   */
  visitorsMayRepeat?: true;
  /**
   * Admits silenced users, who may always GET. Only for routes without effect on other users: reads, and the user's own
   * account and its security.
   */
  whileSilenced?: true;
  /** The content type of a response that the handler streams itself, e.g. `text/event-stream`. */
  streams?: string;
  /** The payloads of a stream of server-sent events, by event name; published in the contract. */
  events?: ZodType;
}

/** The validated and authenticated request passed to a handler. */
export interface RouteCall<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  actor: Actor;
  req: Request;
  res: Response;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A declared route with erased types, for the app and the contract. */
export interface Route {
  method: Method;
  path: string;
  spec: RouteSpec<ZodType, ZodType, ZodType, ZodType>;
  handle: (call: RouteCall<unknown, unknown, unknown>) => Promise<unknown>;
}

/**
 * The list of a service's routes. Paths are below `/api`; the first match wins, so literal segments come before
 * parameters. Each route declares its guards and schemas and has a short handler:
 *
 *     routes.post('/tribes/:tribeId/join', { guards: [signedIn], operationId: 'joinTribe', summary: '…', params: TribeParams,
 *       answer: Membership }, async ({ params, actor }) => presentMembership(await joinTribe(store, actor, params.tribeId)));
 */
export class Routes {
  readonly list: Route[] = [];

  get = this.#declare('get');
  post = this.#declare('post');
  put = this.#declare('put');
  patch = this.#declare('patch');
  delete = this.#declare('delete');

  #declare(method: Method) {
    return <
      A extends ZodType,
      P extends ZodType = ZodType<unknown>,
      Q extends ZodType = ZodType<unknown>,
      B extends ZodType = ZodType<unknown>,
    >(
      path: string,
      spec: RouteSpec<P, Q, B, A>,
      handle: (call: RouteCall<z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.input<A>>,
    ): void => {
      this.list.push({ method, path, spec, handle: handle as Route['handle'] });
    };
  }
}
