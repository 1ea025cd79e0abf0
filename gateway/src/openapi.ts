import type { Context } from '@tribus/kit/core/context.ts';
import type { RequestHandler } from 'express';
import { Fragment, joinContract } from './contract.ts';
import type { Upstream } from './upstream.ts';

/** A service makes its part when it is first asked, which is much work for many that share a process and a busy machine. */
const answerWithinMs = 6_000;
/** A service that was replaced may say something else. */
const freshMs = 60_000;

/** The contract of the whole: what each service says of itself, joined. One that is away is shown as last known. */
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
    const joined = { at: performance.now(), document: this.#gather() };
    this.#joined = joined;
    return joined.document;
  }

  async #gather(): Promise<object> {
    const fetched = await Promise.all(this.#upstreams.map((upstream) => this.#ask(upstream)));
    if (fetched.includes(false)) this.#joined = undefined;
    // In the order of the services, whichever answers first.
    const known = this.#upstreams.flatMap(({ name }) => {
      const fragment = this.#fragments.get(name);
      return fragment ? [[name, fragment] as const] : [];
    });
    return joinContract(new Map(known));
  }

  async #ask(upstream: Upstream): Promise<boolean> {
    try {
      const { body } = await upstream.ask('/openapi.json', answerWithinMs);
      this.#fragments.set(upstream.name, Fragment.parse(JSON.parse(body)));
      return true;
    } catch (error) {
      this.#ctx.log.warn({ err: error, service: upstream.name }, 'OpenAPI fragment of a service could not be fetched');
      return false;
    }
  }
}
