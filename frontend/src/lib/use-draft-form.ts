import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Draft } from './drafts.ts';
import { useForm } from './use-form.ts';

/**
 * A form whose values are a draft: input is stored in it, and when the draft changes elsewhere (cleared once sent in
 * the background) the form shows that. The values are flat.
 */
export function useDraftForm<Values extends FieldValues>([draft, change]: Draft<Values>): UseFormReturn<Values> {
  const [initial] = useState(draft);
  const form = useForm<Values>({ values: initial });
  const { subscribe } = form;

  const keep = useEffectEvent((values: Values) => change((before) => (sameValues(before, values) ? before : values)));
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [subscribe]);

  useEffect(() => {
    if (!sameValues(form.getValues(), draft)) form.reset(draft);
  }, [draft, form]);

  return form;
}

/** A form of one text, with the draft of that text. */
export function useTextDraftForm([text, change]: Draft<string>): UseFormReturn<{ text: string }> {
  return useDraftForm([{ text }, (by) => change((before) => by({ text: before }).text)]);
}

/** Whether two flat drafts are equal. */
export function sameValues(one: object, other: object): boolean {
  const values = new Map(Object.entries(other));
  return Object.entries(one).every(([name, value]) => Object.is(value, values.get(name)));
}
