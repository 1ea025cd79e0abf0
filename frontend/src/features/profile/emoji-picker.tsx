import { useTexts } from '../../lib/i18n.ts';
import { type EmojiGroup, emojiGroups } from './emoji-groups.ts';

const groups = Object.entries(emojiGroups) as [EmojiGroup, string][];

/** About a hundred and fifty emoji in groups. */
export function EmojiPicker({ disabled, onChoose }: { disabled: boolean; onChoose: (emoji: string) => void }) {
  const { t } = useTexts('profile');
  return (
    <div className="grid max-h-80 grid-cols-1 gap-4 overflow-y-auto rounded-lg bg-sunken p-3">
      {groups.map(([group, emoji]) => (
        <fieldset key={group} disabled={disabled} className="grid min-w-0 gap-1.5">
          <legend className="font-medium text-caption text-fg-faint">{t(`profile.avatar.groups.${group}`)}</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]">
            {emoji.split(' ').map((each) => (
              <button
                key={each}
                type="button"
                aria-label={each}
                onClick={() => onChoose(each)}
                className="focus-ring pressable grid size-11 place-items-center rounded-md text-2xl hover:bg-hover"
              >
                {each}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
