import { until } from '@tribus/kit/testing/until.ts';
import type { MailServer, TakenMail } from './mail-server.ts';

/** The text version of a mail. */
export function textOf({ raw }: Pick<TakenMail, 'raw'>): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const parts = boundary === undefined ? [raw] : raw.split(`\r\n--${boundary}`);
  const part = parts.find((candidate) => /content-type: text\/plain/i.test(candidate)) ?? raw;
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/transfer-encoding: quoted-printable/i.test(head)) return body;
  const escaped = body
    .replace(/=\r\n/g, '')
    .replaceAll('%', '%25')
    .replace(/=([0-9A-F]{2})/g, '%$1');
  return decodeURIComponent(escaped);
}

/** Returns the mails to an address that contain a link to this page, in order. */
export const mailsTo = (server: MailServer, email: string, page: string): TakenMail[] =>
  server.taken.filter((mail) => mail.to.includes(email) && textOf(mail).includes(page));

/** Waits for `count` mails to an address and returns the token of the link in the latest. */
export async function mailedToken(server: MailServer, email: string, page: string, count = 1): Promise<string> {
  await until(() => mailsTo(server, email, page).length >= count, `${count} mails to ${email} with ${page}`);
  const mail = mailsTo(server, email, page).at(-1);
  return new RegExp(`${page}\\?token=([\\w-]+)`).exec(mail ? textOf(mail) : '')?.[1] ?? '';
}
