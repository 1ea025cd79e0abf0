import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../lib/i18n.ts';
import { newId } from '../lib/ids.ts';
import { observable, useObservable } from '../lib/observable.ts';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

/** Duration of a toast (part 1, section 9). */
const DEFAULT_DURATION_MS = 3_000;
const MAX_TOASTS = 3;

export interface ToastOptions {
  tone?: 'plain' | 'good' | 'bad';
  /** Undo, or a link to the subject of the text. */
  action?: { label: () => string; run: () => void };
  /** The duration, where the specification has another one. */
  durationMs?: number;
}

interface ToastEntry extends ToastOptions {
  id: string;
  text: () => string;
}

const toasts = observable<ToastEntry[]>([]);

function dismiss(id: string): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/**
 * Shows a short message for a few seconds. Important messages belong on the screen itself. Its texts are functions, called
 * again when the language changes.
 */
export function toast(text: () => string, options: ToastOptions = {}): void {
  toasts.set([...toasts.get(), { ...options, id: newId(), text }].slice(-MAX_TOASTS));
}

/** Renders the toasts; once in the app. Beside the page, as sheets and dialogs are, so that it is above all of them. */
export function Toaster() {
  const entries = useObservable(toasts);
  return createPortal(
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(5.75rem+env(safe-area-inset-bottom))] z-60 grid justify-items-center gap-2 lg:bottom-6"
    >
      {entries.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
    </div>,
    document.body,
  );
}

const ICONS: Record<NonNullable<ToastOptions['tone']>, ReactNode> = {
  plain: null,
  good: <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-moss" />,
  bad: <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />,
};

function ToastCard({ entry }: { entry: ToastEntry }) {
  const { t } = useTexts();
  const { id, durationMs = DEFAULT_DURATION_MS, action } = entry;
  const [paused, setPaused] = useState(false);

  // The timer is paused while the pointer or the focus is on it.
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => dismiss(id), durationMs);
    return () => clearTimeout(timer);
  }, [paused, id, durationMs]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer, nothing is lost without it
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={cx(
        'pointer-events-auto flex max-w-md animate-rise items-center gap-3 rounded-full bg-raised py-1.5 pr-1.5 pl-5 text-small shadow-float',
      )}
    >
      {ICONS[entry.tone ?? 'plain']}
      <span className="py-1.5">{entry.text()}</span>
      {action && (
        <button
          type="button"
          className="focus-ring rounded-sm px-2 py-1.5 font-semibold text-ember-text"
          onClick={() => {
            action.run();
            dismiss(id);
          }}
        >
          {action.label()}
        </button>
      )}
      <IconButton label={t('ui.close')} tip="none" size="sm" icon={<X />} onClick={() => dismiss(id)} />
    </div>
  );
}
