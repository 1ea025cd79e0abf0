import { expect, test } from '@jest/globals';
import { Secrets } from './secrets.ts';

const about = 'second factor of ana';
const before = new Secrets('the-key-before');
const rotated = new Secrets('the-key-of-today the-key-before');

test('a secret is decrypted by its key, and encrypts differently each time', () => {
  const encrypted = before.encrypt('JBSWY3DP', about);
  expect(before.decrypt(encrypted, about)).toBe('JBSWY3DP');
  expect(encrypted).not.toContain('JBSWY3DP');
  expect(before.encrypt('JBSWY3DP', about)).not.toBe(encrypted);
});

test('old secrets are still decrypted after a rotation, and are not current', () => {
  const old = before.encrypt('JBSWY3DP', about);
  expect(rotated.decrypt(old, about)).toBe('JBSWY3DP');
  expect(rotated.isCurrent(old)).toBe(false);
  const renewed = rotated.encrypt('JBSWY3DP', about);
  expect(rotated.isCurrent(renewed)).toBe(true);
  expect(() => before.decrypt(renewed, about)).toThrow('an unknown key');
});

test('a secret of another account and a changed secret are refused', () => {
  const encrypted = before.encrypt('JBSWY3DP', about);
  expect(() => before.decrypt(encrypted, 'second factor of eva')).toThrow();
  expect(() => before.decrypt(`${encrypted.slice(0, -2)}AA`, about)).toThrow();
});

test('a hash matches after a rotation, and differs between accounts', () => {
  const [stored] = before.hashes('abcde-fghij', about);
  expect(rotated.hashes('abcde-fghij', about)).toContain(stored);
  expect(before.hashes('abcde-fghij', 'second factor of eva')).not.toContain(stored);
});

test('the constructor throws without a key', () => {
  expect(() => new Secrets(' ')).toThrow('no key');
});
