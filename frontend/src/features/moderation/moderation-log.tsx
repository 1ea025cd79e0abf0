import { ShieldCheck } from 'lucide-react';
import type { Schema } from '../../lib/contract.ts';
import { useTexts } from '../../lib/i18n.ts';
import { listedKind } from '../../lib/listed-kind.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { UserSentence } from '../../lib/user-sentence.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { logQuery } from './api.ts';

/** The decisions in a tribe with their reasons, as sentences; with names for its moderators only. */
export function ModerationLog({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('moderation');
  const { items, query } = usePagedQuery(logQuery(tribeId));
  return (
    <section aria-labelledby="log" className="grid grid-cols-1 gap-3">
      <h2 id="log" className="font-bold text-title">
        {t('moderation.log')}
      </h2>
      {query.isPending && <Skeleton className="h-24 rounded-md" />}
      {query.isError && items.length === 0 && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && items.length === 0 && (
        <EmptyState
          icon={<ShieldCheck aria-hidden="true" />}
          title={t('moderation.logEmpty')}
          text={t('moderation.logEmptyText')}
        />
      )}
      {items.length > 0 && (
        <>
          <p className="text-fg-muted text-small">{t('moderation.logAbout')}</p>
          <ul className="divide-y divide-line">
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        </>
      )}
      <LoadMore query={query} />
    </section>
  );
}

function Entry({ entry }: { entry: Schema<'ModerationLogEntry'> }) {
  const { t } = useTexts('moderation');
  const { action, reason, bySite, moderator, createdAt } = entry;
  const sentence = (who: string) =>
    t(`moderation.logged.${action}`, {
      who,
      thing: t(`moderation.aThing.${listedKind(entry)}`),
      reason: t(`moderation.reasons.${reason}`).toLowerCase(),
    });
  return (
    <li className="text-pretty py-3 text-small" dir="auto">
      {moderator ? (
        <UserSentence person={moderator} sentence={sentence} />
      ) : (
        sentence(t(bySite ? 'moderation.siteTeam' : 'moderation.someModerator'))
      )}
      {'\u00a0· '}
      <RelativeTime value={createdAt} className="whitespace-nowrap text-fg-muted" />
    </li>
  );
}
