import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { secret, text } from '@tribus/kit/core/settings.ts';
import { fillRequired, loadKeys } from './keys.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tribus-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('keys are created once and reused at the next start', () => {
  const first = loadKeys(dataDir, {});
  expect(loadKeys(dataDir, {})).toEqual(first);
  expect(Buffer.from(first.INTERNAL_TOKEN_SECRET, 'base64')).toHaveLength(32);
});

test('required settings have a local value, which the operator can override', () => {
  const { variables } = secret('MAIL_KEY', { about: 'Seals addresses.' });
  const declared = [...variables, ...text('MAIL_FROM', { about: 'The sender.', example: 'us@tribus.test' }).variables];
  const first = fillRequired(dataDir, declared, {});
  expect(first).toEqual({ MAIL_KEY: expect.stringMatching(/^.{44}$/), MAIL_FROM: 'us@tribus.test' });
  expect(fillRequired(dataDir, declared, { MAIL_KEY: '' })).toEqual(first);
  expect(fillRequired(dataDir, declared, { MAIL_KEY: 'theirs', MAIL_FROM: 'them@tribus.test' })).toEqual({});
});

test('only the owner may read the keys', () => {
  loadKeys(dataDir, {});
  const folder = join(dataDir, 'keys');
  const modes = readdirSync(folder).map((file) => statSync(join(folder, file)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('the public keys verify signatures of the private key', () => {
  const keys = loadKeys(dataDir, {});
  const signature = sign('sha256', Buffer.from('hola'), keys.JWT_PRIVATE_KEY);
  expect(verify('sha256', Buffer.from('hola'), createPublicKey(keys.JWT_PUBLIC_KEYS), signature)).toBe(true);
});

test('the keys of the operator take precedence, each with its public key besides the added ones', () => {
  const env = {
    JWT_PRIVATE_KEY: newPem() + newPem(),
    JWT_PUBLIC_KEYS: loadKeys(dataDir, {}).JWT_PUBLIC_KEYS,
    INTERNAL_TOKEN_SECRET: 'theirs',
  };
  const keys = loadKeys(dataDir, env);
  expect(keys).toMatchObject({ ...env, JWT_PUBLIC_KEYS: expect.anything() });
  expect(keys.JWT_PUBLIC_KEYS.match(/BEGIN PUBLIC KEY/g)).toHaveLength(3);
});

test.each([
  ['no PEM', 'hunter2'],
  ['another curve', newPem('secp384r1')],
])('a private key that cannot sign (%s) is refused by name', (_what, pem) => {
  expect(() => loadKeys(dataDir, { JWT_PRIVATE_KEY: pem })).toThrow(/JWT_PRIVATE_KEY must contain/);
});

function newPem(namedCurve = 'P-256'): string {
  return generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
