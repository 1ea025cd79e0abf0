import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type Env, readConfig } from '@tribus/kit/runtime/config.ts';
import { readSettings } from '@tribus/kit/runtime/settings.ts';
import { identitySettings } from './config.ts';

const pem = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
const read = (env: Env) =>
  readConfig({ JWT_PRIVATE_KEY: pem, ...env }, (reader) => readSettings(reader, identitySettings));

test('ten failed logins are allowed and no admin is appointed unless it is said otherwise', () => {
  expect(read({})).toMatchObject({ loginFailures: 10, firstAdmin: undefined });
  expect(read({ RATE_LIMIT_LOGIN_FAILURES: '1000' }).loginFailures).toBe(1_000);
});

test('the first admin’s address is normalised', () => {
  const { firstAdmin } = read({ ADMIN_EMAIL: ' Admin@Tribus.test', ADMIN_PASSWORD: 'tribus-admin' });
  expect(firstAdmin).toEqual({ email: 'admin@tribus.test', password: 'tribus-admin' });
});

test('an address without a password, or a password that is too short, appoints nobody', () => {
  expect(() => read({ ADMIN_EMAIL: 'admin@tribus.test' })).toThrow('ADMIN_EMAIL and ADMIN_PASSWORD must be');
  expect(() => read({ ADMIN_EMAIL: 'admin@tribus.test', ADMIN_PASSWORD: 'short' })).toThrow(/must be/);
  expect(() => read({ ADMIN_EMAIL: 'admin@tribus.test', ADMIN_PASSWORD: 'short' })).not.toThrow(/short/);
});

test('a broken key is named and not repeated', () => {
  const broken = { JWT_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nMHcCAQEEIAsecret\n-----END PRIVATE KEY-----' };
  expect(() => read(broken)).toThrow('JWT_PRIVATE_KEY must hold PEM private keys on the curve P-256');
  expect(() => read(broken)).not.toThrow(/secret/);
});
