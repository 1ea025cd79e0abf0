import { contactSubjects } from '@limits/identity';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '../../lib/address-params.ts';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { Chips } from '../../ui/chips.tsx';
import { lazyOverlay } from '../../ui/lazy-overlay.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { MessageSheetProps } from './message-sheet.tsx';
import { MessageTable } from './message-table.tsx';
import type { ContactMessage, MessageFilter } from './messages-api.ts';

const MessageSheet = lazyOverlay<MessageSheetProps>(
  ({ message }) => message !== null,
  async () => (await import('./message-sheet.tsx')).MessageSheet,
);

/** Loaded after the messages: the code of a select is larger than all the rest. */
const SubjectFilter = lazyComponent(async () => (await import('./subject-filter.tsx')).SubjectFilter);

const STATES = ['open', 'handled', 'all'] as const;
const ALL = 'all';

/** `/admin/contact`, for site admins: the messages to the team. `?state=` and `?subject=` filter them. */
export function MessagesPage() {
  const { t } = useTexts('members');
  const [query] = useSearchParams();
  const changeParams = useChangeParams();
  const [order, setOrder] = useState<'newest' | 'oldest'>('newest');
  const [shown, setShown] = useState<ContactMessage | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const open = (message: ContactMessage) => {
    opener.current = document.activeElement;
    setShown(message);
  };
  // The opened row may be removed: then the list takes the focus.
  const focusAfter = () => (opener.current?.isConnected ? null : list.current);
  const state = STATES.find((each) => each === query.get('state')) ?? 'open';
  const subject = contactSubjects.find((each) => each === query.get('subject'));
  const filter: MessageFilter = {
    order,
    ...(subject && { subject }),
    ...(state !== 'all' && { state }),
  };
  return (
    <Page
      title={t('contactMessages.title')}
      lead={t('contactMessages.lead')}
      actions={
        <div className="w-fit min-w-56 max-w-full">
          <LazyPart fallback={<Skeleton className="h-12 rounded-md" />}>
            <SubjectFilter
              subject={subject ?? ALL}
              onChange={(wanted) => changeParams({ subject: wanted === ALL ? '' : wanted })}
            />
          </LazyPart>
        </div>
      }
    >
      <div className="mb-3">
        <Chips
          label={t('contactMessages.state')}
          options={STATES.map((value) => ({ value, label: t(`contactMessages.${value}`) }))}
          value={state}
          onChange={(wanted) => changeParams({ state: wanted === 'open' ? '' : wanted })}
        />
      </div>
      <div ref={list} tabIndex={-1} className="outline-none">
        <MessageTable filter={filter} onOrder={setOrder} onOpen={open} />
      </div>
      <MessageSheet message={shown} onClose={() => setShown(null)} focusAfter={focusAfter} />
    </Page>
  );
}
