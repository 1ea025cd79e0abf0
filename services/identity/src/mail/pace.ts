import { mailPaceSeconds } from '../../limits.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTx } from '../store/store.ts';

const paceMs = mailPaceSeconds * 1_000;

/**
 * Whether an address may be mailed of this kind now, which is noted: once a minute, whichever accounts are made for it, so
 * that nobody fills the mailbox of somebody else.
 */
export function isMailDue(
  { ctx, secrets }: Pick<Deps, 'ctx' | 'secrets'>,
  tx: IdentityTx,
  email: string,
  kind: string,
): Promise<boolean> {
  const now = ctx.clock.now();
  const [addressHash] = secrets.hashes(email, 'mailed address');
  return tx.lastMails.note(addressHash, kind, now, new Date(now.getTime() - paceMs));
}
