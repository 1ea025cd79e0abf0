import { queryOptions, useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { http } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Card } from '../../ui/card.tsx';

const waitingQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.feed.waiting(tribeId),
    queryFn: async ({ signal }) =>
      (await http.get('/tribes/{tribeId}/posts/waiting', { path: { tribeId }, signal })).items,
  });

/** The number of posts at each level above the viewer's own. Renders nothing without any. */
export function WaitingPosts({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('tribe');
  const format = useFormat();
  const { data = [] } = useQuery(waitingQuery(tribeId));
  if (data.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="waiting-posts" className="grid gap-2 p-4">
      <h2 id="waiting-posts" className="flex items-center gap-2 font-bold">
        <Lock aria-hidden="true" className="size-4 text-fg-muted" />
        {t('tribe.waiting')}
      </h2>
      <ul className="grid gap-1 text-fg-muted text-small">
        {data.map(({ level, posts }) => (
          <li key={level} className="flex justify-between gap-3">
            <span>{t('shell.level', { level })}</span>
            <span className="tabular">{t('tribe.waitingPosts', { count: posts, shown: format.number(posts) })}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
