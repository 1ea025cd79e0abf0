import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useForm } from '../../lib/use-form.ts';

interface SettingsForm<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** After a save: shows what was saved, except in fields edited since the values were sent. */
  accept: (sent: Values, saved: Values) => void;
  /** Discards the edits. */
  restart: (saved: Values) => void;
}

/** A form of saved settings: what another admin or tab saved is shown in the unedited fields, and edited ones stay. */
export function useSettingsForm<Values extends FieldValues>(saved: Values): SettingsForm<Values> {
  const form = useForm<Values>({ values: saved, resetOptions: { keepDirtyValues: true } });
  return {
    form,
    accept(sent, now) {
      const typed = form.getValues();
      const edited = Object.entries(typed).filter(([name, value]) => !Object.is(value, sent[name]));
      form.reset({ ...now, ...Object.fromEntries(edited) }, { keepDirtyValues: false });
      form.reset(now as DefaultValues<Values> & Values, { keepValues: true });
      // Computes which fields differ from what was saved.
      for (const [name, value] of edited) form.setValue(name as Path<Values>, value, { shouldDirty: true });
    },
    restart: (now) => form.reset(now, { keepDirtyValues: false }),
  };
}
