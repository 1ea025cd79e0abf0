import { useEffect } from 'react';
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm as useBaseForm } from 'react-hook-form';
import { useFormat } from './i18n.ts';

/** `useForm` of react-hook-form, with validation messages in the current language. */
export function useForm<Values extends FieldValues>(props: UseFormProps<Values>): UseFormReturn<Values> {
  const form = useBaseForm<Values>(props);
  const { language } = useFormat();

  // A field's error keeps the language in which it was created.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the language changes, not when an error does
  useEffect(() => {
    if (Object.keys(form.formState.errors).length > 0) void form.trigger();
  }, [language]);

  return form;
}
