import { unlessDeleted } from '@tribus/community/deleted-subjects.ts';
import type { ListMemberIdsRequest, ListMemberIdsResponse } from '@tribus/proto/tribes/v1/service.ts';
import type { Deps } from './deps.ts';

/**
 * Returns a page of a tribe's active members; empty for a deleted tribe, because its earlier events may arrive after
 * the deletion.
 */
export const listMemberPage = (
  { tribes }: Pick<Deps, 'tribes'>,
  wanted: ListMemberIdsRequest,
): Promise<ListMemberIdsResponse> => unlessDeleted(tribes.listMemberIds(wanted), { userIds: [], nextCursor: '' });
