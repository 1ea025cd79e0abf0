import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server was given it. */
export interface TakenMail {
  from: string;
  to: string[];
  /** As it was sent: headers, an empty line, the text. */
  raw: string;
}

/** A mail server on loopback that takes everything, until it is told to refuse. */
export class MailServer {
  readonly taken: TakenMail[] = [];
  /** Passwords that somebody tried to log in with. */
  readonly passwords: string[] = [];
  /** What it answers to each mail from now on, as if it had a problem of its own; taken again when undefined. */
  refusal: string | undefined;
  /** Whether it knows no account, and no reader. */
  refusesLogins = false;
  refusesReaders = false;
  /** Mails it refused. */
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
      onRcptTo: (_address, _session, done) => {
        done(this.refusesReaders ? Object.assign(new Error('unknown reader'), { responseCode: 550 }) : null);
      },
      onData: (stream, { envelope }, done) => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : '';
        const take = (raw: string) => {
          if (this.refusal === undefined) this.taken.push({ from, to: rcptTo.map(({ address }) => address), raw });
          else this.refused += 1;
          done(this.refusal === undefined ? null : Object.assign(new Error(this.refusal), { responseCode: 451 }));
        };
        // A client that breaks off is part of the tests.
        text(stream).then(take, () => undefined);
      },
    });
    this.#server.on('error', () => undefined);
  }

  /** What a service is started with to send its mails here. */
  get settings() {
    return {
      SMTP_URL: `smtp://127.0.0.1:${this.port}`,
      MAIL_FROM: 'hola@tribus.test',
      CONTACT_EMAIL: 'equipo@tribus.test',
    };
  }

  /** At a free port unless one is named. Without TLS unless `options` say so. */
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
