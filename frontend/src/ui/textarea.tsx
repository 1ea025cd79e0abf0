import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldTexts, inputClass } from './field.tsx';
import { linesLength } from './text-length.ts';
import { useTextLimit } from './text-limit.ts';

export interface TextareaProps
  extends FieldTexts,
    Omit<ComponentProps<'textarea'>, 'children' | 'maxLength' | 'onInput'> {
  /** The maximum length. A longer text stays in the field, and its form is not sent until it is shortened. */
  limit?: number;
  /** Shows how much of the limit is used. */
  counted?: boolean;
}

/** A multi-line text field that grows with its content. */
export function Textarea({
  label,
  hint,
  error,
  labelHidden,
  limit,
  counted,
  id,
  className,
  ref,
  ...rest
}: TextareaProps) {
  const { control: limited, used, excess } = useTextLimit(limit, linesLength, ref);
  const aside = limit && (counted || excess > 0) && `${used}/${limit}`;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      labelHidden={labelHidden}
      id={id}
      aside={aside}
      limit={limit}
      excess={excess}
    >
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...limited}
          {...control}
          className={cx(inputClass, 'field-sizing-content max-h-[60dvh] min-h-12 resize-none py-3', className)}
        />
      )}
    </Field>
  );
}
