import { contactSubjects } from '@limits/identity';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { Page } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { MessageSheet } from './message-sheet.tsx';
import { MessageTable } from './message-table.tsx';
import type { ContactMessage, MessageFilter } from './messages-api.ts';

const STATES = ['open', 'handled', 'all'] as const;
type State = (typeof STATES)[number];
const ALL = 'all';
type Subject = NonNullable<MessageFilter['subject']>;

interface Narrowing {
  state: State;
  subject: Subject | typeof ALL;
}

/** `/tools/contact-messages`, for site admins: what people wrote to the team. `?state=` and `?subject=` narrow it. */
export function MessagesPage() {
  const { t } = useTexts('members');
  const [query, setQuery] = useSearchParams();
  const [order, setOrder] = useState<'newest' | 'oldest'>('newest');
  const [shown, setShown] = useState<ContactMessage | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const open = (message: ContactMessage) => {
    opener.current = document.activeElement;
    setShown(message);
  };
  // The row that was opened may be gone: then the keyboard goes on at the list.
  const focusAfter = () => (opener.current?.isConnected ? null : list.current);
  const state = STATES.find((each) => each === query.get('state')) ?? 'open';
  const subject = contactSubjects.find((each) => each === query.get('subject'));
  const narrow = (change: Partial<Narrowing>) => {
    const next = { state, subject: subject ?? ALL, ...change };
    const words = {
      ...(next.state !== 'open' && { state: next.state }),
      ...(next.subject !== ALL && { subject: next.subject }),
    };
    setQuery(words, { replace: true });
  };
  const filter: MessageFilter = {
    order,
    ...(subject && { subject }),
    ...(state !== 'all' && { state }),
  };

  return (
    <Page
      title={t('contactMessages.title')}
      lead={t('contactMessages.lead')}
      actions={<Filters state={state} subject={subject ?? ALL} onChange={narrow} />}
    >
      <div ref={list} tabIndex={-1} className="outline-none">
        <MessageTable filter={filter} onOrder={setOrder} onOpen={open} />
      </div>
      <MessageSheet message={shown} onClose={() => setShown(null)} focusAfter={focusAfter} />
    </Page>
  );
}

function Filters({ state, subject, onChange }: Narrowing & { onChange: (change: Partial<Narrowing>) => void }) {
  const { t } = useTexts('members');
  return (
    <div className="grid w-100 max-w-full grid-cols-2 gap-3">
      <Select
        label={t('contactMessages.state')}
        labelHidden
        options={STATES.map((value) => ({ value, label: t(`contactMessages.${value}`) }))}
        value={state}
        onChange={(value) => onChange({ state: value })}
      />
      <Select
        label={t('contact.subject')}
        labelHidden
        options={[
          { value: ALL, label: t('contactMessages.allSubjects') },
          ...contactSubjects.map((value) => ({ value, label: t(`contact.subjects.${value}`) })),
        ]}
        value={subject}
        onChange={(value) => onChange({ subject: value })}
      />
    </div>
  );
}
