import { joinResultMs } from '@limits/messaging';
import { Bell, type LucideIcon, MessageCircle, PenLine, ShieldAlert, Trophy, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { FollowToggle } from '../../lib/follow-toggle.tsx';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import type { AvatarUser } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { type Notification, useRemoveNotification } from './api.ts';
import { AvatarWithIcon, ItemText, type ItemTextProps } from './item-parts.tsx';
import { JoinRequest } from './join-request.tsx';
import { rowClass } from './section.tsx';

const ModerationItem = lazyComponent(async () => (await import('./moderation-item.tsx')).ModerationItem);
const MembershipItem = lazyComponent(async () => (await import('./membership-item.tsx')).MembershipItem);

type Kind<T extends Notification['type']> = Extract<Notification, { type: T }>;

/** One notification with its link or action. */
export function NotificationItem({ notification }: { notification: Notification }) {
  switch (notification.type) {
    case 'join_request':
      return <JoinRequest notification={notification} />;
    case 'message':
      return <Message notification={notification} />;
    case 'follow_post':
      return <FollowPost notification={notification} />;
    case 'announcement':
      return <Announcement notification={notification} />;
    case 'follow':
      return <Follow notification={notification} />;
    case 'join_request_result':
      return <JoinResult notification={notification} />;
    case 'data_export':
      return <DataExportReady notification={notification} />;
    case 'report_result':
    case 'moderation':
      return (
        <LazyPart>
          <ModerationItem notification={notification} />
        </LazyPart>
      );
    case 'membership_changed':
      return (
        <LazyPart>
          <MembershipItem notification={notification} />
        </LazyPart>
      );
    case 'level_up_result':
      return <LevelUp notification={notification} />;
    case 'submission_result':
      return <SubmissionResult notification={notification} />;
    case 'submissions_waiting':
      return <Waiting notification={notification} part="submissions" words="notifications.submissionsWaiting" />;
    case 'cases_waiting':
      return <Waiting notification={notification} part="moderation" words="notifications.casesWaiting" />;
    case 'site_cases_waiting':
      return <SiteCasesWaiting notification={notification} />;
    default:
      return <Unknown notification={notification} />;
  }
}

const who = <strong className="font-semibold" />;

/** The author or follower. */
const sender = ({ fromUserId, fromUserName, fromUserAvatarUrl }: Kind<'message' | 'follow'>['data']) => ({
  id: fromUserId,
  name: fromUserName,
  avatarUrl: fromUserAvatarUrl,
});

function Message({ notification: { id, seen, createdAt, data } }: { notification: Kind<'message'> }) {
  const { t } = useTexts('members');
  return (
    <LinkRow
      id={id}
      to={paths.conversation(data.fromUserId, data.tribeId)}
      from={{ person: sender(data), icon: MessageCircle }}
    >
      <ItemText seen={seen} createdAt={createdAt}>
        <RichText
          text={t('notifications.message', { name: data.fromUserName, tribe: data.tribeName })}
          elements={{ who }}
        />
      </ItemText>
    </LinkRow>
  );
}

function FollowPost({ notification: { id, seen, createdAt, data } }: { notification: Kind<'follow_post'> }) {
  const { t } = useTexts('members');
  const author = { id: data.authorId, name: data.authorName, avatarUrl: data.authorAvatarUrl };
  return (
    <LinkRow id={id} to={paths.post(data.postId, data.tribeId)} from={{ person: author, icon: PenLine }}>
      <ItemText seen={seen} createdAt={createdAt}>
        <RichText
          text={t('notifications.followPost', { name: data.authorName, tribe: data.tribeName })}
          elements={{ who }}
        />
      </ItemText>
    </LinkRow>
  );
}

function Announcement({ notification: { id, seen, createdAt, data } }: { notification: Kind<'announcement'> }) {
  const { t } = useTexts('members');
  return (
    <LinkRow id={id} to={paths.post(data.postId, data.tribeId)}>
      <TribeGlyph id={data.tribeId} size={44} />
      <ItemText seen={seen} createdAt={createdAt}>
        <RichText text={t('notifications.announcement', { tribe: data.tribeName })} elements={{ who }} />
      </ItemText>
    </LinkRow>
  );
}

function Follow({ notification: { id, seen, createdAt, data } }: { notification: Kind<'follow'> }) {
  const { t } = useTexts('members');
  return (
    <LinkRow id={id} to={paths.user(data.fromUserId)} from={{ person: sender(data), icon: UserPlus }}>
      <ItemText seen={seen} createdAt={createdAt}>
        <RichText text={t('notifications.follow', { name: data.fromUserName })} elements={{ who }} />
      </ItemText>
    </LinkRow>
  );
}

function DataExportReady({ notification: { id, seen, createdAt, data } }: { notification: Kind<'data_export'> }) {
  const { t } = useTexts('members');
  const format = useFormat();
  return (
    <LinkRow id={id} to={`${paths.account}#data`}>
      <RowIcon icon={Bell} />
      <ItemText seen={seen} createdAt={createdAt}>
        {t('notifications.dataExport', { date: format.dateTime(data.expiresAt) })}
      </ItemText>
    </LinkRow>
  );
}

/** Removed after the time of the specification (part 2, section 9). */
function JoinResult({ notification: { id, seen, createdAt, data } }: { notification: Kind<'join_request_result'> }) {
  const { t } = useTexts('members');
  const { mutate } = useRemoveNotification();
  useEffect(() => {
    const timer = setTimeout(() => mutate(id), joinResultMs);
    return () => clearTimeout(timer);
  }, [id, mutate]);
  return (
    <li className="grid grid-cols-1">
      <Link to={paths.tribe(data.tribeId)} className={rowClass}>
        <TribeGlyph id={data.tribeId} size={44} />
        <ItemText seen={seen} createdAt={createdAt}>
          <RichText
            text={t(data.status === 'approved' ? 'notifications.joinApproved' : 'notifications.joinRejected', {
              tribe: data.tribeName,
            })}
            elements={{ tribe: who }}
          />
        </ItemText>
      </Link>
    </li>
  );
}

function LevelUp({ notification: { id, seen, createdAt, data } }: { notification: Kind<'level_up_result'> }) {
  const { t } = useTexts('members');
  return (
    <LinkRow id={id} to={paths.tribePart(data.tribeId, 'levels')}>
      <RowIcon icon={Trophy} />
      <ItemText seen={seen} createdAt={createdAt}>
        {t('notifications.levelUp', { level: data.levelTo, message: data.message })}
      </ItemText>
    </LinkRow>
  );
}

function SubmissionResult({
  notification: { id, seen, createdAt, data },
}: {
  notification: Kind<'submission_result'>;
}) {
  const { t } = useTexts('members');
  const approved = data.status === 'approved';
  return (
    <LinkRow id={id} to={paths.tribePart(data.tribeId, 'levels')}>
      <TribeGlyph id={data.tribeId} size={44} />
      <ItemText seen={seen} createdAt={createdAt}>
        <RichText
          text={t(approved ? 'notifications.submissionApproved' : 'notifications.submissionRejected', {
            tribe: data.tribeName,
          })}
          elements={{ who }}
        />
      </ItemText>
    </LinkRow>
  );
}

interface WaitingProps {
  notification: Kind<'submissions_waiting' | 'cases_waiting'>;
  /** A link to the screen that decides it. */
  part: 'submissions' | 'moderation';
  words: 'notifications.submissionsWaiting' | 'notifications.casesWaiting';
}

/** The server deletes it once nothing waits. */
function Waiting({ notification: { id, seen, createdAt, data }, part, words }: WaitingProps) {
  const { t } = useTexts('members');
  return (
    <LinkRow id={id} to={paths.tribePart(data.tribeId, part)}>
      <TribeGlyph id={data.tribeId} size={44} />
      <ItemText seen={seen} createdAt={createdAt}>
        <RichText text={t(words, { count: data.waiting, tribe: data.tribeName })} elements={{ who }} />
      </ItemText>
    </LinkRow>
  );
}

/** For site admins; the server also deletes the notification. */
function SiteCasesWaiting({
  notification: { id, seen, createdAt, data },
}: {
  notification: Kind<'site_cases_waiting'>;
}) {
  const { t } = useTexts('members');
  return (
    <LinkRow id={id} to={paths.moderation}>
      <RowIcon icon={ShieldAlert} />
      <ItemText seen={seen} createdAt={createdAt}>
        {t('notifications.siteCasesWaiting', { count: data.waiting })}
      </ItemText>
    </LinkRow>
  );
}

/** A type that this version does not support: shown raw. */
function Unknown({ notification }: { notification: { type: string; seen: boolean; createdAt: string } }) {
  return (
    <PlainRow icon={Bell} seen={notification.seen} createdAt={notification.createdAt}>
      {notification.type}
    </PlainRow>
  );
}

interface LinkRowProps {
  id: string;
  to: string;
  /** The person it is about, and the icon of its type; undefined without one. */
  from?: { person: AvatarUser; icon: LucideIcon };
  children: ReactNode;
}

/**
 * A link out of the modal, and next to it, for a person, their avatar and the viewer's follow button. Opening it removes
 * the notification.
 */
function LinkRow({ id, to, from, children }: LinkRowProps) {
  const remove = useRemoveNotification();
  return (
    <li className="flex items-center gap-1">
      {from && <AvatarWithIcon {...from} />}
      <Link to={to} onClick={() => remove.mutate(id)} className={cx(rowClass, 'min-w-0 grow', from && 'mx-0 -mr-3')}>
        {children}
      </Link>
      {from && <FollowToggle user={from.person} iconOnly />}
    </li>
  );
}

function RowIcon({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-hover text-fg-muted">
      <Icon aria-hidden="true" className="size-5" />
    </span>
  );
}

function PlainRow({ icon, children, ...words }: ItemTextProps & { icon: LucideIcon }) {
  return (
    <li className="flex min-h-14 items-center gap-3 py-2 text-small">
      <RowIcon icon={icon} />
      <ItemText {...words}>{children}</ItemText>
    </li>
  );
}
