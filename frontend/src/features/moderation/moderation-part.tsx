import type { Schema } from '../../lib/contract.ts';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { CaseQueue } from './case-queue.tsx';
import { ModerationLog } from './moderation-log.tsx';
import { useIsCaseAlone } from './use-case-address.ts';

/** The reports in a tribe, for its moderators, and for all members the decisions. */
export function ModerationPart({ tribe }: { tribe: Schema<'Tribe'> }) {
  const { t } = useTexts('moderation');
  const isCaseAlone = useIsCaseAlone() && tribe.canModerate;
  return (
    <div className="grid w-full grid-cols-1 gap-10">
      {tribe.canModerate && (
        <section aria-labelledby="queue" className="grid grid-cols-1 gap-4">
          <h2 id="queue" className={cx('font-bold text-title', isCaseAlone && 'sr-only')}>
            {t('moderation.queue')}
          </h2>
          <CaseQueue tribeId={tribe.id} />
        </section>
      )}
      {!isCaseAlone && <ModerationLog tribeId={tribe.id} />}
    </div>
  );
}
