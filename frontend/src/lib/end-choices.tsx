import { Choices } from '../ui/choices.tsx';
import { useTexts } from './i18n.ts';

/** Milliseconds of a day (of 24 hours). */
export const dayMs = 24 * 60 * 60 * 1000;

/** Returns the time this many days from now; null (no end) for null. */
export const endIn = (days: number | null): string | null =>
  days === null ? null : new Date(Date.now() + days * dayMs).toISOString();

interface EndChoicesProps<Days> {
  /** Unique among the choices of the form. */
  name: string;
  legend: string;
  /** Null: without end. */
  values: readonly Days[];
  chosen: Days;
  onChoose: (days: Days) => void;
}

/** A choice of the number of days until an end. */
export function EndChoices<Days extends number | null>(props: EndChoicesProps<Days>) {
  const { t } = useTexts();
  const text = (days: number | null) => (days === null ? t('ui.noEnd') : t('ui.days', { count: days }));
  return <Choices {...props} text={text} />;
}
