import type { Schema } from '../../lib/contract.ts';
import { useTexts } from '../../lib/i18n.ts';
import { InsightView } from './insight-view.tsx';

/** `/tools/tribes/{id}/insight`, for the owner of a tribe and site admins. */
export function InsightPart({ tribe }: { tribe: Schema<'Tribe'> }) {
  const { t } = useTexts('insight');
  return (
    <section aria-labelledby="insight" className="grid w-full grid-cols-1 gap-4">
      <h2 id="insight" className="font-bold text-title">
        {t('insight.title')}
      </h2>
      <InsightView tribe={tribe} />
    </section>
  );
}
