import { reportReasons } from '@limits/content';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/select.tsx';
import { CASE_STATUSES, type CaseFilter } from './api.ts';
import { ASSIGNED, CASE_KINDS, DECIDERS, narrowings } from './case-filter.ts';
import { FilterSheet } from './filter-sheet.tsx';
import { TribeFilter } from './tribe-filter.tsx';

/** The option without a filter. */
const ALL = 'all';

interface CaseFiltersProps {
  filter: CaseFilter;
  /** With the filters that only the list of the site has. */
  isOfSite: boolean;
  isDesk: boolean;
  onChange: (changes: Record<string, string>) => void;
  /** Returns the address of the list with these changes. */
  addressWith: (changes: Record<string, string>) => URLSearchParams;
}

/** The filters of the list: in one line, of which a phone shows the status, with the rest in a sheet. */
export function CaseFilters({ filter, isOfSite, isDesk, onChange, addressWith }: CaseFiltersProps) {
  const { t } = useTexts('moderation');
  const status = (
    <Select
      label={t('moderation.statusLabel')}
      labelHidden={!isDesk}
      options={CASE_STATUSES.map((value) => ({ value, label: t(`moderation.status.${value}`) }))}
      value={filter.status}
      onChange={(chosen) => onChange({ status: chosen === 'waiting' ? '' : chosen })}
    />
  );
  return (
    <search aria-label={t('moderation.filter')}>
      {isDesk ? (
        <div className={cx('grid gap-3', isOfSite ? 'grid-cols-3' : 'grid-cols-4')}>
          {status}
          <Narrowing filter={filter} onChange={onChange} />
          {isOfSite && <OfSite filter={filter} onChange={onChange} />}
        </div>
      ) : (
        <div className="flex items-end gap-2">
          <div className="min-w-0 grow">{status}</div>
          <InSheet {...{ filter, isOfSite, addressWith }} />
        </div>
      )}
    </search>
  );
}

/** The filters that only the list of the site has. */
function OfSite({ filter, onChange }: Pick<CaseFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTexts('moderation');
  return (
    <>
      <TribeFilter chosen={String(filter.tribeId ?? '')} onChoose={(id) => onChange({ tribeId: id })} />
      <Select
        label={t('moderation.deciders')}
        options={[
          { value: ALL, label: t('moderation.everybody') },
          ...DECIDERS.map((value) => ({ value, label: t('moderation.onlySite') })),
        ]}
        value={filter.decidedBy ?? ALL}
        onChange={(chosen) => onChange({ decidedBy: chosen === ALL ? '' : chosen })}
      />
    </>
  );
}

function InSheet({ filter, isOfSite, addressWith }: Omit<CaseFiltersProps, 'isDesk' | 'onChange'>) {
  const { t } = useTexts('moderation');
  const [isOpen, setOpen] = useState(false);
  const count = narrowings(filter);
  return (
    <>
      <Button icon={<SlidersHorizontal />} className="h-12" onClick={() => setOpen(true)}>
        {count === 0 ? t('moderation.filters') : t('moderation.filtersChosen', { n: count })}
      </Button>
      <FilterSheet open={isOpen} onClose={() => setOpen(false)} {...{ filter, isOfSite, addressWith }} />
    </>
  );
}

function Narrowing({ filter, onChange }: Pick<CaseFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTexts('moderation');
  const chosen = (value: string) => (value === ALL ? '' : value);
  return (
    <>
      <Select
        label={t('moderation.kindLabel')}
        options={[
          { value: ALL, label: t('moderation.allKinds') },
          ...CASE_KINDS.map((value) => ({ value, label: t(`moderation.kinds.${value}`) })),
        ]}
        value={filter.kind ?? ALL}
        onChange={(kind) => onChange({ kind: chosen(kind) })}
      />
      <Select
        label={t('moderation.reason')}
        options={[
          { value: ALL, label: t('moderation.allReasons') },
          ...reportReasons.map((value) => ({ value, label: t(`moderation.reasons.${value}`) })),
        ]}
        value={filter.reason ?? ALL}
        onChange={(reason) => onChange({ reason: chosen(reason) })}
      />
      <Select
        label={t('moderation.assigned')}
        options={[
          { value: ALL, label: t('moderation.everybody') },
          ...ASSIGNED.map((value) => ({ value, label: t(value === 'me' ? 'moderation.mine' : 'moderation.nobody') })),
        ]}
        value={filter.assigned ?? ALL}
        onChange={(assigned) => onChange({ assigned: chosen(assigned) })}
      />
    </>
  );
}
