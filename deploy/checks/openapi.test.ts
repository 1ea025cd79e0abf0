import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findRoute } from '@tribus/gateway/src/routes.ts';
import { impliedErrors } from '@tribus/kit/http/declared-statuses.ts';
import { openApiFragment } from '@tribus/kit/http/openapi.ts';
import { anyone, type Route } from '@tribus/kit/http/routes.ts';
import { declared } from './declared.ts';
import { documents, wholeDocument } from './document.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  security?: object[];
  parameters?: { name: string; in: string; schema?: object }[];
  requestBody?: { content: Record<string, { schema?: object }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: object }> }>;
}

/** Operation names without an object. */
const withoutObject: ReadonlySet<string> = new Set(['register']);

type Document = ReturnType<typeof openApiFragment>;

const operationsOf = ({ paths }: Document): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

describe.each(Object.keys(declared))('%s', (service) => {
  const routes: readonly Route[] = declared[service] ?? [];
  const document = documents.get(service) ?? openApiFragment([]);
  const operations = operationsOf(document);

  test('each route is published once, with a summary and, unless its response is empty, a schema', () => {
    expect(operations).toHaveLength(routes.length);
    for (const [name, { summary, responses }] of operations) {
      const [status = '', success] = Object.entries(responses).find(([code]) => /^[23]/.test(code)) ?? [];
      const [schema] = Object.values(success?.content ?? {}).map((media) => media.schema);
      const described = { summary: /^[A-Z].{4,}[^.]$/.test(summary ?? ''), status, schema: Object.keys(schema ?? {}) };
      expect([name, described]).toEqual([
        name,
        {
          summary: true,
          status: expect.stringMatching(/^(20[014]|302)$/),
          schema: status === '204' ? [] : expect.arrayContaining([expect.any(String)]),
        },
      ]);
    }
  });

  test('each route documents the common error schema', () => {
    const { schemas, responses: shared = {} } = document.components;
    for (const [name, { responses }] of operations) {
      const errors = Object.entries(responses).filter(([code]) => /^4(?!16)|default/.test(code));
      expect([name, errors.map(([code]) => code)]).toEqual([name, expect.arrayContaining(['429', 'default'])]);
      for (const [code, { $ref = '' }] of errors)
        expect([name, code, shared[$ref.replace('#/components/responses/', '')]]).toEqual([
          name,
          code,
          {
            description: expect.stringMatching(/^[A-Z]/),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]);
    }
    expect(schemas?.Error).toMatchObject({
      properties: { error: { type: 'string' }, code: { type: 'string' }, requestId: { type: 'string' }, details: {} },
      required: ['error', 'code', 'requestId'],
    });
  });

  test('each route has a guard, and declares a required or optional session', () => {
    for (const { method, path, spec } of routes) {
      expect([path, spec.guards.length]).not.toEqual([path, 0]);
      const name = `${method.toUpperCase()} /api${path.replace(/:(\w+)/g, '{$1}')}`;
      const [, operation] = operations.find(([each]) => each === name) ?? [];
      const session = { session: [] };
      expect([name, operation?.security]).toEqual([name, spec.guards.includes(anyone) ? [{}, session] : [session]]);
    }
  });

  test('no route lists an implied error or a duplicate', () => {
    for (const route of routes) {
      const implied: ReadonlySet<number> = impliedErrors(route);
      const errors: readonly number[] = route.spec.errors ?? [];
      const { operationId } = route.spec;
      const own = errors.filter((status, index) => !implied.has(status) && errors.indexOf(status) === index);
      expect([operationId, errors]).toEqual([operationId, own]);
    }
  });

  test('each path parameter and each body has a schema', () => {
    for (const [name, { parameters = [], requestBody }] of operations) {
      const words = [...name.matchAll(/\{(\w+)\}/g)].map(([, word]) => word);
      const described = parameters.filter((parameter) => parameter.in === 'path' && parameter.schema);
      expect([name, described.map((parameter) => parameter.name)]).toEqual([name, words]);
      for (const media of Object.values(requestBody?.content ?? {}))
        expect([name, media.schema]).not.toEqual([name, undefined]);
    }
  });

  test('the gateway routes each of its routes to it', () => {
    for (const { path } of routes) expect([path, findRoute(`/api${path}`)?.service]).toEqual([path, service]);
  });
});

test('the contract names the licence of the project', () => {
  const { license } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'));
  expect(wholeDocument().info.license).toEqual({ name: license, identifier: license });
});

test('each operation has a unique name of a verb and an object', () => {
  const names = Object.values(wholeDocument().paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ operationId }) => String(operationId));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]*)+$/.test(name) && !withoutObject.has(name))).toEqual([]);
});

test('a schema name has the same schema in every service', () => {
  const seen = new Map<string, unknown>();
  for (const { components } of documents.values())
    for (const [name, schema] of Object.entries(components.schemas ?? {})) {
      expect([name, schema]).toEqual([name, seen.get(name) ?? schema]);
      seen.set(name, schema);
    }
});
