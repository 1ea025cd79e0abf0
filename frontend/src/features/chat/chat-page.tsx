import { chatPollMs } from '@limits/messaging';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { isNotFound } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type SessionUser, useMe } from '../../lib/session.ts';
import { membershipsQuery, tribeQuery } from '../../lib/shared-queries.ts';
import { usePollInterval, useStreamEvent } from '../../lib/stream.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { useTitle } from '../../ui/page.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { chatQuery, dropMessage, isForMembersOnly, type LoadedChat } from './api.ts';
import { ChatMenu } from './chat-menu.tsx';
import { ChatView } from './chat-view.tsx';
import { ConversationLayout, ConversationSkeleton } from './conversation-layout.tsx';
import { UnsentTexts } from './unsent-texts.tsx';

/** `/inbox/{tribeId}`: a tribe's chat. */
export function ChatPage() {
  const { tribeId = '' } = useParams();
  const me = useMe();
  const id = /^\d{1,10}$/.test(tribeId) ? Number(tribeId) : 0;
  // The key resets all state when the tribe changes.
  return me && <TribeChat key={id} tribeId={id} me={me} />;
}

function TribeChat({ tribeId, me }: { tribeId: number; me: SessionUser }) {
  const { t } = useTexts('chat');
  const { tribe, mayRead, refused, retry } = useReadable(tribeId);
  const client = useQueryClient();
  const interval = usePollInterval(chatPollMs);
  const chat = useQuery({
    ...chatQuery(tribeId),
    enabled: mayRead === true,
    refetchInterval: ({ state }) => (isForMembersOnly(state.error) ? false : interval),
  });
  useStreamEvent('chat', (event) => {
    if (event.tribeId !== tribeId) return;
    if (event.removed) dropMessage(client, chatQuery(tribeId), event.messageId);
    void client.invalidateQueries({ queryKey: queryKeys.chat.tribe(tribeId) });
  });
  useStreamEvent('slowMode', (event) => {
    if (event.tribeId === tribeId) void client.invalidateQueries({ queryKey: queryKeys.chat.tribe(tribeId) });
  });
  if (isNotFound(refused)) return <NoSuchTribe error={refused} />;
  return (
    <ConversationLayout
      tribeId={tribeId}
      title={tribe?.name ?? t('chat.title')}
      subtitle={tribe && t('chat.members', { count: tribe.membersCount })}
      face={<TribeGlyph id={tribeId} size={40} />}
      to={paths.tribe(tribeId)}
      otherwise={paths.tribe(tribeId)}
      menu={chat.data?.canSetSlowMode && <ChatMenu tribeId={tribeId} slowSeconds={chat.data.slowSeconds} />}
    >
      {mayRead === false ? (
        <MembersOnly tribeId={tribeId} />
      ) : (
        <ChatBody
          tribeId={tribeId}
          me={me}
          chat={chat.data}
          error={refused ?? chat.error}
          onRetry={() => void (refused ? retry() : chat.refetch())}
        />
      )}
    </ConversationLayout>
  );
}

function NoSuchTribe({ error }: { error: unknown }) {
  const { t } = useTexts('chat');
  useTitle(t('chat.title'));
  return <NotFoundState error={error} to={paths.tribes} label={t('ui.seeTribes')} />;
}

/** Whether the viewer may read a tribe's chat: members may; for others the tribe decides. Undefined while loading. */
function useReadable(tribeId: number) {
  const memberships = useQuery(membershipsQuery);
  const membership = memberships.data?.find((each) => each.tribeId === tribeId);
  const isMember = membership?.status === 'active';
  const tribeRead = useQuery({ ...tribeQuery(tribeId), enabled: !memberships.isPending && !isMember });
  return {
    tribe: membership?.tribe ?? tribeRead.data,
    mayRead: isMember || tribeRead.data?.canRead,
    refused: isMember ? null : tribeRead.error,
    retry: tribeRead.refetch,
  };
}

interface ChatBodyProps {
  tribeId: number;
  me: SessionUser;
  chat: LoadedChat | undefined;
  error: Error | null;
  onRetry: () => void;
}

function ChatBody({ tribeId, me, chat, error, onRetry }: ChatBodyProps) {
  const { t } = useTexts('chat');
  if (isForMembersOnly(error)) return <MembersOnly tribeId={tribeId} />;
  // A failed poll does not hide the loaded messages.
  if (chat) return <ChatView tribeId={tribeId} me={me} chat={chat} />;
  if (error) return <ErrorState error={error} fallback={t('chat.loadFailed')} onRetry={onRetry} className="m-auto" />;
  return <ConversationSkeleton />;
}

function MembersOnly({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('chat');
  return (
    <>
      <EmptyState
        icon={<Lock />}
        title={t('chat.lockedTitle')}
        text={t('chat.lockedText')}
        action={
          <ButtonLink to={paths.tribe(tribeId)} variant="primary">
            {t('shell.seeTribe')}
          </ButtonLink>
        }
        className="m-auto"
      />
      <UnsentTexts tribeId={tribeId} withMessages />
    </>
  );
}
