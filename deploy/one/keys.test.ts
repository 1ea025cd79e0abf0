import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { loadKeys } from './keys.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tribus-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('keys are made once and are the same at the next start', () => {
  const first = loadKeys(dataDir, {});
  expect(loadKeys(dataDir, {})).toEqual(first);
  expect(Buffer.from(first.SETTINGS_KEY, 'base64')).toHaveLength(32);
  expect(first.INTERNAL_TOKEN_SECRET.length).toBeGreaterThanOrEqual(32);
  expect(first.SETTINGS_KEY).not.toBe(first.INTERNAL_TOKEN_SECRET);
});

test('nobody but the owner may read the keys', () => {
  loadKeys(dataDir, {});
  const folder = join(dataDir, 'keys');
  const modes = readdirSync(folder).map((file) => statSync(join(folder, file)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600, 0o600]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('the public keys check what the private key signs', () => {
  const keys = loadKeys(dataDir, {});
  const signature = sign('sha256', Buffer.from('hola'), keys.JWT_PRIVATE_KEY);
  expect(verify('sha256', Buffer.from('hola'), createPublicKey(keys.JWT_PUBLIC_KEYS), signature)).toBe(true);
});

test('the keys of the operator win, each with its public half beside those that are added', () => {
  const env = {
    JWT_PRIVATE_KEY: newPem() + newPem(),
    JWT_PUBLIC_KEYS: loadKeys(dataDir, {}).JWT_PUBLIC_KEYS,
    INTERNAL_TOKEN_SECRET: 'theirs',
    SETTINGS_KEY: 'theirs too',
  };
  const keys = loadKeys(dataDir, env);
  expect(keys).toMatchObject({ ...env, JWT_PUBLIC_KEYS: expect.anything() });
  expect(keys.JWT_PUBLIC_KEYS.match(/BEGIN PUBLIC KEY/g)).toHaveLength(3);
});

test.each([
  ['no PEM', 'hunter2'],
  ['another curve', newPem('secp384r1')],
])('a private key that cannot sign (%s) is refused by name', (_what, pem) => {
  expect(() => loadKeys(dataDir, { JWT_PRIVATE_KEY: pem })).toThrow(/JWT_PRIVATE_KEY must hold/);
});

function newPem(namedCurve = 'P-256'): string {
  return generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
