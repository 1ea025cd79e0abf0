import { on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { UserDeleted, UserRegistered } from '@tribus/proto/identity/v1/events.ts';
import { inTx } from './store/store.ts';
import type { TribesDb } from './store/tables.ts';
import { ensureHomininiMember, removeUser } from './user-lifecycle.ts';

type EventContext = InTransaction<TribesDb>;

/** Accounts come and go. */
export const tribesOn = ({ ctx }: { ctx: Context }) => [
  on(UserRegistered, async ({ userId }, { tx }: EventContext) => {
    await ensureHomininiMember(ctx, inTx(tx), userId);
  }),
  on(UserDeleted, ({ userId }, { tx }: EventContext) => removeUser(inTx(tx), userId)),
];
