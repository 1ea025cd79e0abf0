import { contactSubjects } from '@limits/identity';
import { useState } from 'react';
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

/** `/tools/contact-messages`, for site admins: what people wrote to the team. `?state=` and `?subject=` narrow it. */
export function MessagesPage() {
  const { t } = useTexts('members');
  const [query, setQuery] = useSearchParams();
  const [order, setOrder] = useState<'newest' | 'oldest'>('newest');
  const [shown, setShown] = useState<ContactMessage | null>(null);
  const state = STATES.find((each) => each === query.get('state')) ?? 'open';
  const subject = contactSubjects.find((each) => each === query.get('subject'));
  const narrow = (change: { state?: State; subject?: Subject | typeof ALL }) => {
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
      actions={
        <div className="grid w-100 max-w-full grid-cols-2 gap-3">
          <Select
            label={t('contactMessages.state')}
            labelHidden
            options={STATES.map((value) => ({ value, label: t(`contactMessages.${value}`) }))}
            value={state}
            onChange={(value) => narrow({ state: value })}
          />
          <Select
            label={t('contact.subject')}
            labelHidden
            options={[
              { value: ALL, label: t('contactMessages.allSubjects') },
              ...contactSubjects.map((value) => ({ value, label: t(`contact.subjects.${value}`) })),
            ]}
            value={subject ?? ALL}
            onChange={(value) => narrow({ subject: value })}
          />
        </div>
      }
    >
      <MessageTable filter={filter} onOrder={setOrder} onOpen={setShown} />
      <MessageSheet message={shown} onClose={() => setShown(null)} />
    </Page>
  );
}
