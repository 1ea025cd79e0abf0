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

/** What the contract says of a response of an error: the name that all operations refer to, and a sentence. */
interface ErrorResponse {
  name: string;
  description: string;
}

const errorResponses: Readonly<Record<ClientErrorStatus, ErrorResponse>> = {
  400: { name: 'BadRequest', description: 'What was sent is malformed or not valid; `details` names the fields' },
  401: {
    name: 'Unauthenticated',
    description: 'There is no session, or it has ended, or what was to open one is wrong',
  },
  403: { name: 'Forbidden', description: 'The caller may not do this; `code` says why' },
  404: { name: 'NotFound', description: 'It does not exist, or not for the caller' },
  408: { name: 'BodyTooSlow', description: 'The body arrived too slowly' },
  409: { name: 'Conflict', description: 'It conflicts with the current state; `code` says why' },
  413: { name: 'PayloadTooLarge', description: 'The body, or a file in it, is too large' },
  415: { name: 'UnsupportedMediaType', description: 'The body, or a file in it, is of a type that is not taken' },
  429: { name: 'TooManyRequests', description: 'Too many requests; `Retry-After` says when there is room again' },
};
/** Of every operation: a fault (500), a part that is away or late (503, 504), maintenance (503). */
const failure: ErrorResponse = { name: 'Failure', description: 'A fault, maintenance, or a part that is away or late' };

const responseRef = ({ name }: ErrorResponse) => ({ $ref: `#/components/responses/${name}` });

/** The responses of an operation that answers with these errors, as references into `components.responses`. */
export function errorResponsesOf(statuses: readonly ClientErrorStatus[]): Record<string, { $ref: string }> {
  const refused = statuses.map((status) => [status, responseRef(errorResponses[status])] as const);
  return { ...Object.fromEntries(refused), default: responseRef(failure) };
}

/** The paths and named schemas of a service, drawn from the schemas that validate. The gateway joins the fragments. */
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
    // What is open to visitors may show more to those who send their session along.
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
  206: 'The part that was asked for',
  304: 'The client has it already',
  416: 'There is no such part',
} as const;

function successOf(spec: Route['spec']): PathSpec['responses'] {
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
  return {};
}
