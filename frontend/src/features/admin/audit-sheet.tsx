import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { RowDetail } from '../../ui/table/row-detail.tsx';
import type { AuditEntry } from './api.ts';
import { useActionName, useActorName, useServiceName } from './audit-table.tsx';

/** One entry with its changes; closed for null. */
export function AuditSheet({ entry, onClose }: { entry: AuditEntry | null; onClose: () => void }) {
  const actionName = useActionName();
  // Stored while the sheet closes.
  const [last, setLast] = useState(entry);
  if (entry && entry !== last) setLast(entry);
  return (
    <Sheet open={entry !== null} onClose={onClose} title={last && actionName(last.action)}>
      {last && <EntryDetails entry={last} />}
    </Sheet>
  );
}

function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { t } = useTexts('admin');
  const format = useFormat();
  const [actorName, serviceName] = [useActorName(), useServiceName()];
  const { actor, target, service, createdAt, addressMark, requestId } = entry;
  return (
    <div className="grid grid-cols-1 gap-6 pt-1">
      <dl className="grid gap-2 text-small">
        <RowDetail name={t('audit.time')}>{format.dateTime(createdAt)}</RowDetail>
        <RowDetail name={t('audit.actor')}>
          <bdi>{actorName(actor)}</bdi>
        </RowDetail>
        {actor.id && <RowDetail name={t('audit.actorId')}>{actor.id}</RowDetail>}
        <RowDetail name={t('audit.target')}>
          <bdi>{target.name || target.id}</bdi>
        </RowDetail>
        {target.name && <RowDetail name={t('audit.targetId')}>{target.id}</RowDetail>}
        <RowDetail name={t('audit.service')}>{serviceName(service)}</RowDetail>
        {addressMark && <RowDetail name={t('audit.address')}>{addressMark}</RowDetail>}
        {requestId && <RowDetail name={t('audit.request')}>{requestId}</RowDetail>}
      </dl>
      <Changes before={entry.before} after={entry.after} />
    </div>
  );
}

/** Per field: the old value, struck out, and the new one. */
function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const { t } = useTexts('admin');
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return null;
  return (
    <section aria-label={t('audit.changes')} className="grid gap-3 text-small">
      <h3 className="font-bold text-title">{t('audit.changes')}</h3>
      <dl className="grid gap-3">
        {names.map((name) => (
          <div key={name} className="grid gap-1">
            <dt className="font-mono text-caption text-fg-muted">{name}</dt>
            {name in before && (
              <dd className="rounded-sm bg-danger-soft px-2 py-1 text-danger [overflow-wrap:anywhere]" dir="auto">
                <del>
                  <span className="sr-only">{t('audit.before')}: </span>
                  {shown(before[name])}
                </del>
              </dd>
            )}
            {name in after && (
              <dd className="rounded-sm bg-moss-soft px-2 py-1 text-moss [overflow-wrap:anywhere]" dir="auto">
                <ins className="no-underline">
                  <span className="sr-only">{t('audit.after')}: </span>
                  {shown(after[name])}
                </ins>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

const shown = (value: unknown): string => (typeof value === 'string' ? value || '–' : JSON.stringify(value));
