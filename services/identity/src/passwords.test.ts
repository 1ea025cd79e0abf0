import { expect, test } from '@jest/globals';
import { Passwords } from './passwords.ts';

test('a password is stored as argon2id with 19 MiB and two passes, and a new salt each time', async () => {
  const passwords = await Passwords.open();
  const [one, other] = await Promise.all([passwords.hash('secreto'), passwords.hash('secreto')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await passwords.matches(one, 'secreto')).toBe(true);
  expect(await passwords.matches(one, 'secreta')).toBe(false);
});

test('a person without a password hash cannot sign in with a password', async () => {
  const passwords = await Passwords.open();
  expect(await passwords.matches(null, 'secreto')).toBe(false);
  expect(await passwords.matches(undefined, '')).toBe(false);
});
