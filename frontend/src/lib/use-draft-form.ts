import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Draft } from './drafts.ts';
import { useSession } from './session.ts';
import { useForm } from './use-form.ts';

/**
 * A form whose values are a draft: input is stored in it, and when the draft changes elsewhere (cleared once sent in
 * the background) the form shows that. When the session expires or begins elsewhere while the form is open, its content
 * continues in the draft of the visitor or the person. The values are flat.
 */
export function useDraftForm<Values extends FieldValues>([draft, change]: Draft<Values>): UseFormReturn<Values> {
  const [initial] = useState(draft);
  const form = useForm<Values>({ values: initial });
  const { subscribe } = form;

  const keep = useEffectEvent((values: Values) => change((before) => (sameValues(before, values) ? before : values)));
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [subscribe]);

  const { user, ended } = useSession();
  const owner = user?.id;
  const [formOwner, setFormOwner] = useState(owner);
  const follow = useEffectEvent(() => {
    const values = form.getValues();
    if (owner !== formOwner) setFormOwner(owner);
    if (sameValues(values, draft)) return;
    const isTypedByVisitor = formOwner === undefined && !sameValues(values, initial);
    const continues = owner !== formOwner && (ended === 'expired' || isTypedByVisitor);
    if (continues) change(() => values);
    else form.reset(draft);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each person has a draft of their own
  useEffect(() => follow(), [draft, owner]);

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
