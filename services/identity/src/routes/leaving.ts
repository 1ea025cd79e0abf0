import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { AccountDeleted, AccountDeletion } from '../../api/leaving.ts';
import { clientInfoOf } from '../client-info.ts';
import type { Deps } from '../deps.ts';
import { deleteOwnAccount } from '../leaving.ts';

export function leavingRoutes(routes: Routes, deps: Deps): void {
  routes.delete(
    '/auth/me/account',
    {
      guards: [signedIn],
      operationId: 'deleteOwnAccount',
      summary: 'Delete the current account permanently',
      body: AccountDeletion,
      answer: AccountDeleted,
      whileSilenced: true,
      errors: [403, 404, 409],
    },
    async (call) => {
      await deleteOwnAccount(deps, call.actor, call.body.confirmPassword, clientInfoOf(call));
      return { success: true as const };
    },
  );
}
