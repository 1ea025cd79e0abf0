import type { Context } from '@tribus/kit/core/context.ts';
import type { RequestHandler } from 'express';
import { Fragment, joinContract } from './contract.ts';
import type { Upstream } from './upstream.ts';

/** A service builds its fragment at the first request, which takes long for many in one process on a busy machine. */
const responseTimeoutMs = 6_000;
/** Services may be redeployed with another contract. */
const freshMs = 60_000;

/** The joined API contract of all services. Unavailable services appear as last known. */
export class OpenApiDocument {
  readonly #ctx: Context;
  readonly #upstreams: readonly Upstream[];
  readonly #fragments = new Map<string, Fragment>();
  #joined: { at: number; document: Promise<object> } | undefined;

  constructor(ctx: Context, upstreams: readonly Upstream[]) {
    this.#ctx = ctx;
    this.#upstreams = upstreams;
  }

  answer: RequestHandler = async (_req, res) => {
    res.set('cache-control', 'no-cache').json(await this.#document());
  };

  #document(): Promise<object> {
    if (this.#joined && performance.now() - this.#joined.at < freshMs) return this.#joined.document;
    const joined = { at: performance.now(), document: this.#fetchAll() };
    this.#joined = joined;
    return joined.document;
  }

  async #fetchAll(): Promise<object> {
    const fetched = await Promise.all(this.#upstreams.map((upstream) => this.#fetch(upstream)));
    if (fetched.includes(false)) this.#joined = undefined;
    // In the order of the services.
    const known = this.#upstreams.flatMap(({ name }) => {
      const fragment = this.#fragments.get(name);
      return fragment ? [[name, fragment] as const] : [];
    });
    return joinContract(new Map(known));
  }

  async #fetch(upstream: Upstream): Promise<boolean> {
    try {
      const { body } = await upstream.fetch('/openapi.json', responseTimeoutMs);
      this.#fragments.set(upstream.name, Fragment.parse(JSON.parse(body)));
      return true;
    } catch (error) {
      this.#ctx.log.warn(
        { err: error, service: upstream.name },
        'OpenAPI fragment not fetched; the last known one is used',
      );
      return false;
    }
  }
}
