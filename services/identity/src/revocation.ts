import { endSessions } from './sessions.ts';
import type { IdentityTx } from './store/store.ts';

/**
 * Ends every access granted by an earlier proof: sessions (all but one), pending sign-ins and second factors, and
 * mailed links for another password or address, including those about to be mailed. Called when the password or the
 * role changes, an address is replaced by an admin or restored, the account is suspended, and its sessions are ended.
 * Enabling a second factor or adding a passkey ends nothing. The sign-in methods themselves stay.
 */
export async function revokeAccess(tx: IdentityTx, userId: string, exceptSessionId?: string): Promise<void> {
  await tx.users.incrementSecurityEpoch(userId);
  await endSessions(tx, userId, exceptSessionId);
}

/** Also removes every sign-in method but the password: for an owner who reclaims an account that others have used. */
export async function revokeSignInMethods(tx: IdentityTx, userId: string): Promise<void> {
  await tx.passkeys.removeAll(userId);
  await tx.secondFactors.disable(userId);
  await tx.googleIdentities.removeOf(userId);
  await revokeAccess(tx, userId);
}
