import { useRef, useState } from 'react';
import { useTextDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import type { SessionUser } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toast.tsx';
import { type LoadedChat, useLikeInChat, useOlderInChat, useOutbox, useSendToChat, useTakeOutbox } from './api.ts';
import { Composer } from './composer.tsx';
import type { MessageView } from './group-messages.ts';
import { useLastRead } from './last-read.ts';
import { MessageList } from './message-list.tsx';
import { SlowModeHint, useSecondsUntil } from './slow-mode-hint.tsx';
import { chatMessageViews } from './to-message-view.ts';
import { useUnsentAsDraft } from './unsent-drafts.ts';
import { UnsentTexts } from './unsent-texts.tsx';

interface ChatViewProps {
  tribeId: number;
  me: SessionUser;
  chat: LoadedChat;
}

/** A loaded chat: its messages and the composer. */
export function ChatView({ tribeId, me, chat }: ChatViewProps) {
  const { t } = useTexts('chat');
  const { canWrite } = chat;
  const outbox = useOutbox(tribeId);
  const { send, drop } = useSendToChat(tribeId);
  const like = useLikeInChat(tribeId);
  const older = useOlderInChat(tribeId);
  const lastRead = useLastRead(`chat:${tribeId}`, chat.items.at(-1)?.createdAt);
  const [text, setText] = useTextDraft(`chat:${tribeId}`);
  const [replyTo, setReplyTo] = useState<MessageView | null>(null);
  const [written, setWritten] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const wait = useSecondsUntil(chat.waitUntil);
  const messages = chatMessageViews(chat.items, outbox, me);
  const takeOutbox = useTakeOutbox(tribeId);
  useUnsentAsDraft(`chat:${tribeId}`, setText, () => takeOutbox().map(({ content }) => content));

  function write(content: string): void {
    const writtenAt = new Date().toISOString();
    const after = chat.items.at(-1)?.createdAt ?? null;
    send({ key: newId(), content, parentId: replyTo?.id ?? null, writtenAt, after, failure: null });
    setText(() => '');
    setReplyTo(null);
    setWritten(true);
  }

  function sendAgain({ id }: MessageView): void {
    const failed = outbox.find(({ key }) => key === id);
    if (failed) send(failed);
  }

  function likeMessage({ id }: MessageView): void {
    const message = chat.items.find((known) => known.id === id);
    if (message) like(message).catch((error) => toast(() => messageOf(error, t('chat.likeFailed')), { tone: 'bad' }));
  }

  function answer(message: MessageView): void {
    setReplyTo(message);
    field.current?.focus();
  }

  return (
    <>
      {messages.length === 0 ? (
        <EmptyState
          title={t('chat.emptyTitle')}
          text={t(canWrite ? 'chat.emptyText' : 'chat.readOnly')}
          className="m-auto"
        />
      ) : (
        <MessageList
          messages={messages}
          // After writing, the person has read everything.
          lastRead={written ? null : lastRead}
          named
          hasOlder={chat.nextBefore !== null}
          loadingOlder={older.isPending}
          onOlder={() => chat.nextBefore && older.mutate(chat.nextBefore)}
          onReply={canWrite ? answer : undefined}
          onLike={canWrite ? likeMessage : undefined}
          onRetry={sendAgain}
          onDrop={({ id }) => drop(id)}
          safetyOf={({ id, author }) => ({
            person: author,
            tribeId,
            report: { kind: 'chat_message', messageId: id },
          })}
        />
      )}
      {canWrite ? (
        <Composer
          label={t('chat.write')}
          text={text}
          onText={(typed) => setText(() => typed)}
          onSend={write}
          field={field}
          quote={replyTo ? { name: replyTo.author.name, text: replyTo.content } : undefined}
          onDropQuote={() => setReplyTo(null)}
          blocked={wait > 0}
          hint={<SlowModeHint chat={chat} wait={wait} />}
        />
      ) : (
        <>
          {messages.length > 0 && (
            <p className="px-6 py-5 text-center text-fg-muted text-small">{t('chat.readOnly')}</p>
          )}
          <UnsentTexts tribeId={tribeId} withMessages={false} />
        </>
      )}
    </>
  );
}
