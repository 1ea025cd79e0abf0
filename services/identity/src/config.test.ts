import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type Env, readConfig } from '@tribus/kit/core/config.ts';
import { readSettings } from '@tribus/kit/core/settings.ts';
import { identitySettings } from './config.ts';

const pem = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
const read = (env: Env) =>
  readConfig(
    {
      JWT_PRIVATE_KEY: pem,
      SETTINGS_KEY: 'a-secret-of-32-characters-or-more',
      PUBLIC_URL: 'https://tribus.test',
      ...env,
    },
    (env) => readSettings(env, identitySettings),
  );

test('ten failed logins are allowed and no admin is appointed by default', () => {
  expect(read({})).toMatchObject({ loginFailures: 10, firstAdmin: undefined });
  expect(read({ RATE_LIMIT_LOGIN_FAILURES: '1000' }).loginFailures).toBe(1_000);
});

test('the first admin’s address is normalised', () => {
  const { firstAdmin } = read({ ADMIN_EMAIL: ' Admin@Tribus.test', ADMIN_PASSWORD: 'tribus-admin' });
  expect(firstAdmin).toEqual({ email: 'admin@tribus.test', password: 'tribus-admin' });
});

test('an address without a password, or a too short password, appoints no admin', () => {
  expect(() => read({ ADMIN_EMAIL: 'admin@tribus.test' })).toThrow('ADMIN_EMAIL and ADMIN_PASSWORD must be');
  expect(() => read({ ADMIN_EMAIL: 'admin@tribus.test', ADMIN_PASSWORD: 'short' })).toThrow(/must be/);
  expect(() => read({ ADMIN_EMAIL: 'admin@tribus.test', ADMIN_PASSWORD: 'short' })).not.toThrow(/short/);
});

test('links start with the public address without a trailing slash', () => {
  expect(read({ PUBLIC_URL: 'https://tribus.example:8443/' }).publicUrl).toBe('https://tribus.example:8443');
  expect(() => read({ PUBLIC_URL: 'tribus.example' })).toThrow('PUBLIC_URL must be a URL');
});

test('an invalid key is reported by its variable and not quoted', () => {
  const broken = { JWT_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nMHcCAQEEIAsecret\n-----END PRIVATE KEY-----' };
  expect(() => read(broken)).toThrow('JWT_PRIVATE_KEY must contain PEM private keys on the curve P-256');
  expect(() => read(broken)).not.toThrow(/secret/);
});

test('mail goes to the configured server, else to a folder, else nowhere', () => {
  const team = { MAIL_FROM: 'hola@tribus.test', CONTACT_EMAIL: 'equipo@tribus.test' };
  const server = { host: 'mail.test', port: 587, secure: false };
  const mailOf = (env: Env) => read(env).mail;
  expect(read({ SMTP_URL: 'smtp://mail.test', MAIL_DIR: '/mail', ...team })).toMatchObject({
    mail: { from: 'hola@tribus.test', server },
    contactEmail: 'equipo@tribus.test',
  });
  const login = { user: 'ana@tribus.test', password: 'p@ss:1' };
  expect(mailOf({ SMTP_URL: 'smtps://ana%40tribus.test:p%40ss%3A1@[::1]:2465', ...team })).toEqual({
    from: 'hola@tribus.test',
    server: { host: '::1', port: 2465, secure: true, ...login },
  });
  expect(mailOf({ MAIL_DIR: '/mail' })).toEqual({ from: 'tribus@localhost', folder: '/mail' });
  expect(mailOf({})).toBeUndefined();
});

test('a mail server needs a sender and a contact address; its URL is not quoted', () => {
  const secret = 'smtp://ana:secret@mail.test';
  expect(() => read({ SMTP_URL: secret })).toThrow(/MAIL_FROM is not set[\s\S]*CONTACT_EMAIL is not set/);
  // The name of the sender is always Tribus.
  for (const MAIL_FROM of ['Tribus', 'Tribus <hola@example.test>'])
    expect(() => read({ SMTP_URL: secret, MAIL_FROM, CONTACT_EMAIL: 'a@b.test' })).toThrow(
      'MAIL_FROM must be an email address',
    );
  for (const wrong of ['http://ana:secret@mail.test', 'ana:secret', 'smtp://', 'smtp://ana:se%cret@mail.test']) {
    const env = { SMTP_URL: wrong, MAIL_FROM: 'a@b.test', CONTACT_EMAIL: 'a@b.test' };
    expect(() => read(env)).toThrow('SMTP_URL must be a URL starting with smtp:// or smtps://');
    expect(() => read(env)).not.toThrow(/secret|cret@/);
  }
});
