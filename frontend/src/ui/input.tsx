import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldTexts, inputClass } from './field.tsx';
import { lineLength } from './text-length.ts';
import { useTextLimit } from './text-limit.ts';

export interface InputProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children' | 'maxLength' | 'onInput'> {
  /** The maximum length of a text. A longer one stays in the field, and its form is not sent until it is shortened. */
  limit?: number | undefined;
  /** The maximum length of a search, a code or a key: input beyond it is cut. */
  cutAt?: number;
  /** An icon inside, at the start. */
  icon?: ReactNode;
  /** A control inside, at the end: show the password, clear the search. */
  end?: ReactNode;
}

/** A one-line text field. Works as `<Input {...register('email')} />`. */
export function Input({
  label,
  hint,
  error,
  labelHidden,
  limit,
  cutAt,
  icon,
  end,
  id,
  className,
  ref,
  ...rest
}: InputProps) {
  const { control: limited, used, excess } = useTextLimit(limit, lineLength, ref);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      labelHidden={labelHidden}
      id={id}
      limit={limit}
      excess={excess}
      aside={excess > 0 && `${used}/${limit}`}
    >
      {(control) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-fg-faint [&_svg]:size-5">
              {icon}
            </span>
          )}
          <input
            {...rest}
            {...limited}
            {...control}
            maxLength={cutAt}
            // The cross of WebKit would stand beside the control.
            className={cx(
              inputClass,
              'h-12',
              icon ? 'pl-11' : '',
              end ? 'pr-12 [&::-webkit-search-cancel-button]:hidden' : '',
              className,
            )}
          />
          {end && <span className="absolute inset-y-0 right-1.5 grid place-items-center">{end}</span>}
        </div>
      )}
    </Field>
  );
}
