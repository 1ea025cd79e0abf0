import { Check, Minus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode;
  /** Shows the label to screen readers only, when the context makes it clear visually. */
  labelHidden?: boolean;
  /** Neither on nor off: some of its items are selected. Such a checkbox takes no ref of its own. */
  indeterminate?: boolean;
  error?: ReactNode;
}

/** A checkbox with its label, which may contain links. */
export function Checkbox({ label, labelHidden, indeterminate, error, id, ...rest }: CheckboxProps) {
  const generatedId = useId();
  const boxId = id ?? generatedId;
  return (
    <div className="grid gap-1">
      <div className="flex items-start gap-3">
        <span className={cx('relative grid size-6 shrink-0 place-items-center', !labelHidden && 'mt-0.5')}>
          <input
            {...rest}
            {...(indeterminate !== undefined && {
              ref: (input: HTMLInputElement | null) => {
                if (input) input.indeterminate = indeterminate;
              },
            })}
            id={boxId}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${boxId}-error` : undefined}
            className="peer size-6 appearance-none rounded-xs border-2 border-field-line bg-sunken transition-colors checked:border-ember checked:bg-ember indeterminate:border-ember indeterminate:bg-ember hover:border-fg-faint aria-invalid:border-danger light:bg-raised"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3.5}
            className="pointer-events-none absolute size-4 scale-50 text-on-ember opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100 peer-indeterminate:opacity-0"
          />
          <Minus
            aria-hidden="true"
            strokeWidth={3.5}
            className="pointer-events-none absolute size-4 text-on-ember opacity-0 peer-indeterminate:opacity-100"
          />
        </span>
        <label htmlFor={boxId} className={cx('py-0.5 text-fg-muted text-small', labelHidden && 'sr-only')}>
          {label}
        </label>
      </div>
      <div id={`${boxId}-error`} aria-live="polite" className="pl-9 text-caption text-danger empty:hidden">
        {error}
      </div>
    </div>
  );
}
