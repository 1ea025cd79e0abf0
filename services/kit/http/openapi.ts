import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { defaultBodyBytes } from './json-body.ts';
import type { Route } from './routes.ts';
import { anyone } from './routes.ts';

const ErrorBody = z
  .object({
    error: z.string(),
    code: z.string(),
    requestId: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' });

/** The paths and named schemas of a service, drawn from the schemas that validate. The gateway joins the fragments. */
export function openApiFragment(routes: readonly Route[]) {
  const registry = new OpenAPIRegistry();
  for (const route of routes) registry.registerPath(describe(route));
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Tribus', version: '1' },
  });
  return { paths: document.paths ?? {}, components: document.components ?? {} };
}

type PathSpec = Parameters<OpenAPIRegistry['registerPath']>[0];

function describe({ method, path, spec }: Route): PathSpec {
  const open = spec.guards.includes(anyone);
  return {
    method,
    path: `/api${path.replace(/:(\w+)/g, '{$1}')}`,
    summary: spec.summary,
    ...(!open && { security: [{ session: [] }] }),
    request: {
      ...(spec.params instanceof z.ZodObject && { params: spec.params }),
      ...(spec.query instanceof z.ZodObject && { query: spec.query }),
      ...bodyOf(spec),
    },
    responses: {
      [spec.status ?? 200]: {
        description: 'Success',
        content: { [spec.streams ?? 'application/json']: { schema: spec.events ?? spec.answer } },
      },
      default: { description: 'Error', content: { 'application/json': { schema: ErrorBody } } },
    },
  };
}

function bodyOf(spec: Route['spec']): Pick<NonNullable<PathSpec['request']>, 'body'> {
  if (spec.body) {
    const description = `At most ${(spec.bodyMaxBytes ?? defaultBodyBytes) / 1024} KB`;
    const required = !spec.bodyIsOptional;
    return { body: { description, required, content: { 'application/json': { schema: spec.body } } } };
  }
  if (spec.form) return { body: { required: true, content: { 'multipart/form-data': { schema: spec.form } } } };
  return {};
}
