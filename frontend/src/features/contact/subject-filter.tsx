import { contactSubjects } from '@limits/identity';
import { useTexts } from '../../lib/i18n.ts';
import { Select } from '../../ui/select.tsx';
import type { MessageFilter } from './messages-api.ts';

const ALL = 'all';
/** A subject, or all of them. */
export type ChosenSubject = NonNullable<MessageFilter['subject']> | typeof ALL;

interface SubjectFilterProps {
  subject: ChosenSubject;
  onChange: (subject: ChosenSubject) => void;
}

/** Filters the messages by subject. */
export function SubjectFilter({ subject, onChange }: SubjectFilterProps) {
  const { t } = useTexts('members', 'contact');
  return (
    <Select
      label={t('contact.subject')}
      labelHidden
      options={[
        { value: ALL, label: t('contactMessages.allSubjects') },
        ...contactSubjects.map((value) => ({ value, label: t(`contact.subjects.${value}`) })),
      ]}
      value={subject}
      onChange={onChange}
    />
  );
}
