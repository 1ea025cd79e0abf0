import { askAgainDays } from '@limits/tribes';
import { useState } from 'react';
import { Confirm } from '../ui/dialog.tsx';
import { useTexts } from './i18n.ts';

export interface RejectQuestionProps {
  /** The applicants to reject; empty while the dialog is closed. */
  people: readonly { name: string }[];
  busy: boolean;
  onReject: () => void;
  onClose: () => void;
  focusAfter?: () => HTMLElement | null;
}

export function RejectQuestionPanel({ people, busy, onReject, onClose, focusAfter }: RejectQuestionProps) {
  const { t } = useTexts('membership');
  const [last, setLast] = useState(people);
  if (people.length > 0 && people !== last) setLast(people);
  const { length: count, 0: first } = last;
  return (
    <Confirm
      open={people.length > 0}
      onClose={onClose}
      title={
        count === 1 && first
          ? t('membership.rejectTitle', { name: first.name })
          : t('membership.rejectManyTitle', { count })
      }
      text={t('membership.rejectText', { count: askAgainDays })}
      confirm={t('membership.reject')}
      busy={busy}
      focusAfter={focusAfter}
      onConfirm={onReject}
    />
  );
}
