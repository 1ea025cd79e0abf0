import { Scale } from 'lucide-react';
import { AdminWaitingCount } from '../../lib/admin-waiting.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { appealsQuery } from './api.ts';

/** The unanswered appeals; renders nothing without any. */
export function Appeals({ onOpen }: { onOpen: (userId: string) => void }) {
  const { t } = useTexts('admin', 'sanctions');
  const { items, query } = usePagedQuery(appealsQuery);
  if (items.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="appeals" className="grid gap-3 p-5">
      <h2 id="appeals" className="flex items-center gap-2.5 font-bold text-title">
        <Scale aria-hidden="true" className="size-5 text-honey" />
        {t('admin.appeals')}
        <AdminWaitingCount work="appeals" />
      </h2>
      <ul className="divide-y divide-line">
        {items.map(({ id, userId, userName, kind, appeal }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 grow basis-60">
              <p className="font-medium" dir="auto">
                {userName} <span className="font-normal text-fg-muted text-small">{t(`sanctions.kinds.${kind}`)}</span>
              </p>
              <p className="line-clamp-2 text-small" dir="auto">
                {appeal?.text}
              </p>
            </div>
            {appeal && <RelativeTime value={appeal.at} className="text-caption text-fg-muted" />}
            <Button size="sm" onClick={() => onOpen(userId)} aria-label={t('admin.openAppeal', { name: userName })}>
              {t('admin.open')}
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </Card>
  );
}
