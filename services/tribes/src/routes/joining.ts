import { TribeParams as params } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { JoinAnswer as answer, Joining as body } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { cancelJoinRequest, joinTribe, leaveTribe, requestToJoin } from '../joining.ts';
import { presentJoinAnswer } from '../present.ts';

export function joiningRoutes(routes: Routes, deps: Deps): void {
  routes.post(
    '/tribes/:tribeId/join',
    { guards: [signedIn], operationId: 'joinTribe', summary: 'Join a tribe', params, body, answer },
    async ({ actor, params: { tribeId }, body: joining }) =>
      presentJoinAnswer(await joinTribe(deps, actor, tribeId, joining)),
  );

  routes.post(
    '/tribes/:tribeId/leave',
    {
      guards: [signedIn],
      operationId: 'leaveTribe',
      summary: 'Leave a tribe',
      params,
      answer,
      whileSilenced: true,
      errors: [403],
    },
    async ({ actor, params: { tribeId } }) => presentJoinAnswer(await leaveTribe(deps, actor, tribeId)),
  );

  routes.post(
    '/tribes/:tribeId/join-request',
    { guards: [signedIn], operationId: 'requestToJoin', summary: 'Request to join a tribe', params, body, answer },
    async ({ actor, params: { tribeId }, body: joining }) =>
      presentJoinAnswer(await requestToJoin(deps, actor, tribeId, joining)),
  );

  routes.post(
    '/tribes/:tribeId/join-request/cancel',
    {
      guards: [signedIn],
      operationId: 'cancelJoinRequest',
      summary: 'Cancel a request to join',
      params,
      answer,
      whileSilenced: true,
    },
    async ({ actor, params: { tribeId } }) => presentJoinAnswer(await cancelJoinRequest(deps, actor, tribeId)),
  );
}
