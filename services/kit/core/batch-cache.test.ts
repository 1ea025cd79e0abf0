import { describe, expect, test } from '@jest/globals';
import { BatchCache } from './batch-cache.ts';

/** A peer whose loads the test completes; `loads` lists the keys of each load. */
function peer() {
  const loads: string[][] = [];
  const answers: ((values: ReadonlyMap<string, string>) => void)[] = [];
  const failures: ((reason: Error) => void)[] = [];
  return {
    loads,
    load: (keys: string[]) =>
      new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
        loads.push(keys);
        answers.push(resolve);
        failures.push(reject);
      }),
    answer: (call: number, value: string) =>
      answers[call]?.(new Map(loads[call]?.map((key) => [key, `${key} ${value}`]))),
    fail: (call: number) => failures[call]?.(new Error('unavailable')),
  };
}

const options = { max: 10, ttlMs: 60_000 };

describe('a cached value', () => {
  test('is loaded once for concurrent requests', async () => {
    const { load, loads, answer } = peer();
    const cache = new BatchCache(load, options);
    const first = cache.getMany(['a', 'b']);
    const second = cache.getMany(['b', 'c']);
    answer(0, 'x');
    answer(1, 'x');
    expect([...(await first).values()]).toEqual(['a x', 'b x']);
    expect([...(await second).values()].sort()).toEqual(['b x', 'c x']);
    expect(await cache.get('a')).toBe('a x');
    expect(loads).toEqual([['a', 'b'], ['c']]);
  });

  test('stays while others are invalidated, which are loaded again, also when their load is pending', async () => {
    const { load, loads, answer } = peer();
    const cache = new BatchCache(load, options);
    const before = cache.getMany(['a1', 'b1']);
    answer(0, 'old');
    await before;
    const pending = cache.get('a2');
    cache.deleteWhere((key) => key.startsWith('a'));
    answer(1, 'old');
    await pending;
    const after = cache.getMany(['a1', 'a2', 'b1']);
    answer(2, 'new');
    expect([...(await after).values()].sort()).toEqual(['a1 new', 'a2 new', 'b1 old']);
    expect(loads).toEqual([['a1', 'b1'], ['a2'], ['a1', 'a2']]);
  });

  test('is loaded again when it was invalidated during a load, and the outdated value is not cached', async () => {
    const { load, loads, answer } = peer();
    const cache = new BatchCache(load, options);
    const before = cache.get('a');
    cache.delete('a');
    const after = cache.get('a');
    answer(1, 'new');
    answer(0, 'old');
    expect(await before).toBe('a old');
    expect(await after).toBe('a new');
    expect(await cache.get('a')).toBe('a new');
    expect(loads).toHaveLength(2);
  });

  test('is loaded again after a failed load', async () => {
    const { load, loads, answer, fail } = peer();
    const cache = new BatchCache(load, options);
    const [one, other] = [cache.get('a'), cache.get('a')];
    fail(0);
    await expect(one).rejects.toThrow('unavailable');
    await expect(other).rejects.toThrow('unavailable');
    const again = cache.get('a');
    answer(1, 'x');
    expect(await again).toBe('a x');
    expect(loads).toHaveLength(2);
  });
});
