import { codeOf } from '@tribus/kit/runtime/errors.ts';
import type { ListMemberIdsRequest, ListMemberIdsResponse } from '@tribus/proto/tribes/v1/service.ts';
import type { Deps } from './deps.ts';

/**
 * A page of the active members of a tribe; nobody where it was deleted since: what happened in it may be heard of only after
 * its end.
 */
export async function listMemberPage(
  { tribes }: Pick<Deps, 'tribes'>,
  wanted: Omit<ListMemberIdsRequest, 'withFormer'>,
): Promise<ListMemberIdsResponse> {
  try {
    return await tribes.listMemberIds({ ...wanted, withFormer: false });
  } catch (error) {
    if (codeOf(error) === 'not_found') return { userIds: [], nextCursor: '' };
    throw error;
  }
}
