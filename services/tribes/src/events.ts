import { after, on } from '@tribus/kit/events/handlers.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { UserDeleted, UserRegistered } from '@tribus/proto/identity/v1/events.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { TribeDeleted, TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import { closePictures } from './picture-access.ts';
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

/** What tribes itself said of pictures is passed on to media once it is committed. */
export function tribesAfter({ media }: { media: Calls<MediaServiceService> }) {
  const drop = async (keys: string[]) => {
    if (keys.length > 0) await media.deleteObjects({ keys });
  };
  return [
    after(TribeUpdated, async ({ keptMediaKeys, droppedMediaKeys }) => {
      if (keptMediaKeys.length > 0) await media.keepObjects({ keys: keptMediaKeys });
      await drop(droppedMediaKeys);
    }),
    after(TribeDeleted, async ({ tribeId, droppedMediaKeys }) => {
      await closePictures(media, tribeId);
      await drop(droppedMediaKeys);
    }),
  ];
}
