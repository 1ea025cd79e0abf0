import { useEffect, useEffectEvent, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useDraft } from './drafts.ts';
import { useForm } from './use-form.ts';

interface SavedForm<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** After a save: shows what was saved, except in fields edited since the values were sent. */
  accept: (sent: Values, saved: Values) => void;
  /** Discards the edits. */
  restart: (saved: Values) => void;
}

/** A form of saved values: what another admin or tab saved is shown in the unedited fields, and edited ones stay. */
function useSavedForm<Values extends FieldValues>(saved: Values): SavedForm<Values> {
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

interface Edit {
  /** The saved value that was edited. */
  saved: unknown;
  typed: unknown;
}

type Edits = Readonly<Record<string, Edit>>;

const readEdits = (stored: unknown): Edits | null =>
  stored !== null && typeof stored === 'object' ? Object.fromEntries(Object.entries(stored).filter(isEdit)) : null;

const isEdit = (entry: [string, unknown]): entry is [string, Edit] => {
  const edit = Object(entry[1]);
  return 'saved' in edit && 'typed' in edit;
};

interface EditFormOptions<Values> {
  /** Fields whose edits are lost when the form closes. */
  secrets?: readonly (keyof Values & string)[];
  /** Whether the values belong to other people: edits stay in the memory of this tab, and are not stored. */
  ofOthers?: boolean;
}

/**
 * A form of saved values whose edits are stored on this device until they are saved or discarded. An edit of an earlier
 * visit is dropped when another admin has saved that field since.
 */
export function useEditForm<Values extends FieldValues>(
  draftName: string,
  saved: Values,
  { secrets = [], ofOthers = false }: EditFormOptions<Values> = {},
) {
  const [edits, keep] = useDraft<Edits>(draftName, {}, readEdits, () => !ofOthers);
  const [restored] = useState(() =>
    Object.entries(edits).filter(
      ([name, edit]) => Object.is(edit.saved, saved[name]) && typeof edit.typed === typeof saved[name],
    ),
  );
  const base = useSavedForm(saved);
  const { form, restart } = base;
  const { subscribe } = form;

  const keepEdits = useEffectEvent((typed: Values, defaults: Values) =>
    keep((before) => {
      const changed = Object.keys(defaults).filter(
        (name) => !secrets.includes(name) && !Object.is(typed[name], defaults[name]),
      );
      return Object.fromEntries(
        changed.map((name) => [name, { saved: before[name]?.saved ?? defaults[name], typed: typed[name] }]),
      );
    }),
  );
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => keepEdits(values, Object(defaultValues)),
      }),
    [subscribe],
  );

  const restore = useEffectEvent(() => {
    for (const [name, edit] of restored)
      form.setValue(name as Path<Values>, edit.typed as PathValue<Values, Path<Values>>, { shouldDirty: true });
  });
  useEffect(() => restore(), []);

  // The form may open with cached settings: what another admin saved since replaces a restored value, not a typed one.
  const dropOutdated = useEffectEvent(() => {
    for (const [key, edit] of restored) {
      const name = key as Path<Values>;
      if (Object.is(saved[key], edit.saved) || !Object.is(form.getValues(name), edit.typed)) continue;
      form.setValue(name, saved[key], { shouldDirty: true });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the saved settings change
  useEffect(() => dropOutdated(), [JSON.stringify(saved)]);

  return {
    ...base,
    /** Whether edits of an earlier visit are shown; see `DraftNote`. */
    isRestored: restored.some(([name]) => name in edits),
    discard: () => restart(saved),
    /** Call after saving, also when the form has closed since. */
    markSaved: () => keep(() => ({})),
  };
}
