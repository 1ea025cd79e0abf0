import { describe, expect, test } from '@jest/globals';
import { BatchCache } from './batch-cache.ts';

/** A peer that answers when it is told to, and remembers what it was asked. */
function peer() {
  const asked: string[][] = [];
  const answers: ((values: ReadonlyMap<string, string>) => void)[] = [];
  const failures: ((reason: Error) => void)[] = [];
  return {
    asked,
    load: (keys: string[]) =>
      new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
        asked.push(keys);
        answers.push(resolve);
        failures.push(reject);
      }),
    answer: (call: number, value: string) =>
      answers[call]?.(new Map(asked[call]?.map((key) => [key, `${key} ${value}`]))),
    fail: (call: number) => failures[call]?.(new Error('away')),
  };
}

const options = { max: 10, ttlMs: 60_000 };

describe('what a peer said', () => {
  test('is asked for once by all who need it at the same time', async () => {
    const { load, asked, answer } = peer();
    const cache = new BatchCache(load, options);
    const first = cache.getMany(['a', 'b']);
    const second = cache.getMany(['b', 'c']);
    answer(0, 'x');
    answer(1, 'x');
    expect([...(await first).values()]).toEqual(['a x', 'b x']);
    expect([...(await second).values()].sort()).toEqual(['b x', 'c x']);
    expect(await cache.get('a')).toBe('a x');
    expect(asked).toEqual([['a', 'b'], ['c']]);
  });

  test('is asked for anew when it changed meanwhile, and the old answer is not kept', async () => {
    const { load, asked, answer } = peer();
    const cache = new BatchCache(load, options);
    const before = cache.get('a');
    cache.delete('a');
    const after = cache.get('a');
    answer(1, 'new');
    answer(0, 'old');
    expect(await before).toBe('a old');
    expect(await after).toBe('a new');
    expect(await cache.get('a')).toBe('a new');
    expect(asked).toHaveLength(2);
  });

  test('is not missed for long when the asking failed', async () => {
    const { load, asked, answer, fail } = peer();
    const cache = new BatchCache(load, options);
    const [one, other] = [cache.get('a'), cache.get('a')];
    fail(0);
    await expect(one).rejects.toThrow('away');
    await expect(other).rejects.toThrow('away');
    const again = cache.get('a');
    answer(1, 'x');
    expect(await again).toBe('a x');
    expect(asked).toHaveLength(2);
  });
});
