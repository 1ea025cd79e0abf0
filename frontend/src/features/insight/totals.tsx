import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Insight } from './api.ts';

const TILES = ['members', 'active', 'comings', 'posts', 'comments', 'reactions'] as const;

/** The totals, each with that of the previous period when there is one; joins and departures in one. */
export function Totals({ totals }: { totals: Insight['totals'] }) {
  const { t } = useTexts('insight');
  const format = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {TILES.map((name) => (
        <Card key={name} className="flex min-w-0 flex-col gap-1 p-4">
          <dt className="text-fg-muted text-small">{t(`insight.${name}`)}</dt>
          {name === 'comings' ? (
            <MemberFlow joined={totals.joined} left={totals.left} />
          ) : (
            <>
              <dd className="tabular font-bold font-display text-title">{format.number(totals[name].value)}</dd>
              <Change {...totals[name]} />
            </>
          )}
        </Card>
      ))}
    </dl>
  );
}

type Total = Insight['totals']['members'];

function MemberFlow({ joined, left }: { joined: Total; left: Total }) {
  const { t } = useTexts('insight');
  const format = useFormat();
  const words = (joinedCount: number, leftCount: number) =>
    t('insight.cameAndWent', { joined: format.number(joinedCount), left: format.number(leftCount) });
  return (
    <>
      <dd className="tabular font-bold font-display text-title">
        <span aria-hidden="true">
          +{format.number(joined.value)} <span className="text-fg-muted">−{format.number(left.value)}</span>
        </span>
        <VisuallyHidden>{words(joined.value, left.value)}</VisuallyHidden>
      </dd>
      {joined.before + left.before > 0 && (
        <dd className="tabular text-caption text-fg-faint">
          {t('insight.before', { shown: `+${format.number(joined.before)} −${format.number(left.before)}` })}
        </dd>
      )}
    </>
  );
}

/** The difference in per cent and the previous number; nothing without a previous one. */
function Change({ value, before }: Total) {
  const { t } = useTexts('insight');
  const format = useFormat();
  if (before === 0) return null;
  return (
    <dd className="text-caption text-fg-faint">
      {value === before ? (
        t('insight.same')
      ) : (
        <>
          <span className="tabular font-medium text-fg-muted">{format.change(value / before - 1)}</span> ·{' '}
          {t('insight.before', { shown: format.number(before) })}
        </>
      )}
    </dd>
  );
}
