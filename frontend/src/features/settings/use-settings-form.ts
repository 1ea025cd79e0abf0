import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useForm } from '../../lib/use-form.ts';

/**
 * A form of saved settings: those that another admin or tab saved are shown in the unedited fields, and edited ones
 * stay. `restart` discards the edits.
 */
export function useSettingsForm<Values extends FieldValues>(
  saved: Values,
): { form: UseFormReturn<Values>; restart: (saved: Values) => void } {
  const form = useForm<Values>({ values: saved, resetOptions: { keepDirtyValues: true } });
  return { form, restart: (now) => form.reset(now, { keepDirtyValues: false }) };
}
