import { Check, Clock, CornerUpLeft, Heart, RotateCw } from 'lucide-react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Line } from './arrange.ts';

/** What can be done with a line. */
export interface LineActions {
  onReply?: ((line: Line) => void) | undefined;
  onLike?: ((line: Line) => void) | undefined;
  onRetry?: (line: Line) => void;
  onDrop?: (line: Line) => void;
  onQuote?: (id: string) => void;
}

interface BubbleProps extends LineActions {
  line: Line;
  /** The last of its group carries the time. */
  last: boolean;
  /** Its actions are shown; the pointer and the focus show them too. */
  chosen: boolean;
  onChoose: () => void;
}

/** One message, what it answers, and what became of it. */
export function Bubble({ line, last, chosen, onChoose, ...actions }: BubbleProps) {
  const { mine, quote, likes } = line;
  const liked = likes !== undefined && likes.count > 0;
  return (
    <div
      id={`line-${line.id}`}
      className={cx('group/line grid max-w-[76%] sm:max-w-[72%]', mine ? 'justify-items-end' : 'justify-items-start')}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a finger shows with a tap what focus shows with a key */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        onClick={onChoose}
        className={cx(
          'relative min-w-12 max-w-full rounded-lg px-3.5 py-2 text-small transition-opacity',
          mine ? 'bg-tribe-deep' : 'bg-surface shadow-card',
          last && (mine ? 'rounded-br-xs' : 'rounded-bl-xs'),
          line.state === 'sending' && 'opacity-65',
          line.state === 'failed' && 'outline-2 outline-danger',
        )}
      >
        {quote && <Quote quote={quote} onQuote={actions.onQuote} />}
        <p dir="auto" className="prose-safe">
          {line.content}
        </p>
        {line.state === 'sent' && <Toolbar line={line} chosen={chosen} {...actions} />}
      </div>
      {liked && <Likes line={line} likes={likes} onLike={actions.onLike} />}
      {(last || line.state === 'failed') && <Fate line={line} {...actions} />}
    </div>
  );
}

function Quote({ quote, onQuote }: { quote: NonNullable<Line['quote']> } & LineActions) {
  const { t } = useTexts();
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

function Toolbar({ line, chosen, onLike, onReply }: { line: Line; chosen: boolean } & LineActions) {
  const { t } = useTexts();
  if (!onLike && !onReply) return null;
  const { name } = line.author;
  return (
    <div
      className={cx(
        'absolute top-1/2 z-10 flex -translate-y-1/2 rounded-full bg-raised p-0.5 shadow-float transition-opacity duration-120',
        line.mine ? 'right-full mr-1' : 'left-full ml-1',
        !chosen &&
          'pointer-events-none opacity-0 focus-within:pointer-events-auto focus-within:opacity-100 group-hover/line:pointer-events-auto group-hover/line:opacity-100',
      )}
    >
      {onLike && (
        <IconButton
          size="sm"
          tip="none"
          label={t('chat.like', { name })}
          aria-pressed={line.likes?.mine ?? false}
          icon={<Heart className={cx(line.likes?.mine && 'fill-current')} />}
          onClick={() => onLike(line)}
        />
      )}
      {onReply && (
        <IconButton
          size="sm"
          tip="none"
          label={t('chat.replyTo', { name })}
          icon={<CornerUpLeft />}
          onClick={() => onReply(line)}
        />
      )}
    </div>
  );
}

function Likes({ line, likes, onLike }: { line: Line; likes: NonNullable<Line['likes']> } & LineActions) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <button
      type="button"
      disabled={!onLike}
      aria-pressed={likes.mine}
      aria-label={t('chat.likes', { count: likes.count })}
      onClick={() => onLike?.(line)}
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

/** On its way, sent at, or not sent and what to do about it. */
function Fate({ line, onRetry, onDrop }: { line: Line } & LineActions) {
  const { t } = useTexts();
  const format = useFormat();
  if (line.state === 'failed') {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-end gap-x-2 px-1 pt-1 text-caption text-danger">
        <span>{line.failure}</span>
        <button type="button" className={linkClass} onClick={() => onRetry?.(line)}>
          <RotateCw aria-hidden="true" className="size-3.5" />
          {t('ui.retry')}
        </button>
        <button type="button" className={cx(linkClass, 'text-fg-muted')} onClick={() => onDrop?.(line)}>
          {t('chat.drop')}
        </button>
      </div>
    );
  }
  const Icon = line.state === 'sending' ? Clock : Check;
  return (
    <div className="flex items-center gap-1 px-1 pt-1 text-[0.75rem] text-fg-faint leading-4">
      <time dateTime={line.at} title={format.dateTime(line.at)}>
        {format.time(line.at)}
      </time>
      {line.mine && (
        <>
          <Icon aria-hidden="true" className="size-3.5" />
          <VisuallyHidden>{t(line.state === 'sending' ? 'chat.sending' : 'chat.sent')}</VisuallyHidden>
        </>
      )}
    </div>
  );
}
