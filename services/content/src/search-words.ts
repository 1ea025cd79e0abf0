import type { SearchWords } from './store/search.ts';

/** Words of one search; further ones are ignored. */
const wordsMax = 10;
/** Shorter beginnings of words occur in too many posts. */
const prefixMin = 3;

/** Scripts without spaces between words; the same as in `search_bigrams` (migrations/0035-search-in-linear-time.sql). */
const unspaced = /[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+/g;

/** Returns the parts of a search as typed, in any case; undefined without any letter or digit. */
export function parseSearch(typed: string): SearchWords | undefined {
  const text = typed.normalize('NFKC');
  const runs = text.match(unspaced) ?? [];
  const words = (text.replace(unspaced, ' ').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, wordsMax);
  const bigrams = [...new Set(runs.flatMap(bigramsOf))].slice(0, wordsMax);
  if (words.length + bigrams.length === 0) return undefined;
  const isEnded = /\s$/.test(typed);
  return { words, lastIsPrefix: !isEnded && [...(words.at(-1) ?? '')].length >= prefixMin, bigrams };
}

const bigramsOf = (run: string): string[] =>
  run.length === 1 ? [run] : Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2));
