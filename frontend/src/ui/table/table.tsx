import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../button.tsx';
import { ErrorState } from '../error-state.tsx';
import { useIsDesk } from '../use-is-desk.ts';
import { RowCards } from './row-cards.tsx';
import { RowGrid } from './row-grid.tsx';
import type { Selection } from './selection.ts';
import type { RowsProps, TableProps } from './table-props.ts';

const NOTHING: Selection = new Set();

/** Rows in columns with sorting, selection and a menu for each row. On a phone each row is a card, unless `compact`. */
export function Table<Row>(props: TableProps<Row>) {
  const desk = useIsDesk();
  const { rows, error, onRetry, empty, compact = false, selection = NOTHING } = props;
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  if (rows?.length === 0) return empty;
  const Rows = desk || compact ? RowGrid : RowCards;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Rows {...props} selection={selection} />
      <BulkBar {...props} selection={selection} />
    </div>
  );
}

/** After the rows, so that selecting the first one moves nothing under the pointer. */
function BulkBar<Row>({ selection, onSelect, bulkActions }: RowsProps<Row>) {
  const { t } = useTexts();
  if (!onSelect) return null;
  const any = selection.size > 0;
  return (
    <div className="sticky bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 grid lg:bottom-4">
      <span role="status" className="sr-only">
        {any && t('ui.table.selected', { number: selection.size })}
      </span>
      {any && (
        <div className="flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-raised p-2.5 pl-5 shadow-float">
          <span aria-hidden="true" className="tabular grow font-medium text-small">
            {t('ui.table.selected', { number: selection.size })}
          </span>
          <Button size="sm" variant="ghost" onClick={() => onSelect(NOTHING)}>
            {t('ui.table.clearSelection')}
          </Button>
          {bulkActions}
        </div>
      )}
    </div>
  );
}
