import type { Environment } from '@tribus/kit/core/config.ts';
import { type Setting, variable } from '@tribus/kit/core/settings.ts';
import { z } from 'zod';
import type { MailConfig, SmtpServer } from './mailer.ts';

/** Sender and contact address of mail that is written to files; no address of a site. */
export const defaultSender = 'tribus@localhost';
const ports = { 'smtp:': 587, 'smtps:': 465 };

/** Mail configuration; undefined when mail is off. */
export const mail: Setting<MailConfig | undefined> = {
  variables: [
    variable('SMTP_URL', {
      about: 'The mail server; a user and password in the URL are sent over TLS only.',
      type: 'a URL starting with smtp:// or smtps://',
      secret: true,
    }),
    variable('MAIL_FROM', {
      about: 'The sender of mail, without a name; required with `SMTP_URL`.',
      type: 'an address',
    }),
    variable('MAIL_DIR', {
      about: 'The folder to which mail is written as `.eml` files without a mail server.',
      type: 'a folder',
      wired: true,
    }),
  ],
  read: readMail,
};

export const contactEmail: Setting<string> = {
  variables: [
    variable('CONTACT_EMAIL', {
      about: 'The recipient of messages from the contact form; required with `SMTP_URL`.',
      type: 'an address',
    }),
  ],
  read: (env) => readAddress(env, 'CONTACT_EMAIL'),
};

function readMail(env: Environment): MailConfig | undefined {
  const from = readAddress(env, 'MAIL_FROM');
  const [url, folder] = [env.optional('SMTP_URL'), env.optional('MAIL_DIR')];
  if (url !== undefined) return { from, server: readServer(env, url) };
  return folder === undefined ? undefined : { from, folder };
}

function readAddress(env: Environment, name: string): string {
  const isRequired = env.optional('SMTP_URL') !== undefined;
  const address = isRequired ? env.text(name) : env.textOr(name, defaultSender);
  if (address && address !== defaultSender && !z.email().safeParse(address).success)
    env.problems.push(`${name} must be an email address`);
  return address;
}

/** An invalid URL is not quoted: it may contain a password. */
function readServer(env: Environment, text: string): SmtpServer {
  try {
    return serverOf(new URL(text));
  } catch {
    env.problems.push('SMTP_URL must be a URL starting with smtp:// or smtps://');
    return { host: '', port: 0, secure: true };
  }
}

/** Throws when the URL names no server. */
function serverOf({ hostname, port, protocol, username, password }: URL): SmtpServer {
  if (!hostname || (protocol !== 'smtp:' && protocol !== 'smtps:')) throw new Error('no mail server');
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || ports[protocol],
    secure: protocol === 'smtps:',
    ...(username && { user: decodeURIComponent(username), password: decodeURIComponent(password) }),
  };
}
