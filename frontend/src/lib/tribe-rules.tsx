import { useId } from 'react';
import { cx } from '../ui/cx.ts';
import { useTexts } from './i18n.ts';

/** The rules of a tribe, for people who are about to join. Renders nothing when it has none. */
export function TribeRules({ rules, className }: { rules: readonly string[]; className?: string }) {
  const { t } = useTexts('tribe');
  const id = useId();
  if (rules.length === 0) return null;
  return (
    <section aria-labelledby={id} className={cx('grid grid-cols-1 gap-2', className)}>
      <h2 id={id} className="font-bold">
        {t('tribe.rules')}
      </h2>
      <RuleList rules={rules} />
    </section>
  );
}

export const RuleList = ({ rules }: { rules: readonly string[] }) => (
  <ol className="grid list-decimal grid-cols-1 gap-1.5 pl-5 text-small marker:text-fg-faint">
    {rules.map((rule) => (
      <li key={rule} className="prose-safe">
        {rule}
      </li>
    ))}
  </ol>
);
