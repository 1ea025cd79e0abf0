import { useFormat, useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { type AuditEntry, type AuditFilter, auditQuery } from './api.ts';

interface AuditTableProps {
  filter: AuditFilter;
  onOpen: (entry: AuditEntry) => void;
}

/** The log, the newest first; a row opens its changes. */
export function AuditTable({ filter, onOpen }: AuditTableProps) {
  const { t } = useTexts('admin');
  const columns = useColumns();
  const actionName = useActionName();
  const { items, query } = usePagedQuery(auditQuery(filter));
  return (
    <>
      <Table
        label={t('audit.title')}
        columns={columns}
        rows={query.isPending ? undefined : items}
        rowId={({ id }) => id}
        rowName={({ action }) => actionName(action)}
        onOpen={onOpen}
        error={items.length === 0 ? query.error : null}
        onRetry={() => void query.refetch()}
        empty={<EmptyState title={t('audit.nothing')} text={t('audit.nothingText')} />}
      />
      <LoadMore query={query} />
    </>
  );
}

/** The name of an action; the id for one of a later version. */
export function useActionName(): (action: AuditEntry['action']) => string {
  const { t } = useTexts('admin');
  return (action) => (action === 'none' ? t('audit.unknown') : t(`audit.actions.${action}`));
}

/** The actor: a name, a service, or a visitor. */
export function useActorName(): (actor: AuditEntry['actor']) => string {
  const { t } = useTexts('admin');
  const serviceName = useServiceName();
  return ({ kind, id, name }) => {
    if (kind === 'visitor') return t('audit.visitor');
    return kind === 'service' ? serviceName(name || id) : name || id;
  };
}

const SERVICES = [
  'identity',
  'tribes',
  'content',
  'messaging',
  'vibes-realtime',
  'gamification',
  'agents',
  'media',
] as const;

/** The name of a service; the id for one of a later version. */
export function useServiceName(): (id: string) => string {
  const { t } = useTexts('admin');
  return (id) => {
    const known = SERVICES.find((service) => service === id);
    return known ? t(`audit.services.${known}`) : id;
  };
}

function useColumns(): Column<AuditEntry>[] {
  const { t } = useTexts('admin');
  const format = useFormat();
  const [actionName, actorName] = [useActionName(), useActorName()];
  return [
    { id: 'action', header: t('audit.action'), cell: ({ action }) => actionName(action) },
    {
      id: 'actor',
      header: t('audit.actor'),
      card: 'text',
      cell: ({ actor }) => (
        <span className="inline-block max-w-44 truncate align-bottom" dir="auto">
          {actorName(actor)}
        </span>
      ),
    },
    {
      id: 'target',
      header: t('audit.target'),
      card: 'text',
      cell: ({ target }) => {
        const text = target.name || (target.type === 'site' ? t('audit.site') : target.id.slice(0, 13));
        return (
          text && (
            <span className="inline-block max-w-52 truncate align-bottom text-fg-muted" dir="auto">
              {text}
            </span>
          )
        );
      },
    },
    {
      id: 'time',
      header: t('audit.time'),
      card: 'end',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="tabular whitespace-nowrap text-fg-muted">
          {format.date(createdAt)}, {format.time(createdAt)}
        </time>
      ),
    },
  ];
}
