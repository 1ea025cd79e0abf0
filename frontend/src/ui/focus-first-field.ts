const FIELDS = 'input:not([type=file], [type=hidden], [disabled], [hidden]), textarea, [role=combobox]';

/** Focuses the first field of a form, or with `isEmpty` the first text field in which nothing stands; else the first. */
export function focusFirstField(form: ParentNode | null | undefined, { isEmpty = false } = {}): void {
  const fields = [...(form?.querySelectorAll<HTMLElement & { value?: string }>(FIELDS) ?? [])];
  const field = isEmpty ? fields.find(({ value }) => value === '') : undefined;
  (field ?? fields[0])?.focus();
}
