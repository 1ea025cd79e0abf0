import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as received by the server. */
export interface TakenMail {
  from: string;
  to: string[];
  /** The raw message: headers, an empty line, the text. */
  raw: string;
}

/** A mail server on loopback that accepts everything until a test sets a refusal. */
export class MailServer {
  readonly taken: TakenMail[] = [];
  /** Passwords received in logins. */
  readonly passwords: string[] = [];
  /** Response to each mail, as if the server had a fault; undefined to accept. */
  refusal: string | undefined;
  /** Rejects every login. */
  refusesLogins = false;
  refusesRecipients = false;
  /** Awaited before a recipient is accepted. */
  beforeRecipient: (address: string) => Promise<void> = async () => undefined;
  /** Awaited after a mail was taken, before the sender gets the reply. */
  beforeReply: () => Promise<void> = async () => undefined;
  /** Number of rejected mails. */
  refused = 0;
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      logger: false,
      ...options,
      onAuth: ({ username, password }, _session, done) => {
        this.passwords.push(password ?? '');
        if (this.refusesLogins) done(new Error('the-secret-of-the-server'));
        else done(null, { user: username ?? '' });
      },
      onRcptTo: ({ address }, _session, done) => {
        const refused = Object.assign(new Error('unknown recipient'), { responseCode: 550 });
        void this.beforeRecipient(address).then(() => done(this.refusesRecipients ? refused : null));
      },
      onData: (stream, { envelope }, done) => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : '';
        const take = async (raw: string) => {
          if (this.refusal === undefined) this.taken.push({ from, to: rcptTo.map(({ address }) => address), raw });
          else this.refused += 1;
          await this.beforeReply();
          done(this.refusal === undefined ? null : Object.assign(new Error(this.refusal), { responseCode: 451 }));
        };
        // Some tests abort the connection.
        text(stream).then(take, () => undefined);
      },
    });
    this.#server.on('error', () => undefined);
  }

  /** Settings for a service that sends its mail here. */
  get settings() {
    return {
      SMTP_URL: `smtp://127.0.0.1:${this.port}`,
      MAIL_FROM: 'hola@tribus.test',
      CONTACT_EMAIL: 'equipo@tribus.test',
    };
  }

  /** Opens a server, at a free port and without TLS by default. */
  static async open(options: SMTPServerOptions = { disabledCommands: ['STARTTLS'] }, port = 0): Promise<MailServer> {
    const mailServer = new MailServer(options);
    mailServer.#server.listen(port, '127.0.0.1');
    await once(mailServer.#server.server, 'listening');
    return mailServer;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
