import type { ReactNode } from 'react';

interface ChipsProps<T extends string> {
  /** The accessible name of the row. */
  label: string;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
  /** The chosen value; keep it in the URL, so that links and Back restore it. */
  value: T;
  onChange: (value: T) => void;
}

/** A row of a few values of which one is chosen; on a phone the row scrolls sideways. */
export function Chips<T extends string>({ label, options, value, onChange }: ChipsProps<T>) {
  return (
    <fieldset
      aria-label={label}
      className="relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="focus-ring flex h-10 max-w-60 shrink-0 items-center gap-2 rounded-full bg-surface px-4 text-fg-muted text-small shadow-card aria-pressed:bg-ember-soft aria-pressed:text-ember-text"
        >
          {option.icon}
          <bdi className="truncate">{option.label}</bdi>
        </button>
      ))}
    </fieldset>
  );
}
