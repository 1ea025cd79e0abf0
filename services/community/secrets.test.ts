import { expect, test } from '@jest/globals';
import { Secrets } from './secrets.ts';

const about = 'second factor of ana';
const before = new Secrets('the-key-before');
const rotated = new Secrets('the-key-of-today the-key-before');

test('a secret is read again by its key, and is another text each time', () => {
  const encrypted = before.encrypt('JBSWY3DP', about);
  expect(before.decrypt(encrypted, about)).toBe('JBSWY3DP');
  expect(encrypted).not.toContain('JBSWY3DP');
  expect(before.encrypt('JBSWY3DP', about)).not.toBe(encrypted);
});

test('a new first key reads what the one before encrypted, and says that it is to be encrypted anew', () => {
  const old = before.encrypt('JBSWY3DP', about);
  expect(rotated.decrypt(old, about)).toBe('JBSWY3DP');
  expect(rotated.isCurrent(old)).toBe(false);
  const renewed = rotated.encrypt('JBSWY3DP', about);
  expect(rotated.isCurrent(renewed)).toBe(true);
  expect(() => before.decrypt(renewed, about)).toThrow('a key that is not there');
});

test('a secret of one account is none of another, and a changed one is refused', () => {
  const encrypted = before.encrypt('JBSWY3DP', about);
  expect(() => before.decrypt(encrypted, 'second factor of eva')).toThrow();
  expect(() => before.decrypt(`${encrypted.slice(0, -2)}AA`, about)).toThrow();
});

test('a hash is recognised after its key was rotated, and tells accounts apart', () => {
  const [kept] = before.hashes('abcde-fghij', about);
  expect(rotated.hashes('abcde-fghij', about)).toContain(kept);
  expect(before.hashes('abcde-fghij', 'second factor of eva')).not.toContain(kept);
});

test('without a key nothing starts', () => {
  expect(() => new Secrets(' ')).toThrow('no key');
});
