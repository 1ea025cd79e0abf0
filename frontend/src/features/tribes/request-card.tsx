import { Check } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import type { Decision } from '../../lib/membership-changes.ts';
import { UserLine } from '../../lib/user-line.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RequestNotes } from './request-notes.tsx';
import type { PendingMember } from './requests-api.ts';

interface RequestCardProps {
  tribeId: number;
  request: PendingMember;
  chosen: boolean;
  onChoose: () => void;
  /** A decision is running. */
  busy: boolean;
  onDecide: (action: Decision) => void;
}

/** A join request: person, answers, notes, and the decision. */
export function RequestCard({ tribeId, request, chosen, onChoose, busy, onDecide }: RequestCardProps) {
  const { t } = useTexts('membership');
  const { user, requestedAt, answers } = request;
  const { name } = user;
  return (
    <Card as="li" className={cx('grid grid-cols-1 gap-4 p-4', chosen && 'outline-2 outline-ember')}>
      <div className="flex items-center gap-3">
        <Checkbox label={t('ui.table.selectRow', { name })} labelHidden checked={chosen} onChange={onChoose} />
        <UserLine
          person={user}
          wraps
          about={
            <>
              <RelativeTime value={requestedAt} />
              {user.email && ` · ${user.email}`}
            </>
          }
        />
      </div>
      {answers.length > 0 && (
        <dl className="grid grid-cols-1 gap-3 text-small">
          {answers.map(({ question, answer }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the answers do not change
            <div key={index} className="grid grid-cols-1 gap-0.5">
              <dt className="prose-safe text-fg-muted" dir="auto">
                {question}
              </dt>
              <dd className="prose-safe" dir="auto">
                {answer}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <RequestNotes tribeId={tribeId} request={request} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          size="sm"
          disabled={busy}
          aria-label={t('membership.rejectOf', { name })}
          onClick={() => onDecide('reject')}
        >
          {t('membership.reject')}
        </Button>
        <Button
          size="sm"
          icon={<Check />}
          className="text-moss"
          disabled={busy}
          aria-label={t('membership.approveOf', { name })}
          onClick={() => onDecide('approve')}
        >
          {t('membership.approve')}
        </Button>
      </div>
    </Card>
  );
}
