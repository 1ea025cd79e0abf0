import { activeOf, type Membership } from '../../lib/shared-queries.ts';

/** The storage key of the specification (part 2, section 2, Vibes). */
export const lastTribeKey = 'lastVibesTribeId';

/** Parses a tribe's id from an address or from storage. */
export function readTribeId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** The tribe to show: the one of the address, else the last one if still a member, else the only one. */
export function chooseTribe(requested: number | null, last: number | null, memberships: Membership[]): number | null {
  if (requested !== null) return requested;
  const ownTribeIds = activeOf(memberships).map(({ tribeId }) => tribeId);
  if (last !== null && ownTribeIds.includes(last)) return last;
  return ownTribeIds.length === 1 ? (ownTribeIds[0] ?? null) : null;
}
