import { chatPollMs } from '@limits/messaging';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { type SessionUser, useMe } from '../../lib/session.ts';
import { membershipsQuery } from '../../lib/shared-queries.ts';
import { usePollInterval, useStreamEvent } from '../../lib/stream.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { type Chat, chatQuery, isForMembersOnly } from './api.ts';
import { ChatView } from './chat-view.tsx';
import { ConversationLayout, ConversationSkeleton } from './conversation-layout.tsx';

/** `/inbox/{tribeId}`: a tribe's chat. */
export function ChatPage() {
  const { tribeId = '' } = useParams();
  const me = useMe();
  const id = /^\d{1,10}$/.test(tribeId) ? Number(tribeId) : 0;
  // The key resets all state when the tribe changes.
  return me && <TribeChat key={id} tribeId={id} me={me} />;
}

function TribeChat({ tribeId, me }: { tribeId: number; me: SessionUser }) {
  const { t } = useTexts();
  const memberships = useQuery(membershipsQuery);
  const membership = memberships.data?.find((mine) => mine.tribeId === tribeId && mine.status === 'active');
  // When the memberships cannot be fetched, the server decides. Site admins may read every chat.
  const outside = memberships.isSuccess && !membership && me.role !== 'admin';
  const interval = usePollInterval(chatPollMs);
  const chat = useQuery({
    ...chatQuery(tribeId),
    enabled: !memberships.isPending && !outside,
    refetchInterval: ({ state }) => (isForMembersOnly(state.error) ? false : interval),
  });
  useStreamEvent('chat', (event) => {
    if (event.tribeId === tribeId) void chat.refetch();
  });
  return (
    <ConversationLayout
      tribeId={tribeId}
      title={membership?.tribe.name ?? t('chat.title')}
      subtitle={membership && t('chat.members', { count: membership.tribe.membersCount })}
      face={<TribeGlyph id={tribeId} size={40} />}
      to={paths.tribe(tribeId)}
      otherwise={paths.tribe(tribeId)}
    >
      {outside ? (
        <MembersOnly tribeId={tribeId} />
      ) : (
        <ChatBody
          tribeId={tribeId}
          me={me}
          writes={membership !== undefined || memberships.isError}
          chat={chat.data}
          error={chat.error}
          onRetry={() => void chat.refetch()}
        />
      )}
    </ConversationLayout>
  );
}

interface ChatBodyProps {
  tribeId: number;
  me: SessionUser;
  writes: boolean;
  chat: Chat | undefined;
  error: Error | null;
  onRetry: () => void;
}

function ChatBody({ tribeId, me, writes, chat, error, onRetry }: ChatBodyProps) {
  const { t } = useTexts();
  if (isForMembersOnly(error)) return <MembersOnly tribeId={tribeId} />;
  // A failed poll does not hide the loaded messages.
  if (chat) return <ChatView tribeId={tribeId} me={me} chat={chat} writes={writes} />;
  if (error) return <ErrorState error={error} fallback={t('chat.loadFailed')} onRetry={onRetry} className="m-auto" />;
  return <ConversationSkeleton />;
}

function MembersOnly({ tribeId }: { tribeId: number }) {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<Lock />}
      title={t('chat.lockedTitle')}
      text={t('chat.lockedText')}
      action={
        <ButtonLink to={paths.tribe(tribeId)} variant="primary">
          {t('chat.toTribe')}
        </ButtonLink>
      }
      className="m-auto"
    />
  );
}
