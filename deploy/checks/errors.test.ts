import { describe, expect, test } from '@jest/globals';
import { accessErrors } from '@tribus/community/guards.ts';
import { type Catalogue, general } from '@tribus/kit/core/errors.ts';
import { definitions } from './definitions.ts';

const catalogues: Record<string, Catalogue> = Object.fromEntries([
  ['general', general.catalogue],
  ['access to tribes', accessErrors.catalogue],
  ...definitions.filter(({ errors }) => Object.keys(errors).length > 0).map(({ name, errors }) => [name, errors]),
]);

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

test('a video is called so in Spanish, as in the web app', () => {
  const sentences = Object.values(catalogues).flatMap((catalogue) => Object.values(catalogue).map(({ es }) => es));
  expect(sentences.filter((sentence) => /\bvideo/i.test(sentence)).length).toBeGreaterThan(5);
  expect(sentences.filter((sentence) => /vídeo/i.test(sentence))).toEqual([]);
});

test('a code has the same status in every service', () => {
  const seen = new Map<string, number>();
  for (const catalogue of Object.values(catalogues))
    for (const [code, { status }] of Object.entries(catalogue)) {
      expect([code, status]).toEqual([code, seen.get(code) ?? status]);
      seen.set(code, status);
    }
});
