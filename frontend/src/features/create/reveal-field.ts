import type { Problem } from './fields.ts';

/** Marks the part of a step that certain problems are about. */
export const fieldOf = (...problems: Problem[]) => ({ 'data-problems': problems.join(' ') });

const CONTROLS =
  ':is(button, textarea, [role=combobox], input:not([type=file], [aria-hidden=true])):not([disabled], [hidden])';

/**
 * Brings the part that a problem is about into view, and focuses its invalid control, or else the first one. Returns
 * whether this step has such a part.
 */
export function revealField(problem: Problem): boolean {
  const part = document.querySelector(`[data-problems~="${problem}"]`);
  const control = part?.querySelector<HTMLElement>('[aria-invalid=true]') ?? part?.querySelector<HTMLElement>(CONTROLS);
  part?.scrollIntoView({ block: 'nearest' });
  // The keyboard may not have been used: the focus is shown nevertheless, because it answers a press elsewhere.
  control?.focus({ preventScroll: true, focusVisible: true });
  return part !== null;
}
