import { countLinks } from '@limits/community';
import { messageMax } from '@limits/messaging';
import { ArrowUp, X } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { cx } from '../../ui/cx.ts';
import { inputClass } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { sendOnEnter } from '../../ui/send-on-enter.ts';

/** From this length on the number of characters is shown. */
const nearlyFull = messageMax - 200;

interface ComposerProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  onSend: (content: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  /** What it replies to. */
  quote?: { name: string; text: string } | undefined;
  onDropQuote?: () => void;
  /** The error of the last message. */
  error?: ReactNode;
  /** Whether nothing can be sent for now; what is typed stays. */
  blocked?: boolean;
  /** Above the field. */
  hint?: ReactNode;
}

/**
 * The text field of a conversation. Enter sends, Shift+Enter makes a line. Its one text is state of the conversation,
 * which clears it on sending and puts a failed message back, so it is no form of its own.
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
  const [note, about] = [useId(), useId()];
  const content = text.trim();

  function send(): void {
    if (content === '' || blocked) return;
    onSend(content);
    field.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    send();
  }

  return (
    <form onSubmit={submit} className="grid shrink-0 gap-2 px-3 pt-1 pb-2 lg:px-4 lg:pb-6">
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
          aria-describedby={error ? `${note} ${about}` : about}
          rows={1}
          value={text}
          maxLength={messageMax}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={sendOnEnter(send, onDropQuote)}
          className={cx(
            inputClass,
            'field-sizing-content max-h-40 min-h-12 grow resize-none rounded-lg py-[0.6875rem]',
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
      {text.length > nearlyFull && (
        <span role="status" className="tabular justify-self-end pr-14 text-caption text-fg-faint">
          {text.length}/{messageMax}
        </span>
      )}
    </form>
  );
}
