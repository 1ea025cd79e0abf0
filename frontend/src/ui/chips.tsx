import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { scrollToCentre } from './scroll-to-centre.ts';

interface ChipsProps<T extends string> {
  /** The accessible name of the row. */
  label: string;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
  /** The chosen value; keep it in the URL, so that links and Back restore it. */
  value: T;
  onChange: (value: T) => void;
}

/**
 * A row of a few values of which one is chosen. On a phone the row scrolls sideways, begins with the chosen one in view,
 * and fades at the edges of the screen.
 */
export function Chips<T extends string>({ label, options, value, onChange }: ChipsProps<T>) {
  const row = useRef<HTMLFieldSetElement>(null);
  const count = options.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value or number of chips moves the chosen one
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (row.current && chosen) scrollToCentre(row.current, chosen);
  }, [value, count]);
  return (
    <fieldset
      ref={row}
      aria-label={label}
      className="relative -mx-4 flex min-w-0 gap-2 overflow-x-auto py-1 pr-6 pl-4 [mask-image:linear-gradient(to_right,transparent,black_1rem,black_calc(100%-1.5rem),transparent)] [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0 sm:[mask-image:none]"
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
