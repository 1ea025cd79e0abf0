import { Flag, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDecisionSentence } from '../../lib/decision-sentence.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { type Notification, useRemoveNotification } from './api.ts';
import { ItemText } from './item-parts.tsx';
import { rowClass } from './section.tsx';

type ModerationNotification = Extract<Notification, { type: 'moderation' | 'report_result' }>;

/** The outcome of a report, or a decision on an object of the viewer, who may appeal. */
export function ModerationItem({ notification }: { notification: ModerationNotification }) {
  const { t } = useTexts('moderation');
  const remove = useRemoveNotification();
  const sentenceOf = useDecisionSentence();
  const { id, type, seen, createdAt, data } = notification;
  const words = (
    <>
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-hover text-fg-muted">
        {type === 'moderation' ? (
          <Scale aria-hidden="true" className="size-5" />
        ) : (
          <Flag aria-hidden="true" className="size-5" />
        )}
      </span>
      <ItemText seen={seen} createdAt={createdAt}>
        {type === 'report_result'
          ? t(data.upheld ? 'moderation.told.upheld' : 'moderation.told.dismissed')
          : sentenceOf(data)}
      </ItemText>
    </>
  );
  if (type === 'report_result') return <li className="flex min-h-14 items-center gap-3 py-2 text-small">{words}</li>;
  return (
    <li className="grid">
      <Link to={paths.decision(data.caseId)} onClick={() => remove.mutate(id)} className={rowClass}>
        {words}
      </Link>
    </li>
  );
}
