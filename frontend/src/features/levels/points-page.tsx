import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { myPointsQuery } from '../../lib/my-points.ts';
import { Page } from '../../ui/page.tsx';
import { LedgerPart } from './ledger.tsx';
import { useLevelName } from './level-name.ts';
import { TribesProgress } from './tribes-progress.tsx';

/** `/tools/points`: my level in each tribe, and the ledger. `?tribe=` filters the ledger by one. */
export function PointsPage() {
  const { t } = useTexts('members');
  const format = useFormat();
  const nameOf = useLevelName();
  const points = useQuery(myPointsQuery);
  const [query, setQuery] = useSearchParams();
  const tribeParam = query.get('tribe') ?? '';
  const tribeId = /^\d{1,10}$/.test(tribeParam) ? Number(tribeParam) : null;
  const choose = (id: number | null) => setQuery(id === null ? {} : { tribe: String(id) }, { replace: true });
  return (
    <Page
      title={t('shell.points')}
      lead={
        // Its line has a reserved height, so that the content below does not move when it arrives.
        <span className="block min-h-[1lh]">
          {points.data &&
            t('levels.lead', {
              count: points.data.points,
              shown: format.number(points.data.points),
              level: nameOf(points.data.level),
            })}
        </span>
      }
    >
      <div className="grid gap-10 max-lg:in-order lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-12">
        <TribesProgress chosen={tribeId} onChoose={choose} />
        <LedgerPart tribeId={tribeId} onChoose={choose} />
      </div>
    </Page>
  );
}
