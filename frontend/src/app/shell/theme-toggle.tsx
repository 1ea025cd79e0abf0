import { Moon, Sun } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { IconButton } from '../../ui/icon-button.tsx';

export function ThemeToggle({ tip }: { tip?: 'top' | 'bottom' }) {
  const { t } = useTexts();
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      label={t(dark ? 'shell.toLight' : 'shell.toDark')}
      icon={dark ? <Sun /> : <Moon />}
      tip={tip}
      onClick={toggleTheme}
    />
  );
}
