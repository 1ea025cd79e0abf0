import { mailIntervalSeconds } from '../../limits.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTx } from '../store/store.ts';

const intervalMs = mailIntervalSeconds * 1_000;

/** A mail to an address. With `byId`, the account that asks for it, each account has its own interval. */
interface IntervalMail {
  email: string;
  kind: MailKind;
  byId?: string;
}

type MailKind = 'verification' | 'reset' | 'email_change';

/**
 * Returns whether an address may be mailed with this kind now, and records it: once a minute per address, across
 * accounts, so that registrations cannot flood another person's mailbox. Stores a hash only, from which a deleted
 * account cannot be recognized.
 */
export function isMailDue(
  { ctx, secrets }: Pick<Deps, 'ctx' | 'secrets'>,
  tx: IdentityTx,
  { email, kind, byId }: IntervalMail,
): Promise<boolean> {
  const now = ctx.clock.now();
  const [addressHash] = secrets.hashes(byId ? `${email} ${byId}` : email, 'mailed address');
  return tx.lastMails.record(addressHash, kind, now, new Date(now.getTime() - intervalMs));
}
