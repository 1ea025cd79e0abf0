import { describe, expect, test } from '@jest/globals';
import { errors as agents } from '@tribus/agents/src/errors.ts';
import { errors as content } from '@tribus/content/src/errors.ts';
import { errors as gateway } from '@tribus/gateway/src/errors.ts';
import { errors as identity } from '@tribus/identity/src/errors.ts';
import { type Catalogue, general } from '@tribus/kit/runtime/errors.ts';
import { errors as media } from '@tribus/media/src/errors.ts';
import { errors as messaging } from '@tribus/messaging/src/errors.ts';
import { errors as tribes } from '@tribus/tribes/src/errors.ts';
import { errors as vibes } from '@tribus/vibes-realtime/src/errors.ts';

const catalogues: Record<string, Catalogue> = Object.fromEntries(
  Object.entries({ general, gateway, identity, tribes, content, vibes, messaging, agents, media }).map(
    ([service, { catalogue }]) => [service, catalogue],
  ),
);

const parametersOf = (sentence: string): string[] => [...sentence.matchAll(/\{\w+\}/g)].map(String).sort();

describe.each(Object.entries(catalogues))('the errors of %s', (_service, catalogue) => {
  test('have a stable code and a sentence in three languages with the same parameters', () => {
    for (const [code, { es, en, zh }] of Object.entries(catalogue)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      for (const sentence of [es, en, zh]) expect([code, sentence.trim()]).not.toEqual([code, '']);
      expect([code, parametersOf(en), parametersOf(zh)]).toEqual([code, parametersOf(es), parametersOf(es)]);
    }
  });
});

test('a code has one status, whoever answers with it', () => {
  const seen = new Map<string, number>();
  for (const catalogue of Object.values(catalogues))
    for (const [code, { status }] of Object.entries(catalogue)) {
      expect([code, status]).toEqual([code, seen.get(code) ?? status]);
      seen.set(code, status);
    }
});
