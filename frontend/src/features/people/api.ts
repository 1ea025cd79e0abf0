import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type FellowMember = Schema<'FellowMember'>;

const PAGE_SIZE = 50;

/** The other members of the viewer's tribes, or of one of them. */
export const fellowMembersQuery = (tribeId: number | null, q: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.fellowMembers.of(tribeId, q),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/@me/members', {
        query: { limit: PAGE_SIZE, cursor, q, ...(tribeId !== null && { tribeId }) },
        signal,
      }),
    ...cursorPages,
    placeholderData: keepPreviousData,
  });
