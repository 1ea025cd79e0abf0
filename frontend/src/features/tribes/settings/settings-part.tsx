import { useTexts } from '../../../lib/i18n.ts';
import type { Tribe } from '../api.ts';
import { AboutForm } from './about-form.tsx';
import { CoverSection } from './cover-section.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { JoinPolicyForm } from './join-policy-form.tsx';
import { QuestionsForm, RulesForm } from './list-forms.tsx';
import { TransferSection } from './transfer-section.tsx';

/** The settings of a tribe for its moderators; its owner can also transfer and delete it. */
export function SettingsPart({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe-settings');
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5">
      <p className="text-pretty text-fg-muted text-small">{t('tribeSettings.lead')}</p>
      <CoverSection tribe={tribe} />
      <AboutForm tribe={tribe} />
      {tribe.canRename && <JoinPolicyForm tribe={tribe} />}
      <RulesForm tribe={tribe} />
      {tribe.canRename && <QuestionsForm tribe={tribe} />}
      {tribe.canDelete && (
        <>
          <TransferSection tribe={tribe} />
          <DeletionSection tribe={tribe} />
        </>
      )}
    </div>
  );
}
