import { openApiFragment } from '@tribus/kit/http/openapi.ts';
import { declared } from './declared.ts';

type Document = ReturnType<typeof openApiFragment>;

/** The published API of each service, as it would say it, without starting anything. */
export const documents: ReadonlyMap<string, Document> = new Map(
  Object.entries(declared).map(([service, routes]) => [service, openApiFragment(routes)]),
);

/** The API of all services in one OpenAPI document; paths begin with `/api`. */
export function wholeDocument() {
  const parts = [...documents.values()];
  const paths: Document['paths'] = Object.assign({}, ...parts.map((part) => part.paths));
  const schemas: Document['components']['schemas'] = Object.assign({}, ...parts.map((part) => part.components.schemas));
  return { openapi: '3.1.0', info: { title: 'Tribus', version: '1' }, paths, components: { schemas } };
}
