import type { Language } from '@tribus/kit/core/language.ts';
import { retainedSanctionDays } from '../limits.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { sanctionTexts } from './sanction-texts.ts';
import { sanctionActions } from './sanctions.ts';
import type { RetainedSanction } from './store/retained-sanctions.ts';
import type { IdentityTx } from './store/store.ts';

type RetentionDeps = Pick<Deps, 'ctx' | 'secrets'>;

/** Attributes that identify the owner of a deleted account. */
export interface ReturningUser {
  email: string;
  google?: { issuer: string; subject: string } | undefined;
  /** Language of the sentence about the resumed sanction. */
  language: Language;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Stores the sanctions in force of an account that its owner or an admin deletes, so that deleting it does not end a
 * silence or a suspension: kind, reason and end, under keyed hashes of the addresses and of the Google identity, until
 * the end and for a year at most. Warnings are not stored. Not called for disowned accounts, because the mailbox owner
 * did not commit the offence.
 */
export async function retainSanctions({ ctx, secrets }: RetentionDeps, tx: IdentityTx, userId: string): Promise<void> {
  const now = ctx.clock.now();
  const inForce = await tx.sanctions.inForce(userId, now);
  const account = inForce.length > 0 ? await tx.users.byId(userId) : undefined;
  if (!account) return;
  const emails = [account.email, ...(await tx.emailChanges.addressesBefore(userId))];
  const google = await tx.googleIdentities.of(userId);
  const hashes = new Set(emails.map((email) => secrets.hashes(email, aboutEmail)[0]));
  if (google) hashes.add(secrets.hashes(subjectOf(google), aboutGoogle)[0]);
  const longest = now.getTime() + retainedSanctionDays * dayMs;
  const retained = inForce.flatMap(({ id, kind, firstId, reason, issuedBy, endsAt }): RetainedSanction[] => {
    if (kind === 'warning') return [];
    const until = new Date(Math.min(endsAt?.getTime() ?? longest, longest));
    const facts = { kind, firstId: firstId ?? id, reason, issuedBy, endsAt, keptUntil: until };
    return [...hashes].map((personHash) => ({ personHash, ...facts }));
  });
  await tx.retainedSanctions.add(retained);
}

/**
 * Applies the stored sanctions of an earlier account of the same person to a new one: until the same end, with the
 * right to appeal. Emits no event, because no service has seen the account yet.
 */
export async function resumeSanctions(
  { ctx, secrets }: RetentionDeps,
  tx: IdentityTx,
  userId: string,
  { email, google, language }: ReturningUser,
): Promise<void> {
  const now = ctx.clock.now();
  const hashes = secrets.hashes(email, aboutEmail);
  if (google) hashes.push(...secrets.hashes(subjectOf(google), aboutGoogle));
  for (const { kind, firstId, reason, issuedBy, endsAt } of await tx.retainedSanctions.of(hashes, now)) {
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
