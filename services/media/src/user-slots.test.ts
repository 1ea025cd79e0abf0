import { expect, test } from '@jest/globals';
import { UserSlots } from './user-slots.ts';

/** Work that runs until the test ends it, by name. */
function openWork(slots: UserSlots) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    begin: (userId: string, name: string) =>
      slots.execute(userId, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      }),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      // Microtasks only: everything else of the slots happens within them.
      await new Promise(setImmediate);
    },
  };
}

test('a user has one slot at a time, and others do not wait for it', async () => {
  const slots = new UserSlots({ concurrency: 2, queueCapacity: 10 });
  const { begun, begin, end } = openWork(slots);
  const results = [begin('ana', 'a1'), begin('ana', 'a2'), begin('ana', 'a3'), begin('beto', 'b1'), begin('eva', 'e1')];
  await end('none');
  expect([begun, slots.working, slots.waiting]).toEqual([['a1', 'b1'], 2, 1]);
  for (const name of ['a1', 'b1', 'e1', 'a2', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'e1', 'a2', 'a3']);
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1', 'e1']);
  expect([slots.working, slots.waiting]).toEqual([0, 0]);
});

test('work that fails gives its slot to the next of its user', async () => {
  const slots = new UserSlots({ concurrency: 1, queueCapacity: 10 });
  const failure = slots.execute('ana', async () => {
    throw new Error('broken');
  });
  const next = slots.execute('ana', async () => 'done');
  await expect(failure).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('beyond the queue a user is refused for a while', async () => {
  const slots = new UserSlots({ concurrency: 1, queueCapacity: 1 });
  const { begin, end } = openWork(slots);
  const [first, second] = [begin('ana', 'a'), begin('beto', 'b')];
  await expect(begin('eva', 'e')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  await end('a');
  await end('b');
  expect(await Promise.all([first, second])).toEqual(['a', 'b']);
});

test('work whose request is over before it begins is dropped, behind its user as in the queue', async () => {
  const slots = new UserSlots({ concurrency: 1, queueCapacity: 10 });
  const { begun, begin, end } = openWork(slots);
  const request = new AbortController();
  const dropped = (userId: string) =>
    expect(slots.execute(userId, async () => begun.push('dropped'), request.signal)).rejects.toMatchObject({
      code: 'unavailable',
    });
  const first = begin('ana', 'a1');
  const refusals = [dropped('ana'), dropped('beto')];
  const last = begin('ana', 'a2');
  await end('none');
  request.abort();
  await end('a1');
  await end('a2');
  await Promise.all(refusals);
  expect(await Promise.all([first, last])).toEqual(['a1', 'a2']);
  await dropped('eva');
  expect([begun, slots.working, slots.waiting]).toEqual([['a1', 'a2'], 0, 0]);
});

test('work that has begun is finished, also when its request is over', async () => {
  const slots = new UserSlots({ concurrency: 1, queueCapacity: 10 });
  const request = new AbortController();
  const work = slots.execute(
    'ana',
    async () => {
      request.abort();
      return 'done';
    },
    request.signal,
  );
  expect(await work).toBe('done');
});
