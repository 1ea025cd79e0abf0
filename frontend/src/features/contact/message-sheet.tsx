import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckCheck, Reply, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isNotFound, messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { truncate } from '../../lib/text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Sheet, type SheetProps } from '../../ui/sheet.tsx';
import { RowDetail } from '../../ui/table/row-detail.tsx';
import { toast } from '../../ui/toast.tsx';
import { MailPill } from './mail-pill.tsx';
import { type ContactMessage, contactMessageQuery, useMarkMessage } from './messages-api.ts';

/** Longer links are refused by some mail programs. */
const quotedMax = 1_000;

export interface MessageSheetProps extends Pick<SheetProps, 'onClose' | 'focusAfter'> {
  message: ContactMessage | null;
}

/** One message with its actions, as it is now; closed for null. */
export function MessageSheet({ message, onClose, focusAfter }: MessageSheetProps) {
  // Stored while the sheet closes.
  const [last, setLast] = useState(message);
  if (message && message !== last) setLast(message);
  if (!last) return null;
  return <CurrentMessage open={message !== null} listed={last} onClose={onClose} focusAfter={focusAfter} />;
}

interface CurrentMessageProps extends Pick<SheetProps, 'open' | 'onClose' | 'focusAfter'> {
  listed: ContactMessage;
}

function CurrentMessage({ open, listed, onClose, focusAfter }: CurrentMessageProps) {
  const { data: message = listed, error, refetch } = useQuery({ ...contactMessageQuery(listed), enabled: open });
  const isDeleted = isNotFound(error);
  const me = useMe();
  // After a change of one's own the list is fetched anyway.
  const isChangedByOther = message.handledAt !== listed.handledAt && message.handledById !== me?.id;
  useListRefresh(isDeleted || isChangedByOther);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      focusAfter={focusAfter}
      title={message.name}
      footer={!isDeleted && <Actions message={message} onDone={onClose} />}
    >
      {isDeleted ? <ErrorState error={error} onRetry={() => void refetch()} /> : <MessageDetails message={message} />}
    </Sheet>
  );
}

/** Fetches the list and the count again once its message turns out to be outdated. */
function useListRefresh(isOutdated: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isOutdated) void client.invalidateQueries({ queryKey: queryKeys.contactMessages.all });
  }, [client, isOutdated]);
}

function MessageDetails({ message }: { message: ContactMessage }) {
  const { t } = useTexts('members', 'contact');
  const format = useFormat();
  const languages = new Intl.DisplayNames(format.language, { type: 'language' });
  return (
    <div className="grid grid-cols-1 gap-6 pt-1">
      <dl className="grid gap-2 text-small">
        <RowDetail name={t('account.email')}>{message.email}</RowDetail>
        <RowDetail name={t('contact.subject')}>{t(`contact.subjects.${message.subject}`)}</RowDetail>
        <RowDetail name={t('contactMessages.language')}>{languages.of(message.language)}</RowDetail>
        <RowDetail name={t('contactMessages.received')}>{format.dateTime(message.createdAt)}</RowDetail>
        {message.handledAt && (
          <RowDetail name={t('contactMessages.handledAt')}>{format.dateTime(message.handledAt)}</RowDetail>
        )}
        {message.handledById && (
          <RowDetail name={t('contactMessages.handledBy')}>
            <bdi>{message.handledByName || t('contactMessages.handledByNobody')}</bdi>
          </RowDetail>
        )}
        <RowDetail name={t('contactMessages.mail')}>
          <MailPill mail={message.mail} />
        </RowDetail>
      </dl>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {message.message}
      </p>
    </div>
  );
}

function Actions({ message, onDone }: { message: ContactMessage; onDone: () => void }) {
  const { t } = useTexts('members', 'contact');
  const me = useMe();
  const mark = useMarkMessage();
  const { id, handledAt } = message;
  // The sheet then shows by whom.
  const isOthers = ({ handledById }: ContactMessage) => handledById !== null && handledById !== me?.id;
  const turn = (handled: boolean) =>
    mark.mutate(
      { id, handled },
      {
        onSuccess: (now) => {
          if (isOthers(now)) toast(() => t('contactMessages.handledByOther'));
          else
            toast(() => t(handled ? 'contactMessages.markedHandled' : 'contactMessages.markedOpen'), { tone: 'good' });
        },
        onError: (error) => toast(() => messageOf(error, t('ui.failed')), { tone: 'bad' }),
        onScreen: { onSuccess: (now) => isOthers(now) || onDone(), onError: (error) => isNotFound(error) && onDone() },
      },
    );
  return (
    <div className="flex flex-wrap gap-3 *:grow">
      {handledAt ? (
        <Button icon={<RotateCcw />} loading={mark.isPending} onClick={() => turn(false)}>
          {t('contactMessages.markOpen')}
        </Button>
      ) : (
        <Button icon={<CheckCheck />} loading={mark.isPending} onClick={() => turn(true)}>
          {t('contactMessages.markHandled')}
        </Button>
      )}
      <ButtonLink variant="primary" icon={<Reply />} to={answerTo(message, t('pages.contact'))}>
        {t('contactMessages.answer')}
      </ButtonLink>
    </div>
  );
}

/** Opens the mail program with the message quoted. */
function answerTo({ name, email, message }: ContactMessage, subject: string): string {
  const quoted = truncate(message, quotedMax).replaceAll(/^/gm, '> ');
  const words = Object.entries({ subject: `Re: ${subject} (${name})`, body: `\n\n${quoted}` });
  const query = words.map(([key, value]) => `${key}=${encodeURIComponent(value.replaceAll('\n', '\r\n'))}`);
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`;
}
