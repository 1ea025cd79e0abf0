import { ArrowDown, Bot } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { UserAvatar } from '../../lib/user-avatar.tsx';
import { UserLink } from '../../lib/user-link.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { CountBadge } from '../../ui/pill.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Bubble, type MessageActions } from './bubble.tsx';
import {
  countAfter,
  dayOf,
  groupMessages,
  type MessageDay,
  type MessageGroup,
  type MessageView,
} from './group-messages.ts';
import { scrollBehavior, useConversationScroll } from './use-scroll.ts';

interface MessageListProps extends MessageActions {
  messages: MessageView[];
  /** Messages after this time are new; null when none are. */
  lastRead: string | null;
  /** Shows names and avatars of others. */
  named: boolean;
  hasOlder: boolean;
  loadingOlder: boolean;
  onOlder: () => void;
}

/** Messages by day and author, the newest last, with a button to scroll to the newest. */
export function MessageList(props: MessageListProps) {
  const { messages, lastRead, named, hasOlder, loadingOlder, onOlder, ...actions } = props;
  const { t } = useTexts('chat');
  const [chosen, setChosen] = useState<string | null>(null);
  const [readUntil, setReadUntil] = useState('');
  const last = messages.at(-1);
  const older = () => {
    if (hasOlder && !loadingOlder) onOlder();
  };
  const scroll = useConversationScroll({ first: messages[0]?.id, last: last?.id, loadingOlder, onNearStart: older });
  if (scroll.atEnd && last && last.at > readUntil) setReadUntil(last.at);
  const waiting = scroll.atEnd ? 0 : countAfter(messages, readUntil);

  return (
    <div className="relative min-h-0 grow">
      <div
        ref={scroll.scroller}
        onScroll={scroll.onScroll}
        role="log"
        aria-label={t('chat.messages')}
        aria-busy={loadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="focus-ring h-full overflow-y-auto overscroll-contain px-3 [overflow-anchor:none] lg:px-4"
      >
        <div ref={scroll.content} className="flex min-h-full flex-col justify-end gap-4 pt-6 pb-3">
          {hasOlder && <Older loading={loadingOlder} onOlder={older} />}
          {groupMessages(messages, lastRead).map((day) => (
            <DayOfMessages key={day.id} day={day}>
              {day.groups.map((group) => (
                <GroupOfMessages
                  key={group.id}
                  group={group}
                  named={named}
                  chosen={chosen}
                  onChoose={(id) => setChosen(chosen === id ? null : id)}
                  {...actions}
                  onQuote={showMessage}
                />
              ))}
            </DayOfMessages>
          ))}
        </div>
      </div>
      {!scroll.atEnd && (
        <div className="absolute right-4 bottom-3 animate-rise rounded-full bg-raised shadow-float">
          <IconButton
            tip="none"
            label={waiting > 0 ? t('chat.toNewest', { count: waiting }) : t('chat.toLatest')}
            icon={<ArrowDown />}
            onClick={scroll.toEnd}
          />
          <span className="pointer-events-none absolute -top-2 -right-1">
            <CountBadge count={waiting} />
          </span>
        </div>
      )}
    </div>
  );
}

function Older({ loading, onOlder }: { loading: boolean; onOlder: () => void }) {
  const { t } = useTexts('chat');
  if (!loading) {
    return (
      <Button variant="ghost" size="sm" onClick={onOlder} className="self-center">
        {t('chat.older')}
      </Button>
    );
  }
  return (
    <div className="grid gap-2">
      <Skeleton className="h-11 w-56 rounded-lg" />
      <Skeleton className="h-11 w-44 justify-self-end rounded-lg" />
    </div>
  );
}

function DayOfMessages({ day, children }: { day: MessageDay; children: React.ReactNode }) {
  const { t } = useTexts('chat');
  const format = useFormat();
  const now = new Date();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const name =
    day.id === dayOf(now)
      ? t('chat.today')
      : day.id === dayOf(yesterday)
        ? t('chat.yesterday')
        : day.id.slice(0, 4) === String(now.getFullYear())
          ? format.day(day.at)
          : format.date(day.at);
  return (
    <section aria-label={name} className="flex flex-col gap-4">
      <h2 className="sticky top-2 z-20 self-center rounded-full bg-raised px-3 py-1 font-medium font-text text-[0.75rem] text-fg-muted leading-4 tracking-normal shadow-card first-letter:uppercase">
        {name}
      </h2>
      {children}
    </section>
  );
}

interface GroupOfMessagesProps extends MessageActions {
  group: MessageGroup;
  named: boolean;
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** Consecutive messages of one person. */
function GroupOfMessages({ group, named, chosen, onChoose, ...actions }: GroupOfMessagesProps) {
  const { t } = useTexts('chat');
  const { author, mine, messages } = group;
  const faced = named && !mine;
  return (
    <>
      {group.startsNew && <NewFromHere />}
      <div className={cx('flex items-end gap-2.5', mine && 'justify-end')}>
        {faced && (
          <UserLink person={author} silent className="mb-5.5 shrink-0 rounded-full">
            <UserAvatar person={author} size={32} className="align-top" />
          </UserLink>
        )}
        <div className={cx('grid min-w-0 grow grid-cols-1 gap-1', mine ? 'justify-items-end' : 'justify-items-start')}>
          {faced && (
            <span className="flex max-w-full items-center gap-1.5 px-1 text-caption">
              <span className="truncate font-display font-semibold">
                <UserLink person={author}>{author.name}</UserLink>
              </span>
              {author.isAgent && <Bot aria-label={t('ui.agent')} className="size-4 shrink-0 text-honey" />}
              {author.level !== undefined && (
                <span className="tabular shrink-0 text-fg-faint">{t('shell.level', { level: author.level })}</span>
              )}
            </span>
          )}
          {messages.map((message, index) => (
            <Bubble
              key={message.id}
              message={message}
              last={index === messages.length - 1}
              chosen={chosen === message.id}
              onChoose={() => onChoose(message.id)}
              {...actions}
            />
          ))}
        </div>
      </div>
    </>
  );
}

function NewFromHere() {
  const { t } = useTexts('chat');
  return (
    <div data-new className="flex items-center gap-3 font-semibold text-caption text-ember-text">
      <span className="h-px grow bg-ember/40" />
      {t('chat.newFromHere')}
      <span className="h-px grow bg-ember/40" />
    </div>
  );
}

/** Scrolls to a message and highlights it for a moment. */
function showMessage(id: string): void {
  const message = document.getElementById(`message-${id}`);
  message?.scrollIntoView({ block: 'center', behavior: scrollBehavior() });
  message?.animate([{ filter: 'brightness(1.35)' }, { filter: 'none' }], { duration: 900, easing: 'ease-out' });
}
