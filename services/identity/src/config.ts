import { newAccountHours } from '@tribus/community/new-accounts.ts';
import { settingsKey } from '@tribus/community/settings-key.ts';
import type { Environment } from '@tribus/kit/core/config.ts';
import { integer, type Setting, url, variable } from '@tribus/kit/core/settings.ts';
import { outboundHosts } from '@tribus/kit/outbound/allowed-hosts.ts';
import { Registration } from '../api.ts';
import { passwordMax, passwordMin } from '../limits.ts';
import type { FirstAdmin } from './first-admin.ts';
import { google } from './google-settings.ts';
import { contactEmail, mail } from './mail/settings.ts';
import { readSigningKeys } from './tokens.ts';

/** PEM private keys, checked. */
const signingKeys: Setting<string> = {
  variables: [
    variable('JWT_PRIVATE_KEY', {
      about: 'Keys that sign sessions; the first of several signs.',
      type: 'PEM private keys on the curve P-256',
      required: true,
      secret: true,
    }),
  ],
  read: readCheckedKeys,
};

const firstAdmin: Setting<FirstAdmin | undefined> = {
  variables: [
    variable('ADMIN_EMAIL', {
      about: 'Email address of the account that is made an administrator at startup.',
      type: 'an address',
    }),
    variable('ADMIN_PASSWORD', {
      about: 'The password of that account when it is created or promoted; required with `ADMIN_EMAIL`.',
      type: `a text of ${passwordMin} to ${passwordMax} characters`,
      secret: true,
    }),
  ],
  read: readFirstAdmin,
};

/** Base of all links, whatever the Host header of a request. */
const publicUrl: Setting<string> = (() => {
  const { variables, read } = url('PUBLIC_URL', ['http:', 'https:'], {
    about: 'The public URL of the site, used in links of mails; https enables HSTS.',
    example: 'http://localhost:8080',
  });
  return { variables, read: (env) => originOf(read(env)) };
})();

export const identitySettings = {
  signingKeys,
  settingsKey,
  firstAdmin,
  mail,
  contactEmail,
  publicUrl,
  google,
  outboundHosts,
  newAccountHours,
  /** See login-attempts.ts. */
  loginFailures: integer('RATE_LIMIT_LOGIN_FAILURES', {
    about: 'Failed logins to one account from one address after which further ones are delayed.',
    default: 10,
    min: 1,
    max: 100_000,
  }),
};

/** An invalid URL has already been reported. */
const originOf = (text: string): string => (URL.canParse(text) ? new URL(text).origin : text);

function readCheckedKeys(env: Environment): string {
  const pems = env.text('JWT_PRIVATE_KEY');
  try {
    if (pems) readSigningKeys(pems);
  } catch {
    // The error is not quoted: its message might contain the key.
    env.problems.push('JWT_PRIVATE_KEY must contain PEM private keys on the curve P-256');
  }
  return pems;
}

function readFirstAdmin(env: Environment): FirstAdmin | undefined {
  const [email, password] = [env.optional('ADMIN_EMAIL'), env.optional('ADMIN_PASSWORD')];
  if (email === undefined && password === undefined) return undefined;
  const admin = Registration.safeParse({ email, password });
  if (!admin.success)
    env.problems.push(
      `ADMIN_EMAIL and ADMIN_PASSWORD must be an email address and a password of ${passwordMin} to ${passwordMax} characters`,
    );
  return admin.data;
}
