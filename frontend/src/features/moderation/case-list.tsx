import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { ModerationCase } from './api.ts';
import { Done, Due, Reasons, useKindName, useTextOf } from './case-words.tsx';

interface CaseListProps {
  cases: readonly ModerationCase[];
  /** Whether the cases are of the whole site: each one then names its tribe. */
  isOfSite: boolean;
  openId: string | null;
  onOpen: (id: string) => void;
}

/** The cases, one button each. */
export function CaseList({ cases, isOfSite, openId, onOpen }: CaseListProps) {
  return (
    <ul className="grid grid-cols-1 gap-2">
      {cases.map((found) => (
        <li key={found.id}>
          <CaseRow
            found={found}
            tribe={isOfSite ? found.tribe : null}
            isOpen={found.id === openId}
            onOpen={() => onOpen(found.id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface CaseRowProps {
  found: ModerationCase;
  /** The tribe to name. */
  tribe: ModerationCase['tribe'];
  isOpen: boolean;
  onOpen: () => void;
}

function CaseRow({ found, tribe, isOpen, onOpen }: CaseRowProps) {
  const { t } = useTexts('moderation');
  const kindOf = useKindName();
  const textOf = useTextOf();
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      data-case={found.id}
      onClick={onOpen}
      className={cx(
        'focus-ring grid w-full grid-cols-1 gap-1.5 rounded-md p-3 text-left',
        isOpen
          ? 'bg-raised shadow-[inset_4px_0_0_var(--ember),var(--shadow-card)]'
          : 'bg-surface shadow-card hover:bg-hover/60',
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        <span className="shrink-0 font-display font-semibold text-small">{kindOf(found)}</span>
        <span className="min-w-0 truncate text-caption text-fg-muted" dir="auto">
          {[found.author?.name ?? t('moderation.gone'), tribe?.name].filter(Boolean).join(' · ')}
        </span>
        <RelativeTime value={found.changedAt} className="ml-auto shrink-0 text-caption text-fg-muted" />
      </span>
      <span className="line-clamp-2 text-small" dir="auto">
        {textOf(found)}
      </span>
      <span className="flex flex-wrap items-center gap-1.5">
        <Due due={found.due} />
        {found.due && found.onlySite && <Pill tone="ember">{t('moderation.onlySite')}</Pill>}
        {found.status === 'appealed' && <Pill tone="ember">{t('moderation.appealOf')}</Pill>}
        {found.due === null && found.lastAction && <Done action={found.lastAction} />}
        <Pill>{t('moderation.reports', { count: found.reportsCount })}</Pill>
        <Reasons of={found} atMost={2} />
        {found.hidden === 'reports' && <Pill tone="honey">{t('moderation.hidden.reports')}</Pill>}
        {found.assignee && (
          <Pill tone="ember">
            {found.isMine ? t('moderation.takenByMe') : t('moderation.takenBy', { name: found.assignee.name })}
          </Pill>
        )}
      </span>
    </button>
  );
}
