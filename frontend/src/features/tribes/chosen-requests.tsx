import { Check, X } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import type { Decision } from '../../lib/membership-changes.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface ChosenRequestsProps {
  count: number;
  busy: boolean;
  onClear: () => void;
  onDecide: (action: Decision) => void;
}

/** The bar for the selected requests, at the bottom of the screen while there are any. */
export function ChosenRequests({ count, busy, onClear, onDecide }: ChosenRequestsProps) {
  const { t } = useTexts('membership');
  const chosen = t('ui.table.selected', { number: count });
  return (
    <div className="sticky bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 grid lg:bottom-4">
      <span role="status" className="sr-only">
        {count > 0 && chosen}
      </span>
      {count > 0 && (
        <div className="flex animate-rise flex-wrap items-center gap-2 rounded-lg bg-raised p-2.5 shadow-float">
          <IconButton size="sm" label={t('ui.table.clearSelection')} tip="top" icon={<X />} onClick={onClear} />
          <span aria-hidden="true" className="tabular grow font-medium text-small">
            {chosen}
          </span>
          <Button size="sm" disabled={busy} onClick={() => onDecide('reject')}>
            {t('membership.reject')}
          </Button>
          <Button size="sm" variant="primary" icon={<Check />} loading={busy} onClick={() => onDecide('approve')}>
            {t('membership.approve')}
          </Button>
        </div>
      )}
    </div>
  );
}
