import { useTexts } from '../../../lib/i18n.ts';
import type { Tribe, TribeChange } from '../api.ts';
import { otherError } from './refusals.ts';
import { SectionForm } from './section-form.tsx';
import { useSection } from './use-section.ts';

/** The policies, from open to found by a link only. */
const joinPolicies = ['open', 'approval', 'private', 'invisible'] as const;
type JoinPolicy = (typeof joinPolicies)[number];

const rulesOf: Record<JoinPolicy, Required<Pick<TribeChange, 'isPrivate' | 'requiresApproval' | 'isInvisible'>>> = {
  open: { isPrivate: false, requiresApproval: false, isInvisible: false },
  approval: { isPrivate: false, requiresApproval: true, isInvisible: false },
  private: { isPrivate: true, requiresApproval: true, isInvisible: false },
  invisible: { isPrivate: true, requiresApproval: true, isInvisible: true },
};

function joinPolicyOf({ isPrivate, requiresApproval, isInvisible }: Tribe): JoinPolicy {
  if (isInvisible) return 'invisible';
  if (isPrivate) return 'private';
  return requiresApproval ? 'approval' : 'open';
}

/** Visibility and access of a tribe, each option with an explanation. */
export function JoinPolicyForm({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe-settings');
  const saved = joinPolicyOf(tribe);
  const section = useSection<{ joinPolicy: JoinPolicy }>({
    tribeId: tribe.id,
    name: 'door',
    saved: { joinPolicy: saved },
    words: { joinPolicy: () => t('tribeSettings.what.door') },
    isSound: ({ joinPolicy }) => joinPolicies.some((each) => each === joinPolicy),
    bodyOf: ({ joinPolicy }) => (joinPolicy ? rulesOf[joinPolicy] : {}),
  });
  const [{ joinPolicy: chosen }, change] = section.draft;
  const opens = joinPolicies.indexOf(chosen) < joinPolicies.indexOf(saved);
  return (
    <SectionForm
      section={section}
      title={t('tribeSettings.doors')}
      text={t('tribeSettings.doorsText')}
      problem={otherError(section.refusal, [], t('ui.error'))}
    >
      <fieldset className="grid grid-cols-1 gap-2">
        <legend className="sr-only">{t('tribeSettings.doors')}</legend>
        {joinPolicies.map((policy) => (
          <JoinPolicyChoice
            key={policy}
            policy={policy}
            isChosen={policy === chosen}
            onChoose={() => change(() => ({ joinPolicy: policy }))}
          />
        ))}
      </fieldset>
      {section.isChanged && (
        <p role="status" className="text-pretty text-fg-muted text-small">
          {t(opens ? 'tribeSettings.opens' : 'tribeSettings.closes')}
        </p>
      )}
    </SectionForm>
  );
}

interface JoinPolicyChoiceProps {
  policy: JoinPolicy;
  isChosen: boolean;
  onChoose: () => void;
}

function JoinPolicyChoice({ policy, isChosen, onChoose }: JoinPolicyChoiceProps) {
  const { t } = useTexts('tribe-settings');
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-md bg-sunken p-3.5 outline-ember has-checked:outline-2 hover:bg-hover light:bg-ground">
      <input
        type="radio"
        name="join-policy"
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`join-policy-${policy}`}
        aria-describedby={`join-policy-${policy}-text`}
        className="focus-ring mt-0.5 size-6 shrink-0 accent-ember"
      />
      <span className="grid min-w-0 gap-0.5">
        <span id={`join-policy-${policy}`} className="font-medium text-small">
          {t(`tribeSettings.door.${policy}.name`)}
        </span>
        <span id={`join-policy-${policy}-text`} className="text-pretty text-caption text-fg-muted">
          {t(`tribeSettings.door.${policy}.text`)}
        </span>
      </span>
    </label>
  );
}
