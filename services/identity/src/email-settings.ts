import { changedFields } from '@tribus/community/audit.ts';
import type { Secrets } from '@tribus/community/secrets.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Language } from '@tribus/kit/core/language.ts';
import { OutboundError } from '@tribus/kit/outbound/fetch.ts';
import type { EmailSettings, EmailSettingsChange, EmailTestOutcome } from '../api/email-settings.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { composeMail } from './mail/compose.ts';
import type { MailContent } from './mail/content.ts';
import { type MailConfig, MailError } from './mail/mailer.ts';
import { defaultSender } from './mail/settings.ts';
import { aboutMailPassword } from './mail/site-mailer.ts';
import type { StoredEmailSettings } from './store/email-settings.ts';

/** Below the timeout of the route. */
const testMs = 25_000;

/** Returns the mail settings without the password. */
export async function readEmailSettings({ store, mailer }: Pick<Deps, 'store' | 'mailer'>): Promise<EmailSettings> {
  return present(await store.emailSettings.read(), mailer.fromEnvironment);
}

/**
 * Changes the given mail settings and leaves the others. A password is sent only to the server it was entered for.
 * Throws 400 `mail_host_private`, `mail_sender_missing` or `mail_password_needed`.
 */
export async function changeEmailSettings(
  deps: Pick<Deps, 'ctx' | 'store' | 'secrets' | 'mailer'>,
  change: EmailSettingsChange,
): Promise<EmailSettings> {
  const { ctx, store, mailer, secrets } = deps;
  const { fromEnvironment } = mailer;
  // An empty change stores nothing, so later changes of the environment still apply.
  if (Object.keys(change).length === 0) return readEmailSettings(deps);
  const defaults = environmentSettings(secrets, fromEnvironment);
  await assertAllowed(mailer, { ...defaults, ...(await store.emailSettings.read()), ...change });
  const settings = await store.transaction(async (tx) => {
    // Serialises changes, also the first one, when there is no row to lock.
    await tx.site.lock();
    const stored = await tx.emailSettings.read();
    const next = merge(secrets, stored ?? defaults, change);
    if (next) await tx.emailSettings.write(next);
    else await tx.emailSettings.remove();
    const [before, after] = [present(stored, fromEnvironment), present(next, fromEnvironment)];
    const facts = changedFields({ ...before }, { ...after });
    const isNewPassword = Boolean(next && change.password);
    if (Object.keys(facts.after).length > 0 || isNewPassword)
      await audit(ctx, tx, {
        action: 'site_settings_changed',
        target: { type: 'site', id: 'email' },
        before: facts.before,
        after: { ...facts.after, ...(isNewPassword && { passwordChanged: true }) },
      });
    return after;
  });
  await mailer.refresh();
  return settings;
}

/** Sends a mail with the current settings and returns the reason when it fails. */
export async function testEmailSettings(
  { ctx, mailer }: Pick<Deps, 'ctx' | 'mailer'>,
  to: string,
  { language }: Actor,
): Promise<EmailTestOutcome> {
  await mailer.refresh();
  if (!mailer.isOn) return { ok: false, reason: 'off' };
  const mail = { id: ctx.newId(), to, ...composeMail(language, testMail[language]) };
  try {
    await mailer.send(mail, AbortSignal.timeout(testMs));
    return { ok: true };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const { reason, replyCode } = error;
    return { ok: false, reason, ...(replyCode !== undefined && { replyCode }) };
  }
}

/** Re-encrypts the password with the current key; a password whose key is missing stays as it is. */
export async function renewMailPassword({
  ctx,
  store,
  secrets,
}: Pick<Deps, 'ctx' | 'store' | 'secrets'>): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.site.lock();
    const stored = await tx.emailSettings.read();
    if (!stored?.password || secrets.isCurrent(stored.password)) return;
    try {
      const password = secrets.encrypt(secrets.decrypt(stored.password, aboutMailPassword), aboutMailPassword);
      await tx.emailSettings.write({ ...stored, password });
    } catch (error) {
      ctx.log.warn(
        { err: error },
        'mail server password not decrypted: its key is missing; an admin must enter it again',
      );
    }
  });
}

const emptySettings: StoredEmailSettings = {
  host: '',
  port: 587,
  secure: false,
  login: '',
  password: null,
  sender: '',
  replyTo: '',
};

/** Returns the settings of the environment in stored form. */
function environmentSettings(secrets: Secrets, config: MailConfig | undefined): StoredEmailSettings {
  if (!config || !('server' in config)) return emptySettings;
  const { host, port, secure, user = '', password } = config.server;
  return {
    host,
    port,
    secure,
    login: user,
    password: password === undefined ? null : secrets.encrypt(password, aboutMailPassword),
    sender: config.from,
    replyTo: '',
  };
}

/** Returns undefined when no server is set. */
function merge(
  secrets: Secrets,
  base: StoredEmailSettings,
  change: EmailSettingsChange,
): StoredEmailSettings | undefined {
  const { user: login = base.login, from: sender = base.sender, password: typed, ...rest } = change;
  const next = { ...base, ...rest, login, sender };
  if (!next.host) return undefined;
  if (!next.sender) throw errors.fail('mail_sender_missing');
  return { ...next, password: passwordOf(secrets, base, next, typed) };
}

function passwordOf(
  secrets: Secrets,
  base: StoredEmailSettings,
  next: StoredEmailSettings,
  typed: string | undefined,
): string | null {
  if (!next.login || typed === '') return null;
  if (typed !== undefined) return secrets.encrypt(typed, aboutMailPassword);
  if (base.password !== null && base.host !== next.host) throw errors.fail('mail_password_needed');
  return base.password;
}

/** An unresolvable name is accepted: the test mail reports it. */
async function assertAllowed(
  { resolve }: Pick<Deps['mailer'], 'resolve'>,
  { host, port }: Pick<StoredEmailSettings, 'host' | 'port'>,
): Promise<void> {
  if (!host) return;
  await resolve(host, port).catch((error) => {
    if (error instanceof OutboundError) throw errors.fail('mail_host_private');
  });
}

function present(stored: StoredEmailSettings | undefined, config: MailConfig | undefined): EmailSettings {
  if (stored) {
    const { host, port, secure, login: user, password, sender: from, replyTo } = stored;
    return { host, port, secure, user, hasPassword: password !== null, from, replyTo, source: 'settings' };
  }
  const { host, port, secure, replyTo } = emptySettings;
  const from = config && config.from !== defaultSender ? config.from : '';
  const nothing = { host, port, secure, user: '', hasPassword: false, from, replyTo };
  if (!config) return { ...nothing, source: 'none' };
  if (!('server' in config)) return { ...nothing, source: 'files' };
  const { user = '', password, ...server } = config.server;
  return { ...nothing, ...server, user, hasPassword: password !== undefined, source: 'environment' };
}

const testMail: Readonly<Record<Language, MailContent>> = {
  es: {
    subject: 'Prueba de correo de Tribus',
    heading: 'El correo funciona',
    paragraphs: ['Este mensaje ha salido con los ajustes de correo de tu sitio. No tienes que hacer nada más.'],
  },
  en: {
    subject: 'Test mail from Tribus',
    heading: 'Mail works',
    paragraphs: ['This message left by the mail settings of your site. There is nothing else to do.'],
  },
  zh: {
    subject: 'Tribus 测试邮件',
    heading: '邮件可以正常发送',
    paragraphs: ['这封邮件是按照你站点的邮件设置发出的，无需任何操作。'],
  },
};
