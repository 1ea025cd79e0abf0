import { expect, test } from '@jest/globals';
import { Turnstile } from './turnstile.ts';

/** Work that is at it until it is told to end. */
function held() {
  let end = () => {};
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => work, end };
}

test('so many are inside at once, the others wait in order, and who finds no place is told to come later', async () => {
  const turnstile = new Turnstile(2, 2);
  const done: string[] = [];
  const [a, b] = [held(), held()];
  const passing = [turnstile.pass(a.work), turnstile.pass(b.work)];
  passing.push(turnstile.pass(async () => void done.push('third')));
  passing.push(turnstile.pass(async () => void done.push('fourth')));
  await expect(turnstile.pass(async () => void done.push('fifth'))).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfter: 2,
  });
  expect(done).toEqual([]);
  a.end();
  b.end();
  await Promise.all(passing);
  expect(done).toEqual(['third', 'fourth']);
});

test('who fills the queue alone gives up a place in it to anybody else', async () => {
  const turnstile = new Turnstile(1, 4);
  const done: string[] = [];
  const inside = held();
  const first = turnstile.pass(inside.work, 'flood');
  const flood = Array.from({ length: 4 }, (_, index) =>
    turnstile.pass(async () => void done.push(`flood ${index}`), 'flood').catch(({ code }) => done.push(code)),
  );
  const others = ['ana', 'beto'].map((name) => turnstile.pass(async () => void done.push(name), name));
  await expect(turnstile.pass(async () => undefined, 'flood')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(turnstile.pass(async () => undefined, 'ana')).rejects.toMatchObject({ code: 'unavailable' });
  inside.end();
  await Promise.all([first, ...flood, ...others]);
  expect(done).toEqual(['unavailable', 'unavailable', 'flood 0', 'flood 1', 'ana', 'beto']);
});

test('a place is free again after a failure', async () => {
  const turnstile = new Turnstile(1, 0);
  await expect(turnstile.pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(turnstile.pass(async () => 'in')).resolves.toBe('in');
});
