import { Check, Clock, CornerUpLeft, Heart, RotateCw } from 'lucide-react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { SafetyButton } from '../../lib/safety-button.tsx';
import type { SafetyMenuProps } from '../../lib/safety-menu.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { MessageView } from './group-messages.ts';

/** The actions of a message. */
export interface MessageActions {
  onReply?: ((message: MessageView) => void) | undefined;
  onLike?: ((message: MessageView) => void) | undefined;
  onRetry?: (message: MessageView) => void;
  onDrop?: (message: MessageView) => void;
  onQuote?: (id: string) => void;
  /** The safety menu of a message of another person; no menu without it. */
  safetyOf?: (message: MessageView) => Omit<SafetyMenuProps, 'label'>;
}

interface BubbleProps extends MessageActions {
  message: MessageView;
  /** The last of its group shows the time. */
  last: boolean;
  /** Whether the message's actions are visible; hover and focus also show them. */
  chosen: boolean;
  onChoose: () => void;
}

/** One message with its quote, actions, likes and delivery status. */
export function Bubble({ message, last, chosen, onChoose, ...actions }: BubbleProps) {
  const { mine, quote, likes } = message;
  const liked = likes !== undefined && likes.count > 0;
  return (
    <div
      id={`message-${message.id}`}
      className={cx(
        'group/message grid max-w-[76%] sm:max-w-[72%]',
        mine ? 'justify-items-end' : 'justify-items-start',
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a tap shows what focus shows on a keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        onClick={onChoose}
        className={cx(
          'relative min-w-12 max-w-full rounded-lg px-3.5 py-2 text-small transition-opacity',
          mine ? 'bg-tribe-deep' : 'bg-surface shadow-card',
          last && (mine ? 'rounded-br-xs' : 'rounded-bl-xs'),
          message.state === 'sending' && 'opacity-65',
          message.state === 'failed' && 'outline-2 outline-danger',
        )}
      >
        {quote && <Quote quote={quote} onQuote={actions.onQuote} />}
        <p dir="auto" className="prose-safe">
          {message.content}
        </p>
        {message.state === 'sent' && <Toolbar message={message} chosen={chosen} {...actions} />}
      </div>
      {liked && <Likes message={message} likes={likes} onLike={actions.onLike} />}
      {(last || message.state === 'failed') && <DeliveryStatus message={message} {...actions} />}
    </div>
  );
}

function Quote({ quote, onQuote }: { quote: NonNullable<MessageView['quote']> } & MessageActions) {
  const { t } = useTexts('chat');
  const words = (
    <>
      <span className="truncate font-semibold text-tribe-text">{quote.name || t('chat.earlier')}</span>
      {quote.text !== null && <span className="line-clamp-2 text-fg-muted">{quote.text}</span>}
    </>
  );
  const look = 'mb-1.5 grid w-full min-w-0 border-tribe border-l-3 pl-2.5 text-left text-caption';
  if (quote.text === null) return <div className={look}>{words}</div>;
  return (
    <button type="button" onClick={() => onQuote?.(quote.id)} className={cx(look, 'focus-ring rounded-xs')}>
      {words}
    </button>
  );
}

const besideMine = 'top-1/2 right-full mr-1 -translate-y-1/2';
const besideTheirs = 'top-1/2 left-full ml-1 -translate-y-1/2';
/** On a phone three buttons do not fit next to a long message. */
const aboveTheirs =
  'bottom-full left-0 translate-y-2 sm:top-1/2 sm:bottom-auto sm:left-full sm:ml-1 sm:-translate-y-1/2';

function Toolbar({
  message,
  chosen,
  onLike,
  onReply,
  safetyOf,
}: { message: MessageView; chosen: boolean } & MessageActions) {
  const { t } = useTexts('chat');
  const safety = message.mine ? undefined : safetyOf?.(message);
  if (!onLike && !onReply && !safety) return null;
  const { name } = message.author;
  return (
    <div
      className={cx(
        'absolute z-10 flex rounded-full bg-raised p-0.5 shadow-float transition-opacity duration-120',
        message.mine ? besideMine : onLike && safety ? aboveTheirs : besideTheirs,
        !chosen &&
          'pointer-events-none opacity-0 focus-within:pointer-events-auto focus-within:opacity-100 group-hover/message:pointer-events-auto group-hover/message:opacity-100',
      )}
    >
      {onLike && (
        <IconButton
          size="sm"
          tip="none"
          label={t('chat.like', { name })}
          aria-pressed={message.likes?.mine ?? false}
          icon={<Heart className={cx(message.likes?.mine && 'fill-current')} />}
          onClick={() => onLike(message)}
        />
      )}
      {onReply && (
        <IconButton
          size="sm"
          tip="none"
          label={t('shell.replyTo', { name })}
          icon={<CornerUpLeft />}
          onClick={() => onReply(message)}
        />
      )}
      {safety && <SafetyButton size="sm" label={t('chat.menuOf', { name })} {...safety} />}
    </div>
  );
}

function Likes({
  message,
  likes,
  onLike,
}: { message: MessageView; likes: NonNullable<MessageView['likes']> } & MessageActions) {
  const { t } = useTexts('chat');
  const format = useFormat();
  return (
    <button
      type="button"
      disabled={!onLike}
      aria-pressed={likes.mine}
      aria-label={t('chat.likes', { count: likes.count })}
      onClick={() => onLike?.(message)}
      className={cx(
        'pressable focus-ring relative -mt-2 mx-2 inline-flex h-6 items-center gap-1 rounded-full bg-raised px-2 text-caption shadow-card after:absolute after:-inset-2',
        likes.mine ? 'text-ember-text' : 'text-fg-muted',
      )}
    >
      <Heart aria-hidden="true" className={cx('size-3.5', likes.mine && 'fill-current')} />
      <span className="tabular">{format.compact(likes.count)}</span>
    </button>
  );
}

const linkClass = 'focus-ring inline-flex items-center gap-1 rounded-xs px-1 py-1 font-semibold hover:underline';

/** The delivery status: sending, the time, or the failure with retry and discard. */
function DeliveryStatus({ message, onRetry, onDrop }: { message: MessageView } & MessageActions) {
  const { t } = useTexts('chat');
  const format = useFormat();
  if (message.state === 'failed') {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-end gap-x-2 px-1 pt-1 text-caption text-danger">
        <span>{message.failure?.()}</span>
        {message.mayRetry && (
          <button type="button" className={linkClass} onClick={() => onRetry?.(message)}>
            <RotateCw aria-hidden="true" className="size-3.5" />
            {t('ui.retry')}
          </button>
        )}
        <button type="button" className={cx(linkClass, 'text-fg-muted')} onClick={() => onDrop?.(message)}>
          {t('chat.drop')}
        </button>
      </div>
    );
  }
  const Icon = message.state === 'sending' ? Clock : Check;
  return (
    <div className="flex items-center gap-1 px-1 pt-1 text-[0.75rem] text-fg-faint leading-4">
      <time dateTime={message.at} title={format.dateTime(message.at)}>
        {format.time(message.at)}
      </time>
      {message.mine && (
        <>
          <Icon aria-hidden="true" className="size-3.5" />
          <VisuallyHidden>{t(message.state === 'sending' ? 'chat.sending' : 'chat.sent')}</VisuallyHidden>
        </>
      )}
    </div>
  );
}
