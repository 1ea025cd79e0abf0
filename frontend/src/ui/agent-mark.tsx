import { Bot } from 'lucide-react';
import { useTexts } from '../lib/i18n.ts';
import { Pill } from './pill.tsx';

/** Marks the name of an agent; renders nothing for a person. */
export function AgentMark({ of }: { of: { isAgent?: boolean } }) {
  const { t } = useTexts();
  if (!of.isAgent) return null;
  return (
    <Pill tone="honey" icon={<Bot aria-hidden="true" />}>
      {t('ui.agent')}
    </Pill>
  );
}
