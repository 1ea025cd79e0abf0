import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { MailPill } from './mail-pill.tsx';
import { MessageState } from './message-state.tsx';
import { type ContactMessage, contactMessagesQuery, type MessageFilter } from './messages-api.ts';

interface MessageTableProps {
  filter: MessageFilter;
  onOrder: (order: 'newest' | 'oldest') => void;
  onOpen: (message: ContactMessage) => void;
}

/** The filtered messages; a row opens the whole message. */
export function MessageTable({ filter, onOrder, onOpen }: MessageTableProps) {
  const { t } = useTexts('members', 'contact');
  const columns = useColumns();
  const { items, query } = usePagedQuery(contactMessagesQuery(filter));
  return (
    <>
      <Table
        label={t('contactMessages.title')}
        columns={columns}
        rows={query.isPending ? undefined : items}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={onOpen}
        sort={{ column: 'received', direction: filter.order === 'oldest' ? 'ascending' : 'descending' }}
        onSort={() => onOrder(filter.order === 'oldest' ? 'newest' : 'oldest')}
        error={items.length === 0 ? query.error : null}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState
            title={t(filter.state === 'open' ? 'contactMessages.nothingOpen' : 'contactMessages.nothing')}
            text={t('contactMessages.nothingText')}
          />
        }
      />
      <LoadMore query={query} />
    </>
  );
}

function useColumns(): Column<ContactMessage>[] {
  const { t } = useTexts('members', 'contact');
  return [
    {
      id: 'from',
      header: t('contactMessages.from'),
      cell: ({ name, handledAt }) => (
        <span
          className={cx('block max-w-40 truncate 2xl:max-w-48', handledAt && 'font-normal text-fg-muted')}
          dir="auto"
        >
          {name}
        </span>
      ),
    },
    {
      id: 'subject',
      header: t('contact.subject'),
      card: 'text',
      cell: ({ subject }) => t(`contact.subjects.${subject}`),
    },
    {
      id: 'message',
      header: t('contact.message'),
      card: 'text',
      cell: ({ message }) => (
        <span className="text-fg-muted lg:line-clamp-1 lg:max-w-72 2xl:max-w-96" dir="auto">
          {message}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('contactMessages.state'),
      card: 'mark',
      cell: (message) => <MessageState message={message} />,
    },
    {
      id: 'mail',
      header: t('contactMessages.mail'),
      card: 'mark',
      // On a phone only exceptional states.
      cell: ({ mail }) => (
        <span className={cx('shrink-0', mail === 'sent' && 'max-lg:hidden')}>
          <MailPill mail={mail} />
        </span>
      ),
    },
    {
      id: 'received',
      header: t('contactMessages.received'),
      card: 'end',
      sortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} className="whitespace-nowrap text-fg-muted" />,
    },
  ];
}
