import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '@tribus/kit/core/context.ts';
import { OutboundError } from '@tribus/kit/outbound/fetch.ts';
import type { mailFailures } from '../../api/email-settings.ts';

/** A server that takes mail. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; else from the moment that the server offers it. */
  secure: boolean;
  user?: string;
  password?: string;
}

/** Who sends mail, and by which way: to a server, or as files into a folder. */
export type MailConfig = { from: string; replyTo?: string } & ({ server: SmtpServer } | { folder: string });

export interface Mail {
  /** Names this mail: sent twice, it has the same Message-ID, and a file is written once. */
  id: string;
  to: string;
  /** Whom an answer goes to; the sender of all mail when not given. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  /** The same as a page (compose.ts). */
  html?: string;
}

/** Sends a mail, or throws a MailError, also when `signal` is aborted first; the caller tries again (jobs.ts). */
export interface Mailer {
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** A mail that could not be sent. Says nothing of what the server answered but its number: it may repeat what it was told. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly reason: MailFailure;
  /** The number that the server answered with. */
  readonly replyCode: number | undefined;

  constructor(cause: unknown) {
    const { code, responseCode } = { ...(cause as { code?: string; responseCode?: number }) };
    super(`the mail could not be sent: ${[code, responseCode].filter(Boolean).join(' ') || 'unknown reason'}`);
    this.reason = cause instanceof OutboundError ? 'host_not_allowed' : (reasons[code ?? ''] ?? 'failed');
    this.replyCode = responseCode;
  }
}

export type MailFailure = (typeof mailFailures)[number];

/** By the codes of nodemailer, and of Node below it. */
const reasons: Readonly<Partial<Record<string, MailFailure>>> = {
  EDNS: 'host_unknown',
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'host_unknown',
  ECONNECTION: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'timed_out',
  EABORT: 'timed_out',
  ETLS: 'tls_failed',
  EAUTH: 'login_refused',
  ENOAUTH: 'login_refused',
  EENVELOPE: 'address_refused',
  EMESSAGE: 'mail_refused',
};

interface MailerOptions {
  /** Told where files are. */
  log?: Pick<Context['log'], 'info'>;
  /** A mail takes so many milliseconds at most, however slowly its server answers. */
  limitMs?: number;
  /** A server that has said nothing for so many milliseconds since it was called is away. */
  silenceMs?: number;
  /** Where to connect to for a server that an admin named; throws when nobody may speak to it. */
  resolve?: (host: string, port: number) => Promise<string>;
}

export function openMailer(
  config: MailConfig | undefined,
  { log, limitMs = 60_000, silenceMs = 5_000, resolve }: MailerOptions = {},
): Mailer | undefined {
  if (!config) return undefined;
  return 'server' in config
    ? new SmtpMailer(config, config.server, { limitMs, silenceMs, resolve })
    : new FileMailer(config, config.folder, log);
}

/** Who mail is from, and whom an answer goes to where the mail itself does not say. */
type Sender = Pick<MailConfig, 'from' | 'replyTo'>;

/** Loaded for the first mail. */
const nodemailer = () => import('nodemailer');

const senderName = 'Tribus';
const safety = { disableFileAccess: true, disableUrlAccess: true };

/** Addresses and names are given as such, never as the text of a header, so nothing in them can begin another one. */
const messageOf = ({ from, replyTo }: Sender, { id, to, ...mail }: Mail) => ({
  ...(replyTo && { replyTo: { name: senderName, address: replyTo } }),
  ...mail,
  from: { name: senderName, address: from },
  to: { name: '', address: to },
  messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
});

type Limits = Required<Pick<MailerOptions, 'limitMs' | 'silenceMs'>>;

class SmtpMailer implements Mailer {
  readonly #sender: Sender;
  readonly #server: SmtpServer;
  readonly #limits: Limits;
  readonly #resolve: MailerOptions['resolve'];

  constructor(
    sender: Sender,
    server: SmtpServer,
    { resolve, ...limits }: Limits & { resolve: MailerOptions['resolve'] },
  ) {
    this.#sender = sender;
    this.#server = server;
    this.#limits = limits;
    this.#resolve = resolve;
  }

  async send(mail: Mail, signal: AbortSignal): Promise<void> {
    const { limitMs, silenceMs } = this.#limits;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    try {
      const address = await this.#resolve?.(this.#server.host, this.#server.port);
      const transport = await transportTo(this.#server, silenceMs, address);
      await transport.sendMail({ ...messageOf(this.#sender, mail), signal: limit });
    } catch (error) {
      throw new MailError(error);
    }
  }
}

/**
 * To the server, at the address that was found for it. Certificates are always checked, by the name of the server. One that
 * takes a password must speak TLS before it is told it.
 */
async function transportTo({ host, port, secure, user, password }: SmtpServer, silenceMs: number, address = host) {
  const { createTransport } = await nodemailer();
  return createTransport({
    host: address,
    port,
    secure,
    ...(address !== host && { tls: { servername: host } }),
    ...(user !== undefined && { auth: { user, pass: password ?? '' }, requireTLS: true }),
    dnsTimeout: silenceMs,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: 15_000,
    ...safety,
  });
}

class FileMailer implements Mailer {
  readonly #sender: Sender;
  readonly #folder: string;
  readonly #log: MailerOptions['log'];

  constructor(sender: Sender, folder: string, log: MailerOptions['log']) {
    this.#sender = sender;
    this.#folder = folder;
    this.#log = log;
  }

  /** Readable by the owner alone; whole, or not there. */
  async send(mail: Mail): Promise<void> {
    const { createTransport } = await nodemailer();
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...safety });
    const { message } = await transport.sendMail(messageOf(this.#sender, mail));
    const file = join(this.#folder, `${mail.id}.eml`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    this.#log?.info({ file }, 'mail written to a file');
  }
}
