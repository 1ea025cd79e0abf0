import { Tabs } from '@base-ui/react/tabs';
import { useTexts } from '../../../lib/i18n.ts';
import type { CameraMode } from './camera-modes.ts';

interface ModeTabsProps {
  modes: readonly CameraMode[];
  mode: CameraMode;
  onMode: (mode: CameraMode) => void;
  /** A recording is running. */
  disabled: boolean;
}

/** Photo or video; the arrow keys change it at once. */
export function ModeTabs({ modes, mode, onMode, disabled }: ModeTabsProps) {
  const { t } = useTexts('create');
  return (
    <Tabs.Root value={mode} onValueChange={(next: CameraMode) => onMode(next)} className="mx-auto">
      <Tabs.List
        activateOnFocus
        aria-label={t('create.camera.mode')}
        className="flex gap-1 rounded-full bg-sunken/70 p-1 sideways:flex-col sideways:rounded-xl"
      >
        {modes.map((each) => (
          <Tabs.Tab
            key={each}
            value={each}
            disabled={disabled}
            className="focus-ring h-11 min-w-22 rounded-full px-4 font-display font-semibold text-small data-active:bg-raised data-disabled:opacity-45"
          >
            {t(`create.camera.modes.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs.Root>
  );
}
