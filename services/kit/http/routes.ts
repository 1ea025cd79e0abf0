import type { Request, Response } from 'express';
import type { ZodType, z } from 'zod';
import type { Actor } from '../core/actor.ts';
import { type ErrorEntry, fail } from '../core/errors.ts';

export type { Request, Response };

/** Decides from the caller alone whether a route may be used; what concerns the object is decided in the rule. */
export type Guard = (actor: Actor) => void;

/** Visitors too. Written out so that an open route is a decision and not an omission. */
export const anyone: Guard = () => undefined;

export const signedIn: Guard = (actor) => {
  if (actor.kind !== 'user') throw fail('unauthenticated');
};

export const siteAdmin: Guard = (actor) => {
  signedIn(actor);
  if (actor.role !== 'admin') throw fail('forbidden');
};

/** The statuses with which a route may refuse a request; faults and outages (5xx) may happen to any. */
export type ClientErrorStatus = Exclude<ErrorEntry['status'], 405 | 431 | 500 | 503 | 504>;

export interface RouteSpec<P extends ZodType, Q extends ZodType, B extends ZodType, A extends ZodType> {
  guards: readonly [Guard, ...Guard[]];
  /**
   * What the operation is called in the contract, and so in clients that are generated of it: a verb in camelCase, unique
   * among all services, and never changed once it is published.
   */
  operationId: string;
  /** One line for the contract. */
  summary: string;
  params?: P;
  query?: Q;
  /** A JSON body. */
  body?: B;
  /** A request without a body counts as one with an empty one. */
  bodyIsOptional?: true;
  /** Bytes of the JSON body, unpacked; 64 KB unless said otherwise. */
  bodyMaxBytes?: number;
  /** The fields and files of a multipart body; the handler reads the stream itself (multipart.ts). */
  form?: ZodType;
  /**
   * Milliseconds that the answer may take once the body is there; then it is 504 `timeout`. 10,000 unless said otherwise,
   * 30,000 after a form. No deadline runs while a body arrives, nor once an answer that streams has begun.
   */
  timeoutMs?: number;
  answer: A;
  /** 200 unless said otherwise. */
  status?: number;
  /**
   * The client errors of its rules. What follows from the rest of the declaration (declared-statuses.ts) is not repeated: 401
   * of a guard, 404 of `params`, 400 of `query` and `body` and so on. In tests another status is answered as a fault.
   */
  errors?: readonly [ClientErrorStatus, ...ClientErrorStatus[]];
  /** Where the handler sends a file: a part of it (206), what the client has already (304), a part beyond its end (416). */
  fileStatuses?: readonly (206 | 304 | 416)[];
  /** A POST to whose `Idempotency-Key` nobody looks: it writes nothing that a repetition could double. */
  ignoresIdempotencyKey?: true;
  /**
   * An `Idempotency-Key` counts for visitors, too: the same key and body have the same outcome, whoever sends them. So the
   * answer must hold nothing that is meant for one caller.
   */
  visitorsMayRepeat?: true;
  /**
   * Also for those who are silenced. They read, so a GET always is; of the others it is what changes nothing for anybody
   * else: reading, one's own account and its safety.
   */
  whileSilenced?: true;
  /** The type of an answer that the handler streams itself, e.g. `text/event-stream`. */
  streams?: string;
  /** What a stream of server-sent events carries, by the name of the event; published in the contract. */
  events?: ZodType;
}

/** One request as a handler sees it: everything validated, the caller known. */
export interface RouteCall<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  actor: Actor;
  req: Request;
  res: Response;
}

export type Method = 'get' | 'post' | 'put' | 'delete';

/** A declared route with its types erased; what the app mounts and the contract is drawn from. */
export interface Route {
  method: Method;
  path: string;
  spec: RouteSpec<ZodType, ZodType, ZodType, ZodType>;
  handle: (call: RouteCall<unknown, unknown, unknown>) => Promise<unknown>;
}

/**
 * The visible list of a service's routes. Paths are below `/api`; the first match wins, so fixed words come before
 * parameters. Each route is its guards, its schemas and a short story:
 *
 *     routes.post('/tribes/:tribeId/join', { guards: [signedIn], operationId: 'joinTribe', summary: '…', params: TribeParams,
 *       answer: Membership }, async ({ params, actor }) => presentMembership(await joinTribe(store, actor, params.tribeId)));
 */
export class Routes {
  readonly list: Route[] = [];

  get = this.#declare('get');
  post = this.#declare('post');
  put = this.#declare('put');
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
