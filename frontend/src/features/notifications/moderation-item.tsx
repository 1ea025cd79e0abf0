import { Flag, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDecisionSentence } from '../../lib/decision-sentence.ts';
import { useTexts } from '../../lib/i18n.ts';
import { listedKind } from '../../lib/listed-kind.ts';
import { paths } from '../../lib/paths.ts';
import { type Notification, useRemoveNotification } from './api.ts';
import { ItemText } from './item-parts.tsx';
import { rowClass } from './section.tsx';

type ModerationNotification = Extract<Notification, { type: 'moderation' | 'report_result' }>;

/** The outcome of a report, with a link to its object, or a decision on an object of the viewer, who may appeal. */
export function ModerationItem({ notification }: { notification: ModerationNotification }) {
  const remove = useRemoveNotification();
  const resultOf = useResultSentence();
  const sentenceOf = useDecisionSentence();
  const { id, type, seen, createdAt, data } = notification;
  const Icon = type === 'moderation' ? Scale : Flag;
  const to = type === 'moderation' ? paths.decision(data.caseId) : pathOfReported(data);
  const words = (
    <>
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-hover text-fg-muted">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <ItemText seen={seen} createdAt={createdAt}>
        {type === 'report_result' ? resultOf(data) : sentenceOf({ ...data, kind: listedKind(data) })}
      </ItemText>
    </>
  );
  if (to === null) return <li className="flex min-h-14 items-center gap-3 py-2 text-small">{words}</li>;
  return (
    <li className="grid">
      <Link to={to} onClick={() => remove.mutate(id)} className={rowClass}>
        {words}
      </Link>
    </li>
  );
}

type ReportResult = Extract<Notification, { type: 'report_result' }>['data'];

/** The post that was kept, else the tribe of the reported object; null outside of tribes. */
function pathOfReported({ tribeId, postId, upheld }: ReportResult): string | null {
  if (tribeId === null) return null;
  return postId && !upheld ? paths.post(postId, tribeId) : paths.tribe(tribeId);
}

function useResultSentence(): (result: ReportResult) => string {
  const { t } = useTexts('moderation');
  return ({ tribeName, upheld, ...object }) => {
    const thing = t(`moderation.aThing.${listedKind(object)}`);
    const result = upheld ? 'upheld' : 'dismissed';
    return tribeName === null
      ? t(`moderation.told.${result}`, { thing })
      : t(`moderation.told.${result}In`, { thing, tribe: tribeName });
  };
}
