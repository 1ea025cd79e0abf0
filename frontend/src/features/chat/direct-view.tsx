import { type RefObject, useRef, useState } from 'react';
import { useTextDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';
import { useGoBack } from '../../lib/use-go-back.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type DirectMessages, useOlderInConversation, useSendDirect } from './api.ts';
import { Composer } from './composer.tsx';
import { useLastRead } from './last-read.ts';
import type { OutgoingMessage } from './message-cache.ts';
import { MessageList } from './message-list.tsx';
import { directMessageViews } from './to-message-view.ts';
import { useUnsentAsDraft } from './unsent-drafts.ts';

/** Per draft, the texts being sent in order, by idempotency key. They outlive the screen. */
const sending = new Map<string, Map<string, string>>();

function sendingFrom(draftName: string): Map<string, string> {
  const texts = sending.get(draftName) ?? new Map<string, string>();
  sending.set(draftName, texts);
  return texts;
}

function takeSending(draftName: string): string[] {
  const texts = [...sendingFrom(draftName).values()];
  sending.delete(draftName);
  return texts;
}

interface DirectViewProps {
  userId: string;
  me: SessionUser;
  conversation: DirectMessages;
}

/** A loaded conversation. A failed message is restored into the composer. */
export function DirectView({ userId, me, conversation }: DirectViewProps) {
  const { t } = useTexts('chat');
  const tribeId = conversation.tribe.id;
  const goBack = useGoBack(paths.chat(tribeId));
  const send = useSendDirect(userId, tribeId);
  const older = useOlderInConversation(userId, tribeId);
  const draftName = `dm:${tribeId}:${userId}`;
  const lastRead = useLastRead(draftName, conversation.items.at(-1)?.createdAt);
  const [text, setText] = useTextDraft(draftName);
  const [going, setGoing] = useState<OutgoingMessage[]>([]);
  const [written, setWritten] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const failed = useRef<{ content: string; key: string } | null>(null);
  const returned = useRef('');
  const messages = directMessageViews(conversation.items, going, me, conversation.user);
  useUnsentAsDraft(draftName, setText, () => takeSending(draftName));

  function write(content: string): void {
    // The same text again keeps its key: the message may have been stored although the response was lost.
    const key = failed.current?.content === content ? failed.current.key : newId();
    const outgoing: OutgoingMessage = {
      key,
      content,
      parentId: null,
      writtenAt: new Date().toISOString(),
      after: conversation.items.at(-1)?.createdAt ?? null,
      failure: null,
    };
    failed.current = null;
    setText(() => '');
    setWritten(true);
    setGoing((all) => [...all, outgoing]);
    sendingFrom(draftName).set(key, content);
    send
      .mutateAsync({ content, key })
      .then(() => sending.get(draftName)?.delete(key))
      .catch(() => {
        // The end of the session has returned it already.
        if (!sending.get(draftName)?.delete(key)) return;
        failed.current = { content, key };
        setText((typed) => restoreUnsent(content, typed, returned));
      })
      .finally(() => setGoing((all) => all.filter((other) => other.key !== key)));
  }

  return (
    <>
      {messages.length === 0 ? (
        <EmptyState
          icon={<Avatar person={conversation.user} size={72} />}
          title={t('chat.directEmptyTitle', { name: conversation.user.name })}
          text={conversation.canWrite ? t('chat.directEmptyText') : undefined}
          className="m-auto"
        />
      ) : (
        <MessageList
          messages={messages}
          lastRead={written ? null : lastRead}
          named={false}
          hasOlder={conversation.nextBefore !== null}
          loadingOlder={older.isPending}
          onOlder={() => conversation.nextBefore && older.mutate(conversation.nextBefore)}
          safetyOf={({ id, author }) => ({
            person: author,
            tribeId,
            report: { kind: 'direct_message', messageId: id },
            onBlocked: goBack,
          })}
        />
      )}
      {conversation.canWrite ? (
        <Composer
          label={t('chat.writeTo', { name: conversation.user.name })}
          text={text}
          onText={(typed) => setText(() => typed)}
          onSend={write}
          field={field}
          error={send.error && messageOf(send.error, t('chat.sendFailed'))}
        />
      ) : (
        <p className="px-6 py-5 text-center text-fg-muted text-small">{blockedReason(conversation, me, t)}</p>
      )}
    </>
  );
}

/** Restores an unsent text: after the texts restored before, before the text typed since. */
function restoreUnsent(content: string, typed: string, returned: RefObject<string>): string {
  const before = returned.current !== '' && typed.startsWith(returned.current) ? returned.current : '';
  const since = typed.slice(before.length).replace(/^\n/, '');
  returned.current = before === '' ? content : `${before}\n${content}`;
  return since.trim() === '' ? returned.current : `${returned.current}\n${since}`;
}

function blockedReason({ user, tribe }: DirectMessages, me: SessionUser, t: ReturnType<typeof useTexts>['t']): string {
  if (user.id === me.id) return t('chat.cannotToSelf');
  if (user.id === 'deleted') return t('chat.cannotToGone');
  if (user.restrictedHigher) return t('chat.cannotToHigher', { tribe: tribe.name });
  if (user.restrictedLower) return t('chat.cannotToLower', { tribe: tribe.name });
  return t('chat.cannotHere', { tribe: tribe.name });
}
