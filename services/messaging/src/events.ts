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
  OwnershipOfferEnded,
  OwnershipOffered,
  SubmissionQueueChanged,
  SubmissionReviewed,
  TribeDeleted,
} from '@tribus/proto/tribes/v1/events.ts';
import {
  announceBan,
  announceDataExport,
  announceFollower,
  announceJoinRequest,
  announceJoinResult,
  announceMessages,
  announceOffer,
  announceOfferEnd,
  announcePost,
  announceRemoval,
  announceRestriction,
  announceRole,
} from './announcements.ts';
import type { Deps } from './deps.ts';
import { announceLevel, announceReview } from './level-announcements.ts';
import {
  announceDecision,
  announceHidden,
  announceMediaHidden,
  announceReportResult,
} from './moderation-announcements.ts';
import { announceToMembers } from './post-announcements.ts';
import { announceQueue, announceSiteQueue } from './queue-announcements.ts';
import { applyDecision, deleteRemoved } from './reported-messages.ts';
import { deleteTribe } from './tribe-deletion.ts';
import { deleteUser } from './user-deletion.ts';

/** Handlers that need only the service's own store. */
export function messagingOn(own: Pick<Deps, 'store'>) {
  return [
    on(UserFollowed, (event, metadata: EventMetadata) => announceFollower(own, event, metadata)),
    on(DataExportReady, (event, metadata: EventMetadata) => announceDataExport(own, event, metadata)),
    on(ReportResolved, (event, metadata: EventMetadata) => announceReportResult(own, event, metadata)),
    on(CaseDecided, async (event, metadata: EventMetadata) => {
      await applyDecision(own, event);
      await announceDecision(own, event, metadata);
    }),
    on(TribeMediaHidden, (event, metadata: EventMetadata) => announceMediaHidden(own, event, metadata)),
    on(CaseClosed, (event) => deleteRemoved(own, event)),
    on(MemberBanned, (event, metadata: EventMetadata) => announceBan(own, event, metadata)),
    on(MemberRestricted, (event, metadata: EventMetadata) => announceRestriction(own, event, metadata)),
    on(MemberLeft, (event, metadata: EventMetadata) => announceRemoval(own, event, metadata)),
    on(MemberRoleChanged, (event, metadata: EventMetadata) => announceRole(own, event, metadata)),
    on(OwnershipOffered, (event, metadata: EventMetadata) => announceOffer(own, event, metadata)),
    on(OwnershipOfferEnded, (event, metadata: EventMetadata) => announceOfferEnd(own, event, metadata)),
    onBatch(MessageSent, (sent: readonly BatchedEvent<MessageSent, EventMetadata>[]) => announceMessages(own, sent)),
  ];
}

/** Handlers that call peers. They run in the order of the events: a request or a post is announced before its end. */
export function messagingAfter(deps: Deps) {
  const { store } = deps;
  return [
    after(JoinRequested, (event, metadata) => announceJoinRequest(deps, event, metadata)),
    after(JoinResolved, (event, metadata) => announceJoinResult(deps, event, metadata)),
    after(MemberLevelChanged, (event, metadata) => announceLevel(deps, event, metadata)),
    after(SubmissionReviewed, (event, metadata) => announceReview(deps, event, metadata)),
    after(SubmissionQueueChanged, (event, metadata) => announceQueue(deps, 'submissions_waiting', event, metadata)),
    after(CaseQueueChanged, (event, metadata) => announceQueue(deps, 'cases_waiting', event, metadata)),
    after(SiteCaseQueueChanged, (event, metadata) => announceSiteQueue(deps, event, metadata)),
    after(PostPublished, (event, metadata) => announcePost(deps, event, metadata)),
    after(PostAnnounced, (event, metadata) => announceToMembers(deps, event, metadata)),
    after(PostEdited, async ({ postId, minLevelOrder }) => {
      if (minLevelOrder > 0) await store.notifications.setLevel(postId, minLevelOrder);
    }),
    after(ContentHidden, (event, metadata) => announceHidden(deps, event, metadata)),
    after(ContentShown, async ({ postId, commentId }) => {
      if (commentId === '') await store.notifications.setHidden(postId, false);
    }),
    after(PostDeleted, ({ postId }) => store.notifications.removeAboutPost(postId)),
    after(UserDeleted, ({ userId }) => deleteUser(deps, userId)),
    after(TribeDeleted, ({ tribeId }) => deleteTribe(deps, tribeId)),
  ];
}
