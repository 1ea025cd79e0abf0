import { type ReactNode, useEffect, useId, useState } from 'react';
import { cx } from './cx.ts';
import { useTooLong } from './text-limit.ts';

export interface FieldTexts {
  label: ReactNode;
  /** Help shown until there is an error. */
  hint?: ReactNode;
  /** The error; announced when it appears. */
  error?: ReactNode;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
}

/** Attributes that connect the control with its label, hint and error. */
export interface ControlBinding {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps extends FieldTexts {
  id?: string | undefined;
  /** Shown at the end of the label's line: a counter, a link. */
  aside?: ReactNode;
  /** The number of characters beyond `limit`; shown instead of any other error. */
  excess?: number;
  limit?: number | undefined;
  children: (control: ControlBinding) => ReactNode;
}

/** A form control with its label, hint and error. */
export function Field({ label, hint, error, labelHidden, aside, id, excess = 0, limit, children }: FieldProps) {
  const generatedId = useId();
  const tooLong = useTooLong(excess, limit);
  const problem = tooLong ?? error;
  const controlId = id ?? generatedId;
  const noteId = `${controlId}-note`;
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <div className={cx('flex items-baseline justify-between gap-3', labelHidden && !aside && 'sr-only')}>
        <label htmlFor={controlId} className={cx('font-medium text-small', labelHidden && 'sr-only')}>
          {label}
        </label>
        {aside && (
          <span className={cx('tabular ml-auto text-caption', tooLong ? 'text-danger' : 'text-fg-faint')}>{aside}</span>
        )}
      </div>
      {children({
        id: controlId,
        'aria-describedby': hint || problem ? noteId : undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      <div
        id={noteId}
        aria-live={tooLong ? 'off' : 'polite'}
        className={cx('text-caption empty:hidden', problem ? 'text-danger' : 'text-fg-faint')}
      >
        {problem || hint}
      </div>
      {limit !== undefined && <Announcement text={tooLong} />}
    </div>
  );
}

/** Classes of text inputs. */
export const inputClass = cx(
  'w-full rounded-md border border-field-line bg-sunken px-4 text-body text-fg transition-colors light:bg-raised',
  'placeholder:text-fg-faint hover:border-fg-faint focus-visible:border-ember-text focus-visible:outline-offset-0',
  'disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger',
);

const PAUSE_MS = 1_000;

/** Announces a text that changes with each key politely, and only once typing pauses. */
export function Announcement({ text }: { text: string | undefined }) {
  const [announced, announce] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => announce(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span aria-live="polite" className="sr-only">
      {text && announced}
    </span>
  );
}
