import { Download, Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '../../lib/address-params.ts';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Input } from '../../ui/input.tsx';
import { Page } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import type { AuditEntry, AuditFilter } from './api.ts';
import { AUDIT_ACTIONS, isAuditAction } from './audit-actions.ts';
import { downloadAudit } from './audit-file.ts';
import { AuditSheet } from './audit-sheet.tsx';
import { AuditTable } from './audit-table.tsx';

const ALL = 'all';
/** In display order. */
const FIELDS = ['actor', 'action', 'target', 'from', 'to'] as const;
type Field = (typeof FIELDS)[number];

/** `/admin/audit`, for site admins: the audit log. The address contains its filter. */
export function AuditPage() {
  const { t } = useTexts('admin');
  const [query] = useSearchParams();
  const narrow = useChangeParams();
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const [loading, setLoading] = useState(false);
  const filter = readFilter(query);
  const download = () => {
    setLoading(true);
    downloadAudit(filter)
      .catch((error: unknown) => toast(() => messageOf(error, t('ui.failed')), { tone: 'bad' }))
      .finally(() => setLoading(false));
  };
  return (
    <Page
      title={t('audit.title')}
      lead={t('audit.lead')}
      actions={
        <Button icon={<Download />} loading={loading} onClick={download}>
          {t('audit.download')}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <FilterDisclosure query={query}>
          <Filters query={query} onChange={narrow} />
        </FilterDisclosure>
        <AuditTable filter={filter} onOpen={setShown} />
      </div>
      <AuditSheet entry={shown} onClose={() => setShown(null)} />
    </Page>
  );
}

/** Days are those of the device: from their first moment to their last. */
function readFilter(query: URLSearchParams): AuditFilter {
  const action = query.get('action');
  const day = (name: 'from' | 'to', more: number) => {
    const date = new Date(`${query.get(name)}T00:00:00`);
    date.setDate(date.getDate() + more);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  };
  const [actor, target, from, to] = [query.get('actor'), query.get('target'), day('from', 0), day('to', 1)];
  return {
    ...(actor && { actor }),
    ...(isAuditAction(action) && { action }),
    ...(target && { target }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** On a phone one button opens the fields, and shows how many filters are active. */
function FilterDisclosure({ query, children }: { query: URLSearchParams; children: ReactNode }) {
  const { t } = useTexts('admin');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const used = FIELDS.filter((name) => query.get(name)).length;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button
        wide
        icon={<SlidersHorizontal />}
        aria-expanded={isOpen}
        aria-controls="audit-filters"
        onClick={() => setOpen(!isOpen)}
        className="lg:hidden"
      >
        {used ? t('audit.filtersUsed', { number: format.number(used) }) : t('audit.filters')}
      </Button>
      <div id="audit-filters" className={cx(!isOpen && 'max-lg:hidden')}>
        {children}
      </div>
    </div>
  );
}

interface FiltersProps {
  query: URLSearchParams;
  onChange: (change: Partial<Record<Field, string>>) => void;
}

function Filters({ query, onChange }: FiltersProps) {
  const { t } = useTexts('admin');
  const [actor, target] = [query.get('actor') ?? '', query.get('target') ?? ''];
  const [typed, setTyped] = useState({ actor, target });
  const [asked, setAsked] = useState({ actor, target });
  // The address changed: by the form, by Back or by a link.
  if (asked.actor !== actor || asked.target !== target) {
    setAsked({ actor, target });
    setTyped({ actor, target });
  }
  const action = query.get('action');
  return (
    <search aria-label={t('audit.filter')}>
      <form
        className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_10rem_10rem_auto] lg:items-end"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(typed);
        }}
      >
        {(['actor', 'target'] as const).map((name) => (
          <Input
            key={name}
            label={t(`audit.${name}`)}
            icon={<Search />}
            cutAt={100}
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        ))}
        <Select
          label={t('audit.action')}
          options={[
            { value: ALL, label: t('audit.allActions') },
            ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.actions.${value}`) })),
          ]}
          value={isAuditAction(action) ? action : ALL}
          onChange={(value) => onChange({ ...typed, action: value === ALL ? '' : value })}
        />
        {(['from', 'to'] as const).map((name) => (
          <DateInput
            key={name}
            label={t(`audit.${name}`)}
            value={query.get(name) ?? ''}
            onChange={(day) => onChange({ ...typed, [name]: day })}
          />
        ))}
        <Button type="submit" className="h-12">
          {t('admin.find')}
        </Button>
      </form>
    </search>
  );
}
