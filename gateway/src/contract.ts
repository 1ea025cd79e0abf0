import { errorResponsesOf, openApiFragment } from '@tribus/kit/http/openapi.ts';
import { anyone, Routes } from '@tribus/kit/http/routes.ts';
import { z } from 'zod';
import { Health } from '../api.ts';
import { ignoresSession, worksWithoutTerms } from './routes.ts';

const Operation = z.looseObject({ responses: z.record(z.string(), z.unknown()).default({}) });
type Operation = z.output<typeof Operation>;

/** A service's part of the API contract (kit/http/openapi.ts). */
export const Fragment = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type Fragment = z.output<typeof Fragment>;

/** Joins the fragments of the services with the gateway's own operations and errors. */
export function joinContract(fragments: ReadonlyMap<string, Fragment>) {
  const parts = [...fragments, ['gateway', ownFragment] as const];
  const components: Fragment['components'] = {};
  for (const [, part] of parts) {
    for (const [kind, named] of Object.entries(part.components)) components[kind] = { ...named, ...components[kind] };
  }
  const paths: Fragment['paths'] = Object.assign({}, ...parts.map(([service, part]) => publishedPaths(service, part)));
  return {
    openapi: '3.1.0',
    info: { title: 'Tribus', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    // Relative to the address of the document.
    servers: [{ url: '/' }],
    paths,
    components: {
      ...components,
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function publishedPaths(service: string, { paths }: Fragment): Fragment['paths'] {
  const published = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, publish(service, method, path, operation)]),
    ),
  ]);
  return Object.fromEntries(published);
}

/** Adds the service as a tag, and the security and errors that authentication adds. */
function publish(service: string, method: string, path: string, operation: Operation): Operation {
  const tagged = { ...operation, tags: [service] };
  if (ignoresSession(path)) return { ...tagged, security: [] };
  const refusals = worksWithoutTerms(method.toUpperCase(), path) ? ([401] as const) : ([401, 403] as const);
  return { ...tagged, responses: { ...operation.responses, ...errorResponsesOf(refusals) } };
}

/** The gateway's own operations, declared like those of a service. */
function ownRoutes(): Routes {
  const routes = new Routes();
  const unused = async (): Promise<never> => {
    throw new Error('the gateway handles this route itself');
  };
  routes.get(
    '/health',
    { guards: [anyone], operationId: 'readHealth', summary: 'Health of all services', answer: Health },
    unused,
  );
  const contract = z.looseObject({ openapi: z.string() });
  routes.get(
    '/openapi.json',
    { guards: [anyone], operationId: 'readContract', summary: 'This contract', answer: contract },
    unused,
  );
  return routes;
}

const ownFragment: Fragment = Fragment.parse(openApiFragment(ownRoutes().list));
