import { Choices } from '../ui/choices.tsx';
import { useTexts } from './i18n.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment so many days from now; null, which is without end, stays so. */
export const endIn = (days: number | null): string | null =>
  days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();

interface EndChoicesProps<Days> {
  /** Unlike that of any other choice in the form. */
  name: string;
  legend: string;
  /** Null: without end. */
  values: readonly Days[];
  chosen: Days;
  onChoose: (days: Days) => void;
}

/** In how many days something ends. */
export function EndChoices<Days extends number | null>(props: EndChoicesProps<Days>) {
  const { t } = useTexts();
  const text = (days: number | null) => (days === null ? t('ui.noEnd') : t('ui.days', { count: days }));
  return <Choices {...props} text={text} />;
}
