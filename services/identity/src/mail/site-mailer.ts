import type { Secrets } from '@tribus/community/secrets.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { resolveOutbound } from '@tribus/kit/outbound/resolve.ts';
import type { StoredEmailSettings } from '../store/email-settings.ts';
import type { IdentityStore } from '../store/store.ts';
import { type Mail, type MailConfig, MailError, type Mailer, openMailer } from './mailer.ts';

interface SiteMailerOptions {
  store: Pick<IdentityStore, 'emailSettings'>;
  secrets: Secrets;
  /** Used while no admin has chosen other settings. */
  fromEnvironment: MailConfig | undefined;
  /** Private hosts that admins may choose as a mail server. */
  allowedHosts: readonly string[];
  log: Pick<Context['log'], 'info'>;
}

/** Ports of mail servers. */
const ports = [25, 465, 587, 2525];

/** Purpose of the encrypted password. */
export const aboutMailPassword = 'email settings';

/**
 * Sends mail with the admin's settings, else with those of the environment. A change applies to the next mail of every
 * replica.
 */
export class SiteMailer implements Mailer {
  readonly #options: SiteMailerOptions;
  readonly #default: Mailer | undefined;
  #isChosen = false;

  constructor(options: SiteMailerOptions) {
    this.#options = options;
    this.#default = openMailer(options.fromEnvironment, { log: options.log });
  }

  get fromEnvironment(): MailConfig | undefined {
    return this.#options.fromEnvironment;
  }

  /** Whether mail is configured, as last read by this replica. */
  get isOn(): boolean {
    return this.#default !== undefined || this.#isChosen;
  }

  /** Reads whether an admin has chosen mail settings. */
  async refresh(): Promise<void> {
    await this.#read();
  }

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    const chosen = await this.#read();
    const mailer = chosen ? this.#open(chosen) : this.#default;
    if (!mailer) throw new Error('no mail server is configured any more');
    await mailer.send(mail, signal);
  }

  /** Throws an `OutboundError` for a server that may not be contacted. */
  readonly resolve = (host: string, port: number): Promise<string> =>
    resolveOutbound(host, port, { allowedHosts: this.#options.allowedHosts, ports });

  async #read(): Promise<StoredEmailSettings | undefined> {
    const chosen = await this.#options.store.emailSettings.read();
    this.#isChosen = chosen !== undefined;
    return chosen;
  }

  #open({ host, port, secure, login, password, sender, replyTo }: StoredEmailSettings): Mailer | undefined {
    const account = login && { user: login, password: password === null ? '' : this.#decrypt(password) };
    const server = { host, port, secure, ...account };
    return openMailer({ from: sender, server, ...(replyTo && { replyTo }) }, { resolve: this.resolve });
  }

  #decrypt(password: string): string {
    try {
      return this.#options.secrets.decrypt(password, aboutMailPassword);
    } catch (error) {
      throw new MailError(error, 'password_unreadable');
    }
  }
}
