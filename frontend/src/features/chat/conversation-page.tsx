import { chatPollMs } from '@limits/messaging';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { SafetyButton } from '../../lib/safety-button.tsx';
import { type SessionUser, useMe } from '../../lib/session.ts';
import { usePollInterval, useStreamEvent } from '../../lib/stream.ts';
import { useGoBack } from '../../lib/use-go-back.ts';
import { UserAvatar } from '../../lib/user-avatar.tsx';
import { UserLink } from '../../lib/user-link.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { conversationQuery, type DirectMessages, dropMessage, isForMembersOnly } from './api.ts';
import { ConversationLayout, ConversationSkeleton } from './conversation-layout.tsx';
import { DirectView } from './direct-view.tsx';

/** `/dm/{userId}?tribeId=`: the direct messages between two members of a tribe. */
export function ConversationPage() {
  const { userId = '' } = useParams();
  const [search] = useSearchParams();
  const { t } = useTexts('chat');
  const me = useMe();
  const tribe = search.get('tribeId') ?? '';
  if (!me) return null;
  if (!/^\d{1,10}$/.test(tribe)) {
    return (
      <EmptyState
        title={<h1 role="alert">{t('chat.missingTribe')}</h1>}
        action={<ButtonLink to={paths.tribes}>{t('ui.seeTribes')}</ButtonLink>}
        className="py-24"
      />
    );
  }
  return <Conversation key={`${userId} ${tribe}`} userId={userId} tribeId={Number(tribe)} me={me} />;
}

interface ConversationProps {
  userId: string;
  tribeId: number;
  me: SessionUser;
}

function Conversation({ userId, tribeId, me }: ConversationProps) {
  const { t } = useTexts('chat');
  const client = useQueryClient();
  const interval = usePollInterval(chatPollMs);
  const conversation = useQuery({
    ...conversationQuery(userId, tribeId),
    refetchInterval: ({ state }) => (isForMembersOnly(state.error) ? false : interval),
  });
  useStreamEvent('message', (event) => {
    if (event.withUserId !== userId || event.tribeId !== tribeId) return;
    if (event.removed) dropMessage(client, conversationQuery(userId, tribeId), event.messageId);
    void client.invalidateQueries({ queryKey: queryKeys.conversation.with(userId, tribeId) });
  });
  const other = conversation.data?.user;
  const latest = conversation.data?.items.at(-1)?.id;

  // Fetching marks the messages as read on the server, which changes notifications and unread counts.
  useEffect(() => {
    if (!latest) return;
    void client.invalidateQueries({ queryKey: queryKeys.notifications.all });
    void client.invalidateQueries({ queryKey: queryKeys.conversations });
  }, [latest, client]);

  return (
    <ConversationLayout
      tribeId={tribeId}
      title={other?.name ?? t('chat.directTitle')}
      person={other}
      subtitle={conversation.data && <TribeAndLevel conversation={conversation.data} />}
      face={
        other ? (
          <UserLink person={other} silent className="shrink-0 rounded-full">
            <UserAvatar person={other} size={40} ringOf={tribeId} className="m-0.5 align-top" />
          </UserLink>
        ) : (
          <Skeleton className="size-10 rounded-full" />
        )
      }
      otherwise={paths.chat(tribeId)}
      menu={
        other && other.id !== me.id && other.id !== 'deleted' && <ConversationMenu person={other} tribeId={tribeId} />
      }
    >
      <ConversationBody
        userId={userId}
        me={me}
        conversation={conversation.data}
        error={conversation.error}
        onRetry={() => void conversation.refetch()}
      />
    </ConversationLayout>
  );
}

function ConversationMenu({ person, tribeId }: { person: DirectMessages['user']; tribeId: number }) {
  const { t } = useTexts('chat');
  const goBack = useGoBack(paths.chat(tribeId));
  return (
    <SafetyButton
      label={t('ui.more')}
      person={person}
      tribeId={tribeId}
      report={{ kind: 'person', userId: person.id, ...(person.restrictedHigher && { tribeId }) }}
      onBlocked={goBack}
    />
  );
}

function TribeAndLevel({ conversation: { tribe, user } }: { conversation: DirectMessages }) {
  const { t } = useTexts('chat');
  return (
    <>
      <AgentMark of={user} />
      <Link
        to={paths.tribe(tribe.id)}
        className="focus-ring -my-1 truncate rounded-xs py-1 text-tribe-text hover:underline"
      >
        {tribe.name}
      </Link>
      {user.levelOrder !== undefined && (
        <span className="tabular shrink-0">· {t('shell.level', { level: user.levelOrder })}</span>
      )}
    </>
  );
}

interface ConversationBodyProps {
  userId: string;
  me: SessionUser;
  conversation: DirectMessages | undefined;
  error: Error | null;
  onRetry: () => void;
}

function ConversationBody({ userId, me, conversation, error, onRetry }: ConversationBodyProps) {
  const { t } = useTexts('chat');
  if (isForMembersOnly(error)) {
    return (
      <EmptyState
        icon={<Lock />}
        title={t('chat.directLockedTitle')}
        text={t('chat.directLockedText')}
        action={<ButtonLink to={paths.tribes}>{t('ui.seeTribes')}</ButtonLink>}
        className="m-auto"
      />
    );
  }
  if (conversation) return <DirectView userId={userId} me={me} conversation={conversation} />;
  if (error)
    return <ErrorState error={error} fallback={t('chat.directLoadFailed')} onRetry={onRetry} className="m-auto" />;
  return <ConversationSkeleton />;
}
