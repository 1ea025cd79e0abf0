import { setImmediate as allElse } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { WriteCoalescer } from './write-coalescer.ts';

/** Records each batch, and writes it when its gate is opened. */
function gated(maxBatch = 10) {
  const batches: string[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const coalescer = new WriteCoalescer<string, string>(maxBatch, async (items) => {
    const gate = Promise.withResolvers<void>();
    batches.push([...items]);
    gates.push(gate);
    await gate.promise;
    return items.map((item) => item.toUpperCase());
  });
  return { coalescer, batches, gates };
}

test('the first write starts at once, and writes that arrive during it form one batch, each with its own result', async () => {
  const { coalescer, batches, gates } = gated();
  const answers = ['a', 'b', 'c'].map((item) => coalescer.add('key', item));
  expect(batches).toEqual([['a']]);
  gates[0]?.resolve();
  expect(await answers[0]).toBe('A');
  await allElse();
  expect(batches).toEqual([['a'], ['b', 'c']]);
  gates[1]?.resolve();
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C']);
});

test('a batch has a maximum size, and keys do not wait for each other', async () => {
  const { coalescer, batches, gates } = gated(2);
  const answers = ['a', 'b', 'c', 'd'].map((item) => coalescer.add('key', item));
  const other = coalescer.add('other', 'x');
  expect(batches).toEqual([['a'], ['x']]);
  gates[1]?.resolve();
  expect(await other).toBe('X');
  gates[0]?.resolve();
  await answers[0];
  await allElse();
  expect(batches.slice(2)).toEqual([['b', 'c']]);
  gates[2]?.resolve();
  await answers[2];
  await allElse();
  expect(batches.slice(3)).toEqual([['d']]);
  gates[3]?.resolve();
  expect(await answers[3]).toBe('D');
});

test('a failed batch rejects its own writes only', async () => {
  let fails = true;
  const coalescer = new WriteCoalescer<string, string>(1, async ([item = '']) => {
    if (fails) throw new Error('away');
    return [item];
  });
  await expect(coalescer.add('key', 'a')).rejects.toThrow('away');
  fails = false;
  await expect(coalescer.add('key', 'b')).resolves.toBe('b');
});

test('during an outage the writes that wait fail with the one that tried, and a later write tries again', async () => {
  const outage = Object.assign(new Error('no response'), { code: 'ETIMEDOUT' });
  const gate = Promise.withResolvers<void>();
  const tried: string[] = [];
  const coalescer = new WriteCoalescer<string, string>(1, async (items) => {
    tried.push(...items);
    if (tried.length === 1) await gate.promise;
    return [...items];
  });
  const outcomes = Promise.allSettled(['a', 'b', 'c'].map((item) => coalescer.add('key', item)));
  gate.reject(outage);
  expect(await outcomes).toEqual(['a', 'b', 'c'].map(() => ({ status: 'rejected', reason: outage })));
  expect(tried).toEqual(['a']);
  await expect(coalescer.add('key', 'd')).resolves.toBe('d');
});

test('a failure of one batch that is no outage leaves the writes that wait to be tried', async () => {
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  const coalescer = new WriteCoalescer<string, string>(1, async (items) => {
    calls += 1;
    if (calls === 1) await gate.promise;
    return [...items];
  });
  const outcomes = Promise.allSettled(['a', 'b'].map((item) => coalescer.add('key', item)));
  gate.reject(new Error('a fault'));
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
