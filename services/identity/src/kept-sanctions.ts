import type { Language } from '@tribus/kit/core/language.ts';
import { keptSanctionDays } from '../limits.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { sanctionTexts } from './sanction-texts.ts';
import { sanctionActions } from './sanctions.ts';
import type { KeptSanction } from './store/kept-sanctions.ts';
import type { IdentityTx } from './store/store.ts';

type KeptDeps = Pick<Deps, 'ctx' | 'secrets'>;

/** By what somebody is known again whose account is gone. */
export interface Returning {
  email: string;
  google?: { issuer: string; subject: string } | undefined;
  /** Of the sentence that says what goes on. */
  language: Language;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Keeps what is in force of an account that its owner or an admin deletes, so that a silence or a suspension is not over by
 * that: its kind, reason and end, under keyed hashes of the addresses and of who it is at Google, until it ends and for a
 * year at most. A warning is over. Who disowns an account has not done what it was sanctioned for: nothing is kept then.
 */
export async function keepSanctions({ ctx, secrets }: KeptDeps, tx: IdentityTx, userId: string): Promise<void> {
  const now = ctx.clock.now();
  const inForce = await tx.sanctions.inForce(userId, now);
  const account = inForce.length > 0 ? await tx.users.byId(userId) : undefined;
  if (!account) return;
  const emails = [account.email, ...(await tx.emailChanges.addressesBefore(userId))];
  const google = await tx.googleIdentities.of(userId);
  const hashes = new Set(emails.map((email) => secrets.hashes(email, aboutEmail)[0]));
  if (google) hashes.add(secrets.hashes(subjectOf(google), aboutGoogle)[0]);
  const longest = now.getTime() + keptSanctionDays * dayMs;
  const kept = inForce.flatMap(({ id, kind, firstId, reason, issuedBy, endsAt }): KeptSanction[] => {
    if (kind === 'warning') return [];
    const keptUntil = new Date(Math.min(endsAt?.getTime() ?? longest, longest));
    const facts = { kind, firstId: firstId ?? id, reason, issuedBy, endsAt, keptUntil };
    return [...hashes].map((personHash) => ({ personHash, ...facts }));
  });
  await tx.keptSanctions.keep(kept);
}

/**
 * Puts a new account under what was in force when an earlier one of the same person went: until the same end, with the
 * right to appeal. Nobody is told by an event, as nobody knows the account yet.
 */
export async function resumeSanctions(
  { ctx, secrets }: KeptDeps,
  tx: IdentityTx,
  userId: string,
  { email, google, language }: Returning,
): Promise<void> {
  const now = ctx.clock.now();
  const hashes = secrets.hashes(email, aboutEmail);
  if (google) hashes.push(...secrets.hashes(subjectOf(google), aboutGoogle));
  for (const { kind, firstId, reason, issuedBy, endsAt } of await tx.keptSanctions.of(hashes, now)) {
    const message = sanctionTexts[language].resumed[kind];
    const sanction = { id: ctx.newId(), userId, kind, reason, message, issuedBy, createdAt: now, endsAt, firstId };
    if (!(await tx.sanctions.add(sanction))) continue;
    if (kind === 'suspension') await tx.directory.setStatus(userId, 'suspended');
    const after = { reason, endsAt: endsAt?.toISOString() ?? null, cause: 'account_deleted' };
    await audit(ctx, tx, { action: sanctionActions[kind], target: { type: 'user', id: userId }, after });
  }
}

const aboutEmail = 'sanctioned address';
const aboutGoogle = 'sanctioned at Google';
const subjectOf = ({ issuer, subject }: { issuer: string; subject: string }) => JSON.stringify([issuer, subject]);
