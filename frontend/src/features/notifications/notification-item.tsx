import { joinResultMs } from '@limits/messaging';
import { Bell, type LucideIcon, MessageCircle, PenLine, Trophy, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type Notification, useRemoveNotification } from './api.ts';
import { AvatarWithIcon, ItemText, type ItemTextProps } from './item-parts.tsx';
import { JoinRequest } from './join-request.tsx';
import { rowClass } from './section.tsx';

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
    case 'follow':
      return <Follow notification={notification} />;
    case 'join_request_result':
      return <JoinResult notification={notification} />;
    case 'level_up_result':
      return <LevelUp notification={notification} />;
    default:
      return <Unknown notification={notification} />;
  }
}

const who = <strong className="font-semibold" />;

function Message({ notification: { id, seen, createdAt, data } }: { notification: Kind<'message'> }) {
  const { t } = useTexts('members');
  return (
    <LinkRow id={id} to={paths.conversation(data.fromUserId, data.tribeId)}>
      <AvatarWithIcon person={{ id: data.fromUserId, name: data.fromUserName }} icon={MessageCircle} />
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
  return (
    <LinkRow id={id} to={paths.post(data.postId, data.tribeId)}>
      <AvatarWithIcon person={{ id: data.authorId, name: data.authorName }} icon={PenLine} />
      <ItemText seen={seen} createdAt={createdAt}>
        <RichText
          text={t('notifications.followPost', { name: data.authorName, tribe: data.tribeName })}
          elements={{ who }}
        />
      </ItemText>
    </LinkRow>
  );
}

/** A click removes it. */
function Follow({ notification: { id, seen, createdAt, data } }: { notification: Kind<'follow'> }) {
  const { t } = useTexts('members');
  const remove = useRemoveNotification();
  return (
    <li className="grid">
      <button type="button" className={rowClass} onClick={() => remove.mutate(id)}>
        <AvatarWithIcon person={{ id: data.fromUserId, name: data.fromUserName }} icon={UserPlus} />
        <ItemText seen={seen} createdAt={createdAt}>
          <RichText text={t('notifications.follow', { name: data.fromUserName })} elements={{ who }} />
        </ItemText>
        <VisuallyHidden>{t('notifications.removeFollow')}</VisuallyHidden>
      </button>
    </li>
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
    <li className="grid">
      <Link to={paths.tribe(data.tribeId)} replace className={rowClass}>
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

function LevelUp({ notification: { seen, createdAt, data } }: { notification: Kind<'level_up_result'> }) {
  const { t } = useTexts('members');
  return (
    <PlainRow icon={Trophy} seen={seen} createdAt={createdAt}>
      {t('notifications.levelUp', { level: data.levelTo, message: data.message })}
    </PlainRow>
  );
}

/** A type that this version does not know: shown as it is. */
function Unknown({ notification }: { notification: { type: string; seen: boolean; createdAt: string } }) {
  return (
    <PlainRow icon={Bell} seen={notification.seen} createdAt={notification.createdAt}>
      {notification.type}
    </PlainRow>
  );
}

/** A link out of the modal; following it removes the notification. */
function LinkRow({ id, to, children }: { id: string; to: string; children: ReactNode }) {
  const remove = useRemoveNotification();
  return (
    <li className="grid">
      <Link to={to} replace onClick={() => remove.mutate(id)} className={rowClass}>
        {children}
      </Link>
    </li>
  );
}

function PlainRow({ icon: Icon, children, ...words }: ItemTextProps & { icon: LucideIcon }) {
  return (
    <li className="flex min-h-14 items-center gap-3 py-2 text-small">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-hover text-fg-muted">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <ItemText {...words}>{children}</ItemText>
    </li>
  );
}
