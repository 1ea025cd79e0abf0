import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldTexts, inputClass } from './field.tsx';

export interface TextareaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'children'> {
  /** Shows how much of maxLength is used. */
  counted?: boolean;
}

/** A multi-line text field that grows with its content. */
export function Textarea({ label, hint, error, labelHidden, counted, id, className, ...rest }: TextareaProps) {
  const used = typeof rest.value === 'string' ? rest.value.length : 0;
  const aside = counted && rest.maxLength ? `${used}/${rest.maxLength}` : undefined;
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden} id={id} aside={aside}>
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          className={cx(inputClass, 'field-sizing-content max-h-[60dvh] min-h-12 resize-none py-3', className)}
        />
      )}
    </Field>
  );
}
