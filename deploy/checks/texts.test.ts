import { expect, test } from '@jest/globals';
import { isDeclaredText, line, lines, opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { declared } from './declared.ts';

interface Def {
  type: string;
  format?: string;
  checks?: readonly { _zod: { def: { check: string } } }[];
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
}

/**
 * Returns the strings of a schema that accept anything: not text by the policy, without a format, not declared opaque.
 */
function looseStrings(schema: z.core.$ZodType, path: string): string[] {
  const def = schema._zod.def as unknown as Def;
  if (def.type === 'string') return isBound(schema, def) ? [] : [path];
  // The output of a pipe has its output format, whatever the input is.
  if (def.type === 'pipe' && def.out && isForm(def.out)) return [];
  const parts: [string, z.core.$ZodType | undefined][] = [
    ...Object.entries(def.shape ?? {}).map(([name, part]): [string, z.core.$ZodType] => [`${path}.${name}`, part]),
    ...(def.options ?? []).map((option): [string, z.core.$ZodType] => [path, option]),
    [`${path}[]`, def.element],
    [path, def.innerType],
    [path, def.in],
    [path, def.out],
    [`${path} (key)`, def.keyType],
    [`${path} (value)`, def.valueType],
  ];
  return parts.flatMap(([where, part]) => (part ? looseStrings(part, where) : []));
}

const isForm = (schema: z.core.$ZodType): boolean => {
  const def = schema._zod.def as unknown as Def;
  return def.type === 'string' && isBound(schema, def);
};

const isBound = (schema: z.core.$ZodType, { format, checks = [] }: Def): boolean =>
  format !== undefined || checks.some(({ _zod }) => _zod.def.check === 'string_format') || isDeclaredText(schema);

const bodies = Object.entries(declared).flatMap(([service, routes]) =>
  routes.flatMap(({ method, path, spec }) =>
    [spec.body, spec.form].flatMap((schema) => (schema ? [{ route: `${service}: ${method} ${path}`, schema }] : [])),
  ),
);

test.each(bodies)('$route accepts text only by the policy for text', ({ schema }) => {
  expect(looseStrings(schema, 'body')).toEqual([]);
});

test('a field that accepts any string is detected at any depth', () => {
  const loose = z.object({
    a: z.string().trim().min(1).max(5).optional(),
    b: z.array(z.union([z.string().default(''), z.int()])),
    c: z.record(z.string(), z.string().nullable()),
    d: z.string().transform((text) => text.length),
    e: z.preprocess((sent) => sent, z.object({ f: z.string() })),
  });
  expect(looseStrings(loose, 'body')).toEqual([
    'body.a',
    'body.b[]',
    'body.c (key)',
    'body.c (value)',
    'body.d',
    'body.e.f',
  ]);
  const bound = z.object({
    a: line().min(1).optional(),
    b: z.array(lines().max(5)),
    c: z.record(z.string().regex(/^\d+$/), opaque(z.string())),
    d: z.uuid(),
    e: z.enum(['x']),
    f: z.string().toLowerCase().pipe(z.email()),
  });
  expect(looseStrings(bound, 'body')).toEqual([]);
});
