import { on } from '@tribus/kit/events/handlers.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { MediaFailed, MediaProgress, MediaReady } from '@tribus/proto/media/v1/events.ts';
import {
  MemberJoined,
  MemberLeft,
  MemberRestricted,
  MemberRoleChanged,
  TribeDeleted,
} from '@tribus/proto/tribes/v1/events.ts';
import { enqueueDecidersReview } from './deciders-review.ts';
import type { ContentTx } from './store/store.ts';
import { enqueueTribeDeletion } from './tribe-deletion.ts';
import { enqueueUserDeletion } from './user-deletion.ts';
import { onMediaFailed, onMediaProgress, onMediaReady } from './video-processing.ts';

const reviewDeciders = ({ tribeId }: { tribeId: number }, { tx }: InTransaction<ContentTx>) =>
  enqueueDecidersReview(tx, tribeId);

export const storeHandlers = () => [
  on(MemberRoleChanged, reviewDeciders),
  on(MemberRestricted, reviewDeciders),
  on(MemberLeft, reviewDeciders),
  on(MemberJoined, async ({ tribeId, role }, { tx }: InTransaction<ContentTx>) => {
    if (role !== 'member') await enqueueDecidersReview(tx, tribeId);
  }),
  on(TribeDeleted, ({ tribeId }, { tx }: InTransaction<ContentTx>) => enqueueTribeDeletion(tx, tribeId)),
  on(UserDeleted, ({ userId }, { tx }: InTransaction<ContentTx>) => enqueueUserDeletion(tx, userId)),
  on(MediaReady, (event, { tx }: InTransaction<ContentTx>) => onMediaReady(tx, event)),
  on(MediaFailed, (event, { tx }: InTransaction<ContentTx>) => onMediaFailed(tx, event)),
  on(MediaProgress, (event, { tx }: InTransaction<ContentTx>) => onMediaProgress(tx, event)),
];
