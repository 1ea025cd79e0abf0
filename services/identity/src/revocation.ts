import { endSessions } from './sessions.ts';
import type { IdentityTx } from './store/store.ts';

/**
 * Ends all that lets somebody act as a user by what was proved before: sessions (all but one), sign-ins that are under way
 * or wait for a second factor, and mailed links to another password or address, also those that are about to be mailed.
 * Every change of what protects an account goes through here. The ways in themselves stay.
 */
export async function revokeAccess(tx: IdentityTx, userId: string, exceptSessionId?: string): Promise<void> {
  await tx.users.raiseSecurityEpoch(userId);
  await endSessions(tx, userId, exceptSessionId);
}

/** The same, and takes away every way in but the password: for who proves an account to be theirs that others have used. */
export async function revokeWaysIn(tx: IdentityTx, userId: string): Promise<void> {
  await tx.passkeys.removeAll(userId);
  await tx.secondFactors.disable(userId);
  await tx.googleIdentities.removeOf(userId);
  await revokeAccess(tx, userId);
}
