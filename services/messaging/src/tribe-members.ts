import { unlessDeleted } from '@tribus/community/deleted-subjects.ts';
import type { ListMemberIdsRequest, ListMemberIdsResponse } from '@tribus/proto/tribes/v1/service.ts';
import type { Deps } from './deps.ts';

/**
 * A page of the active members of a tribe; nobody where it was deleted since: what happened in it may be heard of only after
 * its end.
 */
export const listMemberPage = (
  { tribes }: Pick<Deps, 'tribes'>,
  wanted: Omit<ListMemberIdsRequest, 'withFormer'>,
): Promise<ListMemberIdsResponse> =>
  unlessDeleted(tribes.listMemberIds({ ...wanted, withFormer: false }), { userIds: [], nextCursor: '' });
