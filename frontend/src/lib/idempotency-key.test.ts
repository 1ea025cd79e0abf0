/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { lucia } from '../../testing/people.ts';
import { createIdempotencyKeys, useIdempotencyKeys } from './idempotency-key.ts';
import { session } from './session.ts';

beforeEach(() => session.start('t', lucia));
afterEach(() => session.end());

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

/** Opens a form, asks for the key of its content and leaves it. */
function keyOnVisit(): string {
  const { result, unmount } = renderHook(() => useIdempotencyKeys('post:7'));
  const key = result.current.keyFor('Hola');
  unmount();
  return key;
}

test('the content of a form keeps its key when a person returns, also after their session has expired', () => {
  const first = keyOnVisit();
  expect(keyOnVisit()).toBe(first);
  session.end('expired');
  session.start('t2', lucia);
  expect(keyOnVisit()).toBe(first);
});

test('signing out forgets the keys', () => {
  const first = keyOnVisit();
  session.end();
  session.start('t2', lucia);
  expect(keyOnVisit()).not.toBe(first);
});

test('the keys of a person whose session has expired are forgotten once another person signs in', () => {
  const first = keyOnVisit();
  session.end('expired');
  session.start('t2', { ...lucia, id: 'another' });
  session.end('expired');
  session.start('t3', lucia);
  expect(keyOnVisit()).not.toBe(first);
});
