import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { NewPasskey, Passkey, PasskeyChange, PasskeyOptions, Passkeys, Proof } from '../../api/security.ts';
import { IdParams } from '../../api.ts';
import { clientInfoOf } from '../client-info.ts';
import type { Deps } from '../deps.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from '../passkeys.ts';
import { presentPasskey } from '../present-security.ts';

export function passkeyRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/auth/me/passkeys',
    { guards: [signedIn], operationId: 'listPasskeys', summary: "The user's passkeys", answer: Passkeys },
    async ({ actor }) => ({ items: (await listPasskeys(deps, actor)).map(presentPasskey) }),
  );

  routes.put(
    '/auth/me/passkeys/options',
    {
      guards: [signedIn],
      operationId: 'beginPasskey',
      summary: 'The options for creating a passkey',
      body: Proof,
      answer: PasskeyOptions,
      whileSilenced: true,
      errors: [403, 409],
    },
    async (call) => ({
      options: { ...(await beginPasskey(deps, call.actor, clientInfoOf(call), call.body.currentPassword)) },
    }),
  );

  routes.post(
    '/auth/me/passkeys',
    {
      guards: [signedIn],
      operationId: 'addPasskey',
      summary: 'Add a passkey',
      body: NewPasskey,
      answer: Passkey,
      status: 201,
      whileSilenced: true,
    },
    async (call) => presentPasskey(await addPasskey(deps, call.actor, call.body, clientInfoOf(call))),
  );

  ownPasskeyRoutes(routes, deps);
}

function ownPasskeyRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/auth/me/passkeys/:id',
    {
      guards: [signedIn],
      operationId: 'renamePasskey',
      summary: 'Rename a passkey',
      params: IdParams,
      body: PasskeyChange,
      answer: Passkey,
      whileSilenced: true,
    },
    async ({ actor, params, body }) => presentPasskey(await renamePasskey(deps, actor, params.id, body.name)),
  );

  routes.delete(
    '/auth/me/passkeys/:id',
    {
      guards: [signedIn],
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      params: IdParams,
      body: Proof,
      answer: Ok,
      whileSilenced: true,
      errors: [403, 409],
    },
    async (call) => {
      await removePasskey(deps, call.actor, call.params.id, clientInfoOf(call), call.body.currentPassword);
      return done;
    },
  );
}
