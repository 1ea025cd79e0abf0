import { waitingCountedMax } from '@limits/tribes';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { CountBadge } from '../../ui/pill.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Tribe } from './api.ts';
import { useWaiting, type WaitingPart } from './waiting-api.ts';

const words = {
  requests: 'tribe.requestsWaiting',
  submissions: 'tribe.submissionsWaiting',
  moderation: 'tribe.casesWaiting',
} as const;

/** The count in words: "2 answers to review". */
export function useWaitingWords(): (part: WaitingPart, count: number) => string {
  const { t } = useTexts('tribe');
  const format = useFormat();
  const most = waitingCountedMax - 1;
  const shown = (count: number) => (count > most ? `${format.number(most)}+` : format.number(count));
  return (part, count) => t(words[part], { count, shown: shown(count) });
}

/** The moderators' work queues, a row for each: for the aside of a desktop. Renders nothing when all are empty. */
export function WaitingWork({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe');
  const waiting = useWaiting(tribe);
  const describe = useWaitingWords();
  if (waiting.size === 0) return null;
  return (
    <Card as="section" aria-labelledby="waiting-work" className="grid grid-cols-1 gap-1 p-4">
      <h2 id="waiting-work" className="font-bold">
        {t('tribe.workTitle')}
      </h2>
      <ul className="-mx-2 -mb-2 grid grid-cols-1">
        {[...waiting].map(([part, count]) => (
          <li key={part}>
            <Link
              to={paths.tribePart(tribe.id, part)}
              className="focus-ring flex min-h-11 items-center gap-2.5 rounded-md px-2 text-small hover:bg-hover"
            >
              <span className="min-w-0 grow">{describe(part, count)}</span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-fg-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The same in one line on the cover, for a phone: it takes no space from the posts. */
export function WaitingLine({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe');
  const waiting = useWaiting(tribe);
  const describe = useWaitingWords();
  if (waiting.size === 0) return null;
  return (
    <section aria-label={t('tribe.workTitle')} className="absolute top-15 right-4 max-w-[calc(100%-2rem)]">
      <ul className="flex overflow-x-auto rounded-md bg-surface shadow-card [scrollbar-width:none]">
        {[...waiting].map(([part, count]) => (
          <li key={part} className="shrink-0">
            <Link
              to={paths.tribePart(tribe.id, part)}
              className="flex h-9 items-center gap-1.5 rounded-md px-2.5 font-display font-semibold text-caption outline-none focus-visible:outline-2 focus-visible:outline-ember-text focus-visible:-outline-offset-2"
            >
              <span aria-hidden="true">{t(`tribe.part.${part}`)}</span>
              <VisuallyHidden>{describe(part, count)}</VisuallyHidden>
              <CountBadge count={count} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WaitingCountProps {
  tribe: Tribe;
  /** The target of the link next to the count, or the part that contains the queue. */
  parts: readonly WaitingPart[];
  className?: string;
}

/** The pending count, next to the link to the queue. */
export function WaitingCount({ tribe, parts, className }: WaitingCountProps) {
  const waiting = useWaiting(tribe);
  const describe = useWaitingWords();
  const shownParts = [...waiting].filter(([part]) => parts.includes(part));
  if (shownParts.length === 0) return null;
  return (
    <>
      <VisuallyHidden>{shownParts.map(([part, count]) => ` · ${describe(part, count)}`).join('')}</VisuallyHidden>
      <span className={className}>
        <CountBadge count={shownParts.reduce((sum, [, count]) => sum + count, 0)} />
      </span>
    </>
  );
}
