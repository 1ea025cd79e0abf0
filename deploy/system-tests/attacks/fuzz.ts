import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { HttpClient } from '../people.ts';
import { testWithOwnSystem } from '../targets.ts';
import type { SharedSystem } from '../test-system.ts';
import { TribeFixture } from '../tribe-fixture.ts';

const runs = 12;

interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string }[];
  fields: string[];
}

/** No request, however invalid, gets a 5xx. */
export function attackAtRandom(system: () => SharedSystem): void {
  // It includes admin routes, whose effects would remain in a shared system.
  testWithOwnSystem('no random body, query or id makes the system fail', async () => {
    const admin = await system().admin();
    const fixture = await TribeFixture.createTribe(system(), 'open', admin);
    const ana = await fixture.person('owner');
    const known = [
      String(fixture.tribeId),
      '38',
      await fixture.postId(),
      await fixture.commentId(),
      await fixture.vibeId(),
    ];
    // An admin may delete the named person, and the attacker is needed to the end.
    const named = (await system().newcomer()).id;
    // A logout would end the attack, and an admin may close the site.
    const spared = ['/api/auth/logout', '/api/admin/maintenance-config'];
    for (const operation of (await operations(ana)).filter(({ path }) => !spared.includes(path))) {
      const [client, userId] = operation.path.startsWith('/api/admin/') ? [admin, named] : [ana, ana.id];
      await fc.assert(
        fc.asyncProperty(callOf(operation, [...known, userId]), async ({ path, body }) => {
          const status = await statusOf(client, operation.method, path, body);
          if (status >= 500) throw new Error(`${operation.method} ${path} returned ${status}`);
        }),
        { numRuns: runs },
      );
    }
    expect((await ana.get('/auth/me')).status).toBe(200);
  });
}

async function operations(client: HttpClient): Promise<Operation[]> {
  const { paths, components } = await client.read('/openapi.json');
  const resolve = (schema: { $ref?: string } | undefined) =>
    schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  return Object.entries<Record<string, { parameters?: Operation['parameters']; requestBody?: { content: object } }>>(
    paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [media] = Object.values(requestBody?.content ?? {});
      const fields = Object.keys(resolve(media?.schema)?.properties ?? {});
      return { method: method.toUpperCase(), path, parameters, fields };
    }),
  );
}

const surrogates = { first: 0xd800, count: 0x800 };
/** fast-check's own unit of all code points builds a map of a million entries before its first text. */
const codePoint = fc
  .nat(0x10ffff - surrogates.count)
  .map((index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count));

/** Any text of people and machines, including text that is hard to store or to search. */
const text = fc.oneof(
  fc.array(codePoint, { maxLength: 40 }).map((characters) => characters.join('')),
  // Includes the property names of every object.
  fc.string({ maxLength: 40 }),
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\ud800',
      '%',
      "' or 1=1 --",
      '{"$gt":""}',
      '../..',
      '-1',
      '1e999',
      'NaN',
      '9'.repeat(30),
      '\u202e',
      '__proto__',
    ),
  },
);
const value = fc.oneof({ weight: 2, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) });

function callOf({ method, path, parameters, fields }: Operation, known: string[]) {
  const words = path
    .split('/')
    .map((word) =>
      word.startsWith('{')
        ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: text })
        : fc.constant(word),
    );
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const shaped = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] });
  const body = method === 'GET' || method === 'DELETE' ? fc.constant(undefined) : fc.oneof(shaped, fc.jsonValue());
  return fc.record({
    path: fc
      .tuple(
        fc.tuple(...words),
        fc.subarray(query).chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), text)))),
      )
      .map(([parts, queryParams]) => `${parts.map(encode).join('/')}?${new URLSearchParams(queryParams)}`),
    body,
  });
}

/** Also encodes invalid text: half of a surrogate pair becomes the replacement character. */
const encode = (word: string): string => encodeURIComponent(word.toWellFormed()).replaceAll('%40', '@');

async function statusOf(client: HttpClient, method: string, path: string, body: unknown): Promise<number> {
  if (path.includes('/stream?')) {
    const stream = await client.listen(path);
    stream.close();
    return stream.status;
  }
  return (await client.call(method, path, body)).status;
}
