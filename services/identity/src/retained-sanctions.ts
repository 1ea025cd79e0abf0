import { dayMs } from '@tribus/kit/core/durations.ts';
import { UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import { retainedSanctionDays } from '../limits.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { languageOf } from './mail/user-mail.ts';
import { enqueueSanctionMail } from './sanction-mails.ts';
import { sanctionTexts } from './sanction-texts.ts';
import { endDue, sanctionActions, suspend } from './sanctions.ts';
import type { RetainedSanction } from './store/retained-sanctions.ts';
import type { IdentityTx } from './store/store.ts';
import type { Account } from './store/users.ts';

type RetentionDeps = Pick<Deps, 'ctx' | 'secrets'>;

/** An identity at Google: it identifies the owner of a deleted account like the verified address. */
interface GoogleIdentity {
  issuer: string;
  subject: string;
}

/**
 * Stores the sanctions in force of an account that its owner or an admin deletes, so that deleting it does not end a
 * silence or a suspension: kind, reason and end, under keyed hashes of the verified addresses and of the Google
 * identity, until the end and for a year at most. An unverified address may be another person's, so nothing is stored
 * under it, nor for disowned accounts. Warnings are not stored.
 */
export async function retainSanctions({ ctx, secrets }: RetentionDeps, tx: IdentityTx, userId: string): Promise<void> {
  const now = ctx.clock.now();
  const inForce = await tx.sanctions.inForce(userId, now);
  const account = inForce.length > 0 ? await tx.users.byId(userId) : undefined;
  if (!account) return;
  const emails = await tx.emailChanges.verifiedBefore(userId);
  if (account.emailVerifiedAt) emails.push(account.email);
  const google = await tx.googleIdentities.of(userId);
  const hashes = new Set(emails.map((email) => secrets.hashes(email, aboutEmail)[0]));
  if (google) hashes.add(secrets.hashes(subjectOf(google), aboutGoogle)[0]);
  const longest = now.getTime() + retainedSanctionDays * dayMs;
  const issuers = await lockIssuers(tx, inForce);
  const retained = inForce.flatMap(({ id, kind, firstId, reason, issuedBy: issuer, endsAt }): RetainedSanction[] => {
    if (kind === 'warning') return [];
    const issuedBy = issuers.get(issuer) ?? null;
    const until = new Date(Math.min(endsAt?.getTime() ?? longest, longest));
    const facts = { kind, firstId: firstId ?? id, reason, issuedBy, endsAt, keptUntil: until };
    return [...hashes].map((personHash) => ({ personHash, ...facts }));
  });
  await tx.retainedSanctions.add(retained);
}

/**
 * Applies the stored sanctions of an earlier account of the same person to one whose address was just verified, by mail
 * or by Google: until the same end, with the right to appeal, and with a mail; a shorter one in force is extended. Not
 * called earlier, because anybody can register with another person's address. Admins are exempt, so that the last one
 * stays able to act.
 */
export async function resumeSanctions(
  deps: RetentionDeps & Pick<Deps, 'mailer'>,
  tx: IdentityTx,
  { id: userId, email, role, language }: Pick<Account, 'id' | 'email' | 'role' | 'language'>,
  google?: GoogleIdentity,
): Promise<void> {
  if (role === 'admin') return;
  const { ctx, secrets } = deps;
  const now = ctx.clock.now();
  const hashes = secrets.hashes(email, aboutEmail);
  if (google) hashes.push(...secrets.hashes(subjectOf(google), aboutGoogle));
  const retained = await tx.retainedSanctions.of(hashes, now);
  if (retained.length > 0) await endDue(tx, now, userId);
  const issuers = await lockIssuers(tx, retained);
  for (const { kind, firstId, reason, issuedBy: issuer, endsAt } of retained) {
    const issuedBy = issuers.get(issuer) ?? null;
    const message = sanctionTexts[languageOf({ language })].resumed[kind];
    const sanction = { id: ctx.newId(), userId, kind, reason, message, issuedBy, createdAt: now, endsAt, firstId };
    const isAdded = await tx.sanctions.add(sanction);
    const sanctionId = isAdded ? sanction.id : await tx.sanctions.extend(sanction);
    if (!sanctionId) continue;
    if (isAdded && kind === 'suspension') await suspend(tx, userId);
    tx.emit(UserUpdated, { userId });
    await enqueueSanctionMail(deps, tx, { sanctionId, about: 'imposed' });
    const after = { reason, endsAt: endsAt?.toISOString() ?? null, cause: 'account_deleted' };
    await audit(ctx, tx, { action: sanctionActions[kind], target: { type: 'user', id: userId }, after });
  }
}

/**
 * Returns the admins whose accounts exist, locked against deletion: the ids of deleted ones may not have been removed
 * from their sanctions yet, and must not be copied.
 */
async function lockIssuers(
  tx: IdentityTx,
  sanctions: readonly Pick<RetainedSanction, 'issuedBy'>[],
): Promise<Map<string | null, string>> {
  const existing = new Map<string | null, string>();
  for (const id of [...new Set(sanctions.map(({ issuedBy }) => issuedBy))].sort())
    if (id !== null && (await tx.users.lockAgainstDeletion(id))) existing.set(id, id);
  return existing;
}

const aboutEmail = 'sanctioned address';
const aboutGoogle = 'sanctioned at Google';
const subjectOf = ({ issuer, subject }: GoogleIdentity) => JSON.stringify([issuer, subject]);
