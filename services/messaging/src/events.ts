import type { EventMetadata } from '@tribus/kit/events/events.ts';
import { after, type BatchedEvent, on, onBatch } from '@tribus/kit/events/handlers.ts';
import {
  CaseClosed,
  CaseDecided,
  CaseQueueChanged,
  ContentHidden,
  ContentShown,
  PostAnnounced,
  PostDeleted,
  PostEdited,
  PostPublished,
  ReportResolved,
  SiteCaseQueueChanged,
  TribeMediaHidden,
} from '@tribus/proto/content/v1/events.ts';
import { DataExportReady, UserDeleted, UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import { MessageSent } from '@tribus/proto/messaging/v1/events.ts';
import {
  JoinRequested,
  JoinResolved,
  MemberBanned,
  MemberLeft,
  MemberLevelChanged,
  MemberRestricted,
  MemberRoleChanged,
  MemberUnbanned,
  OwnershipOfferEnded,
  OwnershipOffered,
  SubmissionQueueChanged,
  SubmissionReopened,
  SubmissionReviewed,
  TribeDeleted,
} from '@tribus/proto/tribes/v1/events.ts';
import { notifyOfAnnouncement } from './announcement-notifications.ts';
import type { Deps } from './deps.ts';
import {
  notifyOfBan,
  notifyOfDataExport,
  notifyOfFollower,
  notifyOfJoinRequest,
  notifyOfJoinResult,
  notifyOfMessages,
  notifyOfOffer,
  notifyOfOfferEnd,
  notifyOfPost,
  notifyOfRemoval,
  notifyOfRestriction,
  notifyOfRole,
  notifyOfUnban,
} from './event-notifications.ts';
import { hideReviewNotification, notifyOfLevel, notifyOfReview } from './level-notifications.ts';
import {
  notifyOfDecision,
  notifyOfHidden,
  notifyOfMediaHidden,
  notifyOfReportResult,
} from './moderation-notifications.ts';
import { notifyOfCases, notifyOfSiteCases, notifyOfSubmissions } from './queue-notifications.ts';
import { applyDecision, deleteRemoved } from './reported-messages.ts';
import { deleteTribe } from './tribe-deletion.ts';
import { deleteUser } from './user-deletion.ts';

/** Handlers that need only the service's own store. */
export function storeHandlers(own: Pick<Deps, 'store'>) {
  return [
    on(UserFollowed, (event, metadata: EventMetadata) => notifyOfFollower(own, event, metadata)),
    on(DataExportReady, (event, metadata: EventMetadata) => notifyOfDataExport(own, event, metadata)),
    on(ReportResolved, (event, metadata: EventMetadata) => notifyOfReportResult(own, event, metadata)),
    on(CaseDecided, async (event, metadata: EventMetadata) => {
      await applyDecision(own, event);
      await notifyOfDecision(own, event, metadata);
    }),
    on(TribeMediaHidden, (event, metadata: EventMetadata) => notifyOfMediaHidden(own, event, metadata)),
    on(CaseClosed, (event) => deleteRemoved(own, event)),
    on(MemberBanned, (event, metadata: EventMetadata) => notifyOfBan(own, event, metadata)),
    on(MemberUnbanned, (event, metadata: EventMetadata) => notifyOfUnban(own, event, metadata)),
    on(MemberRestricted, (event, metadata: EventMetadata) => notifyOfRestriction(own, event, metadata)),
    on(MemberLeft, (event, metadata: EventMetadata) => notifyOfRemoval(own, event, metadata)),
    on(MemberRoleChanged, (event, metadata: EventMetadata) => notifyOfRole(own, event, metadata)),
    on(OwnershipOffered, (event, metadata: EventMetadata) => notifyOfOffer(own, event, metadata)),
    on(OwnershipOfferEnded, (event, metadata: EventMetadata) => notifyOfOfferEnd(own, event, metadata)),
    onBatch(MessageSent, (sent: readonly BatchedEvent<MessageSent, EventMetadata>[]) => notifyOfMessages(own, sent)),
  ];
}

/** Handlers that call peers. They run in the order of the events: a request or a post is announced before its end. */
export function peerHandlers(deps: Deps) {
  const { store } = deps;
  return [
    after(JoinRequested, (event, metadata) => notifyOfJoinRequest(deps, event, metadata)),
    after(JoinResolved, (event, metadata) => notifyOfJoinResult(deps, event, metadata)),
    after(MemberLevelChanged, (event, metadata) => notifyOfLevel(deps, event, metadata)),
    after(SubmissionReviewed, (event, metadata) => notifyOfReview(deps, event, metadata)),
    after(SubmissionReopened, (event, metadata) => hideReviewNotification(deps, event, metadata)),
    after(SubmissionQueueChanged, (event, metadata) => notifyOfSubmissions(deps, event, metadata)),
    after(CaseQueueChanged, (event, metadata) => notifyOfCases(deps, event, metadata)),
    after(SiteCaseQueueChanged, (event, metadata) => notifyOfSiteCases(deps, event, metadata)),
    after(PostPublished, (event, metadata) => notifyOfPost(deps, event, metadata)),
    after(PostAnnounced, (event, metadata) => notifyOfAnnouncement(deps, event, metadata)),
    after(PostEdited, async ({ postId, minLevelOrder }, event) => {
      if (minLevelOrder > 0) await store.notifications.setLevel(postId, minLevelOrder, event);
    }),
    after(ContentHidden, (event, metadata) => notifyOfHidden(deps, event, metadata)),
    after(ContentShown, async ({ postId, commentId }, event) => {
      if (commentId === '') await store.notifications.setHidden(postId, false, event);
    }),
    after(PostDeleted, ({ postId }) => store.notifications.removeAboutPost(postId)),
    after(UserDeleted, ({ userId }) => deleteUser(deps, userId)),
    after(TribeDeleted, ({ tribeId }) => deleteTribe(deps, tribeId)),
  ];
}
