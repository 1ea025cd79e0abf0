import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { useStreamEvent } from '../../lib/stream.ts';
import { UserAvatar } from '../../lib/user-avatar.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { CountBadge } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type Conversation, conversationsQuery } from './api.ts';
import { RowsSkeleton, rowClass } from './section.tsx';

/** The viewer's conversations with their unread counts. */
export function DirectMessages() {
  const { t } = useTexts('members');
  const { items, query: conversations } = usePagedQuery(conversationsQuery);
  const client = useQueryClient();
  useStreamEvent('message', () => void client.invalidateQueries({ queryKey: queryKeys.conversations }));
  if (conversations.isPending) return <RowsSkeleton rows={2} />;
  if (!conversations.data)
    return (
      <ErrorState
        error={conversations.error}
        fallback={t('notifications.messagesFailed')}
        onRetry={() => void conversations.refetch()}
        className="py-6"
      />
    );
  if (items.length === 0 && !conversations.hasNextPage)
    return <p className="text-fg-muted text-small">{t('notifications.noMessages')}</p>;
  return (
    <>
      <ul className="grid grid-cols-1">
        {items.map((conversation) => (
          <ConversationRow key={`${conversation.tribe.id} ${conversation.withUserId}`} conversation={conversation} />
        ))}
      </ul>
      <LoadMore query={conversations} label={t('notifications.moreMessages')} />
    </>
  );
}

function ConversationRow({
  conversation: { user, withUserId, tribe, lastMessage, unread },
}: {
  conversation: Conversation;
}) {
  const { t } = useTexts('members');
  const me = useMe();
  const { content } = lastMessage;
  return (
    <li className="grid grid-cols-1">
      <Link to={paths.conversation(withUserId, tribe.id)} className={rowClass}>
        <UserAvatar person={user} size={44} ringOf={tribe.id} />
        <span className="grid min-w-0 grow grid-cols-1">
          <span className="flex items-baseline gap-2">
            <span className="truncate font-display font-semibold">{user.name}</span>
            <AgentMark of={user} />
            <span className="min-w-0 shrink-[2] truncate text-caption text-fg-faint">{tribe.name}</span>
            <RelativeTime value={lastMessage.createdAt} className="ml-auto shrink-0 text-caption text-fg-faint" />
          </span>
          <span className="flex items-center gap-2">
            <span className={cx('grow truncate', unread === 0 && 'text-fg-muted')}>
              {lastMessage.fromUserId === me?.id ? t('notifications.you', { text: content }) : content}
            </span>
            <CountBadge count={unread} />
            {unread > 0 && <VisuallyHidden>{t('notifications.unread', { count: unread })}</VisuallyHidden>}
          </span>
        </span>
      </Link>
    </li>
  );
}
