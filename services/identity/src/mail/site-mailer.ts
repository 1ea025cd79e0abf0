import type { Secrets } from '@tribus/community/secrets.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { resolveOutbound } from '@tribus/kit/outbound/resolve.ts';
import type { StoredEmailSettings } from '../store/email-settings.ts';
import type { IdentityStore } from '../store/store.ts';
import { type Mail, type MailConfig, MailError, type Mailer, openMailer } from './mailer.ts';

interface SiteMailerOptions {
  store: Pick<IdentityStore, 'emailSettings'>;
  secrets: Secrets;
  /** How mail leaves while no admin has chosen it. */
  fromEnvironment: MailConfig | undefined;
  /** Private hosts that an admin's server may be. */
  allowedHosts: readonly string[];
  log: Pick<Context['log'], 'info'>;
}

/** Ports of mail servers. */
const ports = [25, 465, 587, 2525];

/** Whose secret the password is. */
export const aboutMailPassword = 'email settings';

/** Sends mail as an admin chose it, else as the environment says. What is chosen holds for the next mail of every copy. */
export class SiteMailer implements Mailer {
  readonly #options: SiteMailerOptions;
  readonly #usual: Mailer | undefined;
  #isChosen = false;

  constructor(options: SiteMailerOptions) {
    this.#options = options;
    this.#usual = openMailer(options.fromEnvironment, { log: options.log });
  }

  get fromEnvironment(): MailConfig | undefined {
    return this.#options.fromEnvironment;
  }

  /** Whether mail leaves at all, as far as this copy knows. */
  get isOn(): boolean {
    return this.#usual !== undefined || this.#isChosen;
  }

  /** Learns whether an admin has chosen how mail leaves. */
  async refresh(): Promise<void> {
    await this.#read();
  }

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    const chosen = await this.#read();
    const mailer = chosen ? this.#open(chosen) : this.#usual;
    if (!mailer) throw new Error('no mail server is set any more');
    await mailer.send(mail, signal);
  }

  /** Throws an `OutboundError` for a server that nobody may speak to. */
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
      throw new MailError(error);
    }
  }
}
