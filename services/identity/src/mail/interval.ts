import { mailIntervalSeconds } from '../../limits.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTx } from '../store/store.ts';

const intervalMs = mailIntervalSeconds * 1_000;

/**
 * Returns whether an address may be mailed with this kind now, and records it: once a minute per address, across
 * accounts, so that registrations cannot flood another person's mailbox.
 */
export function isMailDue(
  { ctx, secrets }: Pick<Deps, 'ctx' | 'secrets'>,
  tx: IdentityTx,
  email: string,
  kind: string,
): Promise<boolean> {
  const now = ctx.clock.now();
  const [addressHash] = secrets.hashes(email, 'mailed address');
  return tx.lastMails.record(addressHash, kind, now, new Date(now.getTime() - intervalMs));
}
