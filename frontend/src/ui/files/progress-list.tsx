import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { ProgressBar } from '../progress.tsx';

/** A long-running task: an upload, an export. */
export interface ProgressItem {
  id: string;
  name: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** 0..1; only while it is running. */
  share?: number;
  /** The error message of a failed upload. */
  problem?: () => string;
  /** A small picture of it. */
  thumb?: ReactNode;
  /** Shown instead of its name. */
  about?: string;
}

interface ProgressListProps {
  /** The accessible name, which describes the operation in progress. */
  label: string;
  items: readonly ProgressItem[];
  /** Cancels a waiting or running task. */
  onCancel?: (id: string) => void;
  /** Retries a failed task. */
  onRetry?: (id: string) => void;
  /** Removes an ended task from the list. */
  onDismiss?: (id: string) => void;
}

/** Several tasks, each with its progress. Ends are announced, percentages are not. */
export function ProgressList({ label, items, onCancel, onRetry, onDismiss }: ProgressListProps) {
  const { t } = useTexts();
  const ended = items.filter(({ state }) => state === 'done' || state === 'failed');
  return (
    <>
      <ul aria-label={label} className="grid grid-cols-1 gap-2">
        {items.map((item) => (
          <li
            key={item.id}
            className={cx(
              'flex items-center gap-3 rounded-md bg-surface py-2 pr-2 shadow-card',
              item.thumb ? 'pl-2' : 'pl-4',
            )}
          >
            {item.thumb}
            <ProgressLine item={item} />
            {item.state === 'failed' && onRetry && (
              <IconButton
                label={t('ui.progress.retry', { name: item.name })}
                tip="none"
                icon={<RotateCw />}
                onClick={() => onRetry(item.id)}
              />
            )}
            <EndButton item={item} onCancel={onCancel} onDismiss={onDismiss} />
          </li>
        ))}
      </ul>
      <div role="status" className="sr-only">
        {ended.map(({ id, name, state, problem }) => (
          <p key={id}>
            {state === 'done'
              ? t('ui.progress.done', { name })
              : `${t('ui.progress.failed', { name })} ${problem?.() ?? ''}`}
          </p>
        ))}
      </div>
    </>
  );
}

function ProgressLine({ item: { name, state, share = 0, problem, about = name } }: { item: ProgressItem }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <div className="grid min-w-0 grow grid-cols-1 gap-1.5 py-1">
      <div className="flex items-center gap-2 text-small">
        {state === 'done' && <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-moss" />}
        {state === 'failed' && <CircleAlert aria-hidden="true" className="size-4.5 shrink-0 text-danger" />}
        <span className="truncate font-medium">{about}</span>
        <span className="tabular ml-auto shrink-0 text-caption text-fg-muted">
          {state === 'running' && format.percent(share)}
          {state === 'waiting' && t('ui.progress.waiting')}
        </span>
      </div>
      {state === 'running' && <ProgressBar label={name} value={share} />}
      {state === 'failed' && problem && <p className="text-caption text-danger">{problem()}</p>}
    </div>
  );
}

function EndButton({
  item,
  onCancel,
  onDismiss,
}: { item: ProgressItem } & Pick<ProgressListProps, 'onCancel' | 'onDismiss'>) {
  const { t } = useTexts();
  const active = item.state === 'waiting' || item.state === 'running';
  const act = active ? onCancel : onDismiss;
  if (!act) return null;
  return (
    <IconButton
      label={t(active ? 'ui.progress.cancel' : 'ui.progress.dismiss', { name: item.name })}
      tip="none"
      icon={<X />}
      onClick={() => act(item.id)}
    />
  );
}
