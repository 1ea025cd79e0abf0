import { expect, test } from '@jest/globals';
import { createIdempotencyKeys } from './idempotency-key.ts';

test('the same content keeps its key until it was sent, other content has a key of its own', () => {
  const keys = createIdempotencyKeys();
  const picture = { name: 'a.png' };
  const first = keys.keyFor('Hola', 1, picture);
  expect(keys.keyFor('Hola', 1, picture)).toBe(first);
  const others = [
    keys.keyFor('Hola!', 1, picture),
    keys.keyFor('Hola', 2, picture),
    keys.keyFor('Hola', 1, { name: 'a.png' }),
    keys.keyFor('Hola', 1),
    keys.keyFor('Hola', 1, picture),
  ];
  expect(new Set([first, ...others]).size).toBe(6);
  keys.forget();
  expect(keys.keyFor('Hola', 1, picture)).not.toBe(others.at(-1));
});
