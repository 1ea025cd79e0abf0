import { useTexts } from '../../lib/i18n.ts';
import { RuleList } from '../../lib/tribe-rules.tsx';
import { CollapsibleNote } from './collapsible-note.tsx';

/** The rules of a tribe for its members, who saw them only before joining. Renders nothing when it has none. */
export function RulesNote({ rules }: { rules: readonly string[] }) {
  const { t } = useTexts('tribe');
  if (rules.length === 0) return null;
  return (
    <CollapsibleNote title={t('tribe.rules')}>
      <RuleList rules={rules} />
    </CollapsibleNote>
  );
}
