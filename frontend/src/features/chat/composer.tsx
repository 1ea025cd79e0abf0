import { countLinks } from '@limits/community';
import { messageMax } from '@limits/messaging';
import { ArrowUp, X } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { cx } from '../../ui/cx.ts';
import { Announcement, inputClass } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { sendOnEnter } from '../../ui/send-on-enter.ts';
import { linesLength } from '../../ui/text-length.ts';
import { useTooLong } from '../../ui/text-limit.ts';

/** The character count is shown from this length on. */
const nearlyFull = messageMax - 200;

interface ComposerProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  onSend: (content: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The message to reply to. */
  quote?: { name: string; text: string } | undefined;
  onDropQuote?: () => void;
  /** The error of the last message. */
  error?: ReactNode;
  /** Whether sending is blocked for now; typed text stays. */
  blocked?: boolean;
  /** Shown above the field. */
  hint?: ReactNode;
}

/**
 * The text field of a conversation. Enter sends, Shift+Enter adds a line. Its one text is state of the conversation,
 * which clears it on sending and restores a failed message, so it has no form state of its own.
 */
export function Composer({
  label,
  text,
  onText,
  onSend,
  field,
  quote,
  onDropQuote,
  error,
  blocked = false,
  hint,
}: ComposerProps) {
  const { t } = useTexts('chat');
  const [note, about, count] = [useId(), useId(), useId()];
  const content = text.trim();
  const used = linesLength(text);
  const tooLong = useTooLong(Math.max(0, used - messageMax), messageMax);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (content === '' || blocked) return;
    if (!tooLong) onSend(content);
    field.current?.focus();
  }

  return (
    <form onSubmit={submit} className="grid shrink-0 grid-cols-1 gap-2 px-3 pt-1 pb-2 lg:px-4 lg:pb-6">
      <div id={note} role={error ? 'alert' : undefined} className="px-1 text-danger text-small empty:hidden">
        {error}
      </div>
      <div id={about} className="empty:hidden">
        {hint}
        <NewAccountNote about={countLinks(text) > 0 ? 'links' : 'messages'} className="px-1" />
      </div>
      {quote && (
        <div className="flex animate-rise items-center gap-2 border-tribe border-l-3 pl-3">
          <div className="grid min-w-0 grow text-caption">
            <span className="truncate font-semibold text-tribe-text">{t('shell.replyTo', { name: quote.name })}</span>
            <span className="truncate text-fg-muted">{quote.text}</span>
          </div>
          <IconButton size="sm" tip="none" label={t('chat.dropReply')} icon={<X />} onClick={onDropQuote} />
        </div>
      )}
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          aria-label={label}
          placeholder={label}
          aria-describedby={cx(error ? note : null, about, tooLong && count)}
          aria-invalid={tooLong ? true : undefined}
          rows={1}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={sendOnEnter(onDropQuote)}
          className={cx(
            inputClass,
            'field-sizing-content max-h-40 min-h-12 min-w-0 grow resize-none rounded-lg py-[0.6875rem]',
          )}
        />
        <button
          type="submit"
          aria-label={t('ui.send')}
          disabled={content === '' || blocked}
          className="pressable focus-ring grid size-12 shrink-0 place-items-center rounded-full bg-ember text-on-ember shadow-ember disabled:bg-hover disabled:text-fg-faint disabled:shadow-none"
        >
          <ArrowUp aria-hidden="true" className="size-5.5" />
        </button>
      </div>
      {used > nearlyFull && (
        <div className={cx('flex justify-between gap-3 px-1 text-caption', tooLong ? 'text-danger' : 'text-fg-faint')}>
          <span id={count}>{tooLong}</span>
          <span className="tabular pr-13">
            {used}/{messageMax}
          </span>
        </div>
      )}
      <Announcement text={tooLong} />
    </form>
  );
}
