import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useInvalidateMemberships } from '../../lib/membership-queries.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cancelShown } from '../../lib/optimistic.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Tribe, TribeMember } from './api.ts';

export type TribeBan = Schema<'TribeBan'>;
type Restriction = Schema<'OwnRestriction'>;

/** The active members, or those whose name contains `q`. */
export const membersQuery = (tribeId: number, q: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.tribe.members(tribeId, q),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/members', { path: { tribeId }, query: { cursor, q }, signal }),
    ...cursorPages,
    placeholderData: keepPreviousData,
  });

/** The bans in force, the newest first; for moderators of the tribe. */
export const bansQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.tribe.bans(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/bans', { path: { tribeId }, query: { cursor }, signal }),
    ...cursorPages,
  });

/** The measures on a member. */
export type Measure =
  | { kind: 'restrict'; reason: string; endsAt: string }
  | { kind: 'lift' }
  | { kind: 'remove' }
  | { kind: 'ban'; reason: string; endsAt: string | null }
  | { kind: 'role'; role: 'officer' | 'member' };

interface Decision {
  member: TribeMember;
  measure: Measure;
}

/** Applies a measure, updates the lists on the screen and invalidates them. */
export function useMeasure(tribe: Tribe) {
  const client = useQueryClient();
  const invalidate = useInvalidateMemberships();
  return useMutation({
    mutationFn: ({ member, measure }: Decision) => send(tribe.id, member.user.id, measure),
    parallel: ({ member }) => member.user.id,
    onSuccess: (restriction, { member, measure }) => {
      const queryKey = queryKeys.tribe.allMembers(tribe.id);
      cancelShown(client, queryKey);
      client.setQueriesData<MemberPages>({ queryKey }, (shown) =>
        changeMember(shown, member.user.id, (found) => withMeasure(found, measure, restriction)),
      );
    },
    onSettled: () => void invalidate(tribe.id),
  });
}

/** Resolves to the restriction in force afterwards; null for measures that impose none. */
async function send(tribeId: number, userId: string, measure: Measure): Promise<Restriction | null> {
  const path = { tribeId, userId };
  switch (measure.kind) {
    case 'restrict': {
      const { reason, endsAt } = measure;
      return http.put('/tribes/{tribeId}/members/{userId}/restriction', { path, body: { reason, endsAt } });
    }
    case 'lift':
      await http.delete('/tribes/{tribeId}/members/{userId}/restriction', { path });
      return null;
    case 'remove':
      await http.delete('/tribes/{tribeId}/members/{userId}', { path });
      return null;
    case 'ban': {
      const { reason, endsAt } = measure;
      await http.post('/tribes/{tribeId}/bans', { path: { tribeId }, body: { userId, reason, endsAt } });
      return null;
    }
    case 'role':
      await http.put('/tribes/{tribeId}/members/{userId}/role', { path, body: { role: measure.role } });
      return null;
    default:
      return measure satisfies never;
  }
}

/** Returns a member after a measure; null when they are no longer one. */
function withMeasure(member: TribeMember, measure: Measure, restriction: Restriction | null): TribeMember | null {
  switch (measure.kind) {
    // The moderator who decided it may lift it.
    case 'restrict':
      return { ...member, restriction, canLift: true };
    case 'lift':
      return { ...member, restriction, canLift: false };
    case 'role':
      return { ...member, role: measure.role };
    case 'remove':
    case 'ban':
      return null;
    default:
      return measure satisfies never;
  }
}

interface MemberPages {
  pages: { items: TribeMember[]; nextCursor: string | null }[];
  pageParams: unknown[];
}

function changeMember(
  shown: MemberPages | undefined,
  userId: string,
  change: (member: TribeMember) => TribeMember | null,
): MemberPages | undefined {
  const changed = (member: TribeMember) => (member.user.id === userId ? (change(member) ?? []) : [member]);
  return shown && { ...shown, pages: shown.pages.map((page) => ({ ...page, items: page.items.flatMap(changed) })) };
}

/** Lifts a ban; the list is fetched again before success is reported. */
export function useUnban(tribeId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user }: TribeBan) =>
      http.delete('/tribes/{tribeId}/bans/{userId}', { path: { tribeId, userId: user.id } }),
    parallel: ({ user }) => user.id,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.tribe.bans(tribeId) }),
  });
}
