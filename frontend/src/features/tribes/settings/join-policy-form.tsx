import { useTexts } from '../../../lib/i18n.ts';
import type { Tribe, TribeChange } from '../api.ts';
import { otherError } from './refusals.ts';
import { SectionForm } from './section-form.tsx';
import { useSection } from './use-section.ts';

/** From the most open one to the one that is found by a link only. */
const doors = ['open', 'approval', 'private', 'invisible'] as const;
type Door = (typeof doors)[number];

const rulesOf: Record<Door, Required<Pick<TribeChange, 'isPrivate' | 'requiresApproval' | 'isInvisible'>>> = {
  open: { isPrivate: false, requiresApproval: false, isInvisible: false },
  approval: { isPrivate: false, requiresApproval: true, isInvisible: false },
  private: { isPrivate: true, requiresApproval: true, isInvisible: false },
  invisible: { isPrivate: true, requiresApproval: true, isInvisible: true },
};

function doorOf({ isPrivate, requiresApproval, isInvisible }: Tribe): Door {
  if (isInvisible) return 'invisible';
  if (isPrivate) return 'private';
  return requiresApproval ? 'approval' : 'open';
}

/** Visibility and access of a tribe, each option with an explanation. */
export function DoorForm({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe-settings');
  const saved = doorOf(tribe);
  const section = useSection<{ door: Door }>({
    tribeId: tribe.id,
    name: 'door',
    saved: { door: saved },
    words: { door: t('tribeSettings.what.door') },
    isSound: ({ door }) => doors.some((each) => each === door),
    bodyOf: ({ door }) => (door ? rulesOf[door] : {}),
  });
  const [{ door: chosen }, change] = section.draft;
  const opens = doors.indexOf(chosen) < doors.indexOf(saved);
  return (
    <SectionForm
      section={section}
      title={t('tribeSettings.doors')}
      text={t('tribeSettings.doorsText')}
      problem={otherError(section.refusal, [], t('ui.error'))}
    >
      <fieldset className="grid grid-cols-1 gap-2">
        <legend className="sr-only">{t('tribeSettings.doors')}</legend>
        {doors.map((door) => (
          <DoorChoice key={door} door={door} isChosen={door === chosen} onChoose={() => change(() => ({ door }))} />
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

interface DoorChoiceProps {
  door: Door;
  isChosen: boolean;
  onChoose: () => void;
}

function DoorChoice({ door, isChosen, onChoose }: DoorChoiceProps) {
  const { t } = useTexts('tribe-settings');
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-md bg-sunken p-3.5 outline-ember has-checked:outline-2 hover:bg-hover light:bg-ground">
      <input
        type="radio"
        name="door"
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`door-${door}`}
        aria-describedby={`door-${door}-text`}
        className="focus-ring mt-0.5 size-6 shrink-0 accent-ember"
      />
      <span className="grid min-w-0 gap-0.5">
        <span id={`door-${door}`} className="font-medium text-small">
          {t(`tribeSettings.door.${door}.name`)}
        </span>
        <span id={`door-${door}-text`} className="text-pretty text-caption text-fg-muted">
          {t(`tribeSettings.door.${door}.text`)}
        </span>
      </span>
    </label>
  );
}
