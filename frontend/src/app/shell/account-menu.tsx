import { Languages, LogOut, Moon, Sun } from 'lucide-react';
import { AdminWaitingCount } from '../../lib/admin-waiting.tsx';
import { LANGUAGES, useFormat, useTexts } from '../../lib/i18n.ts';
import type { SessionUser } from '../../lib/session.ts';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { afterOverlays } from '../../ui/overlay-history.ts';
import { AccountButton } from './account-button.tsx';
import { chooseLanguage } from './choose-language.ts';
import { LANGUAGE_NAMES } from './language-select.tsx';
import { menuItemsOf } from './tool-items.tsx';
import { useLogout } from './use-logout.ts';

interface AccountMenuProps {
  me: SessionUser;
  named?: boolean | undefined;
}

/** The account menu: the person's own pages, theme, language, signing out. */
export function AccountMenu({ me, named }: AccountMenuProps) {
  const { t } = useTexts('tools', 'members');
  const { language } = useFormat();
  const dark = useTheme() === 'dark';
  const logout = useLogout();
  return (
    <Menu
      trigger={<AccountButton me={me} named={named} />}
      align={named ? 'start' : 'end'}
      side={named ? 'top' : 'bottom'}
      defaultOpen
      className="w-64"
    >
      <div className="flex items-center gap-3 px-3 py-2.5">
        <Avatar person={me} size={44} />
        <div className="min-w-0">
          <p className="truncate font-display font-semibold">{me.name}</p>
          {me.email && <p className="truncate text-caption text-fg-faint">{me.email}</p>}
        </div>
      </div>
      <MenuSeparator />
      {menuItemsOf(me).map(({ to, text, icon, waiting }) => (
        <MenuLink key={to} icon={icon} to={to} count={waiting && <AdminWaitingCount work={waiting} />}>
          {t(text)}
        </MenuLink>
      ))}
      <MenuItem icon={dark ? <Sun /> : <Moon />} onSelect={toggleTheme}>
        {t(dark ? 'shell.themeLight' : 'shell.themeDark')}
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>{t('shell.language')}</MenuLabel>
      {LANGUAGES.filter((code) => code !== language).map((code) => (
        <MenuItem key={code} icon={<Languages />} onSelect={() => void chooseLanguage(code)}>
          {LANGUAGE_NAMES[code]}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => afterOverlays(logout)}>
        {t('shell.logout')}
      </MenuItem>
    </Menu>
  );
}
