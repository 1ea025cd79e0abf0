import { openApiFragment } from '@tribus/kit/http/openapi.ts';
import { anyone, Routes } from '@tribus/kit/http/routes.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { Health } from '../api.ts';
import type { Upstream } from './upstream.ts';

/** A service makes its part when it is first asked, which is much work for many that share a process and a busy machine. */
const answerWithinMs = 6_000;
/** A service that was replaced may say something else. */
const freshMs = 60_000;

const Fragment = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});
type Fragment = z.output<typeof Fragment>;

/** The contract of the whole: what each service says of itself, joined. One that is away is shown as last known. */
export class OpenApiDocument {
  readonly #ctx: Context;
  readonly #upstreams: readonly Upstream[];
  readonly #publicUrl: string;
  readonly #fragments = new Map<string, Fragment>();
  readonly #own = tagged('gateway', Fragment.parse(openApiFragment(ownRoutes().list)));
  #joined: { at: number; document: Promise<object> } | undefined;

  constructor(ctx: Context, upstreams: readonly Upstream[], publicUrl: string) {
    this.#ctx = ctx;
    this.#upstreams = upstreams;
    this.#publicUrl = publicUrl;
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
    return join([...this.#fragments.values(), this.#own], this.#publicUrl);
  }

  async #ask(upstream: Upstream): Promise<boolean> {
    try {
      const { body } = await upstream.ask('/openapi.json', answerWithinMs);
      this.#fragments.set(upstream.name, tagged(upstream.name, Fragment.parse(JSON.parse(body))));
      return true;
    } catch (error) {
      this.#ctx.log.warn({ err: error, service: upstream.name }, 'OpenAPI fragment of a service could not be fetched');
      return false;
    }
  }
}

/** Marks each operation with who answers it, by which the page groups them. */
function tagged(service: string, { paths, components }: Fragment): Fragment {
  const operations = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, { ...operation, tags: [service] }]),
    ),
  ]);
  return { paths: Object.fromEntries(operations), components };
}

function join(fragments: readonly Fragment[], publicUrl: string): object {
  const components: Fragment['components'] = {};
  for (const fragment of fragments) {
    for (const [kind, named] of Object.entries(fragment.components))
      components[kind] = { ...named, ...components[kind] };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tribus', version: '1' },
    servers: [{ url: publicUrl }],
    paths: Object.assign({}, ...fragments.map(({ paths }) => paths)),
    components: {
      ...components,
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** What the gateway answers itself, as a service would declare it. */
function ownRoutes(): Routes {
  const routes = new Routes();
  const unused = async (): Promise<never> => {
    throw new Error('the gateway answers this by itself');
  };
  routes.get('/health', { guards: [anyone], summary: 'Which services answer', answer: Health }, unused);
  const contract = z.looseObject({ openapi: z.string() });
  routes.get('/openapi.json', { guards: [anyone], summary: 'This contract', answer: contract }, unused);
  return routes;
}
