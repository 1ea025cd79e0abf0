import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldTexts, inputClass } from './field.tsx';

export interface InputProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children'> {
  /** An icon inside, at the start. */
  icon?: ReactNode;
  /** A control inside, at the end: show the password, clear the search. */
  end?: ReactNode;
}

/** A one-line text field. Works as `<Input {...register('email')} />`. */
export function Input({ label, hint, error, labelHidden, icon, end, id, className, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden} id={id}>
      {(control) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-fg-faint [&_svg]:size-5">
              {icon}
            </span>
          )}
          <input
            {...rest}
            {...control}
            className={cx(inputClass, 'h-12', icon ? 'pl-11' : '', end ? 'pr-12' : '', className)}
          />
          {end && <span className="absolute inset-y-0 right-1.5 grid place-items-center">{end}</span>}
        </div>
      )}
    </Field>
  );
}
