import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface FieldTexts {
  label: ReactNode;
  /** What helps before a mistake is made. */
  hint?: ReactNode;
  /** What is wrong; announced when it appears. */
  error?: ReactNode;
  /** Leaves the label to screen readers, where the place says it to eyes. */
  labelHidden?: boolean;
}

/** What the control inside must carry to belong to its label, hint and error. */
export interface ControlBinding {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps extends FieldTexts {
  id?: string | undefined;
  /** Stands at the end of the label's line: a counter, a link. */
  aside?: ReactNode;
  children: (control: ControlBinding) => ReactNode;
}

/** Label, control, hint and error as one. */
export function Field({ label, hint, error, labelHidden, aside, id, children }: FieldProps) {
  const made = useId();
  const controlId = id ?? made;
  const noteId = `${controlId}-note`;
  return (
    <div className="grid content-start gap-1.5">
      <div className={cx('flex items-baseline justify-between gap-3', labelHidden && !aside && 'sr-only')}>
        <label htmlFor={controlId} className={cx('font-medium text-small', labelHidden && 'sr-only')}>
          {label}
        </label>
        {aside && <span className="tabular text-caption text-fg-faint">{aside}</span>}
      </div>
      {children({
        id: controlId,
        'aria-describedby': hint || error ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div
        id={noteId}
        aria-live="polite"
        className={cx('text-caption empty:hidden', error ? 'text-danger' : 'text-fg-faint')}
      >
        {error || hint}
      </div>
    </div>
  );
}

/** The look of everything that is typed into. */
export const inputClass = cx(
  'w-full rounded-md border border-field-line bg-sunken px-4 text-body text-fg transition-colors light:bg-raised',
  'placeholder:text-fg-faint hover:border-fg-faint focus-visible:border-ember-text focus-visible:outline-offset-0',
  'disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger',
);
