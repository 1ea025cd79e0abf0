import { type ReactNode, useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Sheet } from '../../ui/sheet.tsx';
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
      {last && <Whole entry={last} />}
    </Sheet>
  );
}

function Whole({ entry }: { entry: AuditEntry }) {
  const { t } = useTexts('admin');
  const format = useFormat();
  const [actorName, serviceName] = [useActorName(), useServiceName()];
  const { actor, target, service, createdAt, addressMark, requestId } = entry;
  return (
    <div className="grid grid-cols-1 gap-6 pt-1">
      <dl className="grid gap-2 text-small">
        <Fact name={t('audit.time')}>{format.dateTime(createdAt)}</Fact>
        <Fact name={t('audit.actor')}>{actorName(actor)}</Fact>
        {actor.id && <Fact name={t('audit.actorId')}>{actor.id}</Fact>}
        <Fact name={t('audit.target')}>{target.name || target.id}</Fact>
        {target.name && <Fact name={t('audit.targetId')}>{target.id}</Fact>}
        <Fact name={t('audit.service')}>{serviceName(service)}</Fact>
        {addressMark && <Fact name={t('audit.address')}>{addressMark}</Fact>}
        {requestId && <Fact name={t('audit.request')}>{requestId}</Fact>}
      </dl>
      <Changes before={entry.before} after={entry.after} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-caption text-fg-muted">{name}</dt>
      <dd className="min-w-0 text-right [overflow-wrap:anywhere]" dir="auto">
        {children}
      </dd>
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
