import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { declaredErrors } from './declared-statuses.ts';
import { defaultBodyBytes } from './json-body.ts';
import type { ClientErrorStatus, Route } from './routes.ts';
import { anyone } from './routes.ts';

const ErrorBody = z
  .object({
    error: z.string(),
    code: z.string(),
    requestId: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' });

/** An error response of the contract: the component name and the description. */
interface ErrorResponse {
  name: string;
  description: string;
}

const errorResponses: Readonly<Record<ClientErrorStatus, ErrorResponse>> = {
  400: { name: 'BadRequest', description: 'The request is malformed or invalid; `details` names the fields' },
  401: {
    name: 'Unauthenticated',
    description: 'The session is missing or has ended, or the credentials are wrong',
  },
  403: { name: 'Forbidden', description: 'The user may not do this; `code` is the reason' },
  404: { name: 'NotFound', description: 'It does not exist or is not visible to the user' },
  408: { name: 'BodyTooSlow', description: 'The body arrived too slowly' },
  409: { name: 'Conflict', description: 'It conflicts with the current state; `code` is the reason' },
  412: { name: 'PreconditionFailed', description: 'The version of the protocol is not supported' },
  413: { name: 'PayloadTooLarge', description: 'The body, or a file in it, is too large' },
  415: { name: 'UnsupportedMediaType', description: 'The type of the body, or of a file in it, is not accepted' },
  429: { name: 'TooManyRequests', description: 'Too many requests; retry after `Retry-After` seconds' },
};
/**
 * The default response of every operation: a fault (500), an unavailable or slow dependency (503, 504), maintenance
 * (503).
 */
const failure: ErrorResponse = {
  name: 'Failure',
  description: 'A fault, maintenance, or an unavailable or slow dependency',
};

const responseRef = ({ name }: ErrorResponse) => ({ $ref: `#/components/responses/${name}` });

/** Returns the error responses of an operation, as references into `components.responses`. */
export function errorResponsesOf(statuses: readonly ClientErrorStatus[]): Record<string, { $ref: string }> {
  const refused = statuses.map((status) => [status, responseRef(errorResponses[status])] as const);
  return { ...Object.fromEntries(refused), default: responseRef(failure) };
}

/** Returns the paths and components of a service, generated from its validation schemas. The gateway merges them. */
export function openApiFragment(routes: readonly Route[]) {
  const registry = new OpenAPIRegistry();
  for (const response of [...Object.values(errorResponses), failure]) registerError(registry, response);
  for (const route of routes) registry.registerPath(describe(route));
  const definitions = [{ type: 'schema', schema: ErrorBody } as const, ...registry.definitions];
  const document = new OpenApiGeneratorV31(definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Tribus', version: '1' },
  });
  return { paths: document.paths ?? {}, components: document.components ?? {} };
}

function registerError(registry: OpenAPIRegistry, { name, description }: ErrorResponse): void {
  const schema = { $ref: '#/components/schemas/Error' };
  registry.registerComponent('responses', name, { description, content: { 'application/json': { schema } } });
}

type PathSpec = Parameters<OpenAPIRegistry['registerPath']>[0];

function describe(route: Route): PathSpec {
  const { method, path, spec } = route;
  const session = { session: [] };
  return {
    method,
    path: `/api${path.replace(/:(\w+)/g, '{$1}')}`,
    operationId: spec.operationId,
    summary: spec.summary,
    // A session is optional on open routes and may return more data.
    security: spec.guards.includes(anyone) ? [{}, session] : [session],
    request: {
      ...(spec.params instanceof z.ZodObject && { params: spec.params }),
      ...(spec.query instanceof z.ZodObject && { query: spec.query }),
      ...bodyOf(spec),
    },
    responses: { ...successOf(spec), ...errorResponsesOf(declaredErrors(route)) },
  };
}

const fileResponses = {
  206: 'The requested range',
  304: 'Not modified',
  416: 'The range cannot be satisfied',
} as const;

function successOf(spec: Route['spec']): PathSpec['responses'] {
  if (spec.status === 204) return { 204: { description: 'Success' } };
  const content = { [spec.streams ?? 'application/json']: { schema: spec.events ?? spec.answer } };
  const files = (spec.fileStatuses ?? []).map((status) => {
    const description = fileResponses[status];
    return [status, { description, ...(status === 206 && { content }) }] as const;
  });
  return { [spec.status ?? 200]: { description: 'Success', content }, ...Object.fromEntries(files) };
}

function bodyOf(spec: Route['spec']): Pick<NonNullable<PathSpec['request']>, 'body'> {
  if (spec.body) {
    const description = `At most ${(spec.bodyMaxBytes ?? defaultBodyBytes) / 1024} KB`;
    const required = !spec.bodyIsOptional;
    return { body: { description, required, content: { 'application/json': { schema: spec.body } } } };
  }
  if (spec.form) return { body: { required: true, content: { 'multipart/form-data': { schema: spec.form } } } };
  if (spec.bytes) {
    const schema = z.any().meta({ type: 'string', format: 'binary' });
    return { body: { required: true, content: { [spec.bytes]: { schema } } } };
  }
  return {};
}
