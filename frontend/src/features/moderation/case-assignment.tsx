import { assignmentMinutes } from '@limits/content';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { UserSentence } from '../../lib/user-sentence.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { type CaseDetail, useAssign } from './api.ts';
import { useCaseKey } from './use-case-key.ts';

/** Whether another moderator has begun so recently that taking over needs a confirmation. */
const isFresh = ({ assignedAt }: CaseDetail): boolean =>
  assignedAt !== null && Date.now() - Date.parse(assignedAt) < assignmentMinutes * 60_000;

/** Assigns a waiting case to the viewer, or unassigns it; also by the key m. */
export function CaseAssignment({ found }: { found: CaseDetail }) {
  const { t } = useTexts('moderation');
  const assign = useAssign(found.id);
  const [isAsking, setAsking] = useState(false);
  const { assignee, isMine, due } = found;
  const label = isMine ? 'moderation.giveBack' : assignee ? 'moderation.takeOver' : 'moderation.take';
  const change = (takeOver: boolean) => assign.mutate({ assigned: !isMine, takeOver }, { onError: toastFailure });
  const press = () => (assignee && !isMine && isFresh(found) ? setAsking(true) : change(false));
  useCaseKey((key) => {
    if (key === 'm' && due && !assign.isPending) press();
  });
  if (!due) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm" aria-keyshortcuts="m" loading={assign.isPending} onClick={press}>
        {t(label)}
      </Button>
      {assignee && (
        <span className="text-fg-muted text-small">
          {isMine ? (
            t('moderation.takenByMe')
          ) : (
            <UserSentence person={assignee} sentence={(name) => t('moderation.takenBy', { name })} />
          )}
        </span>
      )}
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('moderation.takeOverTitle')}
        text={t('moderation.takeOverText', { name: assignee?.name ?? '', n: assignmentMinutes })}
        confirm={t('moderation.takeOver')}
        isHarmless
        onConfirm={() => {
          setAsking(false);
          change(true);
        }}
      />
    </div>
  );
}
