import { type ComponentProps, type ReactNode, useId } from 'react';
import { isSecondPress } from './single-press.ts';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'role'> {
  label: ReactNode;
  /** Explains the effect of the switch. */
  hint?: ReactNode;
}

/** An on/off setting that applies at once, once for a double click. */
export function Switch({ label, hint, id, onChange, ...rest }: SwitchProps) {
  const generatedId = useId();
  const switchId = id ?? generatedId;
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="grid gap-0.5">
        <label htmlFor={switchId} className="font-medium text-small">
          {label}
        </label>
        {hint && (
          <span id={`${switchId}-hint`} className="text-caption text-fg-faint">
            {hint}
          </span>
        )}
      </div>
      <input
        {...rest}
        onClick={(event) => {
          if (isSecondPress(event)) event.preventDefault();
        }}
        // React changes a checkbox by its click, also by one whose default is prevented.
        onChange={(event) => {
          if (!isSecondPress(event.nativeEvent)) onChange?.(event);
        }}
        id={switchId}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state by itself
        role="switch"
        aria-describedby={hint ? `${switchId}-hint` : undefined}
        className="relative h-8 w-13 shrink-0 appearance-none rounded-full bg-field-line transition-colors before:absolute before:top-1 before:left-1 before:size-6 before:rounded-full before:bg-ground before:shadow-card before:transition-transform checked:bg-ember checked:before:translate-x-5"
      />
    </div>
  );
}
