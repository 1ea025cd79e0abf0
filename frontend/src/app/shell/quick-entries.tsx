import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleHelp, Languages, LogIn, LogOut, Moon, Newspaper, Plus, Sun, UserPlus } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useNavigate } from 'react-router-dom';
import { AdminWaitingCount } from '../../lib/admin-waiting.tsx';
import { LANGUAGES, useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { membershipsQuery, tribeSearchQuery } from '../../lib/shared-queries.ts';
import { useSignUpOpen } from '../../lib/sign-up.ts';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { chooseLanguage } from './choose-language.ts';
import { useFoundEntries } from './found-entries.tsx';
import { LANGUAGE_NAMES } from './language-select.tsx';
import { NAV_ITEMS } from './nav-items.tsx';
import type { QuickEntry } from './quick-entry.ts';
import { searchItemsOf } from './tool-items.tsx';
import { useLogout } from './use-logout.ts';
import { matchesWords } from './word-match.ts';

/**
 * Returns the entries of the quick menu for the typed text: tribes, pages, actions, and what the search finds. The last
 * are loaded, so none before them moves when they appear.
 */
export function useQuickEntries(query: string): QuickEntry[] {
  const text = query.trim();
  const tribes = useTribeEntries(text);
  const pages = usePageEntries();
  const actions = useActionEntries();
  const found = useFoundEntries(text);
  return [...tribes, ...[...pages, ...actions].filter(({ label }) => matchesWords(label, text)), ...found];
}

function useTribeEntries(query: string): QuickEntry[] {
  const me = useMe();
  const navigate = useNavigate();
  const q = useDeferredValue(query);
  const memberships = useQuery({ ...membershipsQuery, enabled: me !== null });
  const found = useQuery({
    ...tribeSearchQuery(q),
    enabled: me !== null && q !== '',
    placeholderData: keepPreviousData,
  });
  const own = (memberships.data ?? []).filter(
    ({ status, tribe }) => status === 'active' && matchesWords(tribe.name, query),
  );
  const isCurrent = q === query && !found.isPlaceholderData;
  const others = (q ? (found.data ?? []) : []).filter(
    ({ id, name }) => !own.some(({ tribeId }) => tribeId === id) && (isCurrent || matchesWords(name, query)),
  );
  return [...own.map(({ tribe }) => tribe), ...others].slice(0, 8).map(({ id, name }) => ({
    id: `tribe-${id}`,
    group: 'tribes',
    label: name,
    icon: <TribeGlyph id={id} size={28} />,
    run: () => navigate(paths.tribe(id)),
  }));
}

function usePageEntries(): QuickEntry[] {
  const { t } = useTexts('tools', 'members');
  const me = useMe();
  const canSignUp = useSignUpOpen();
  const navigate = useNavigate();
  const page = (to: string, label: string, icon: ReactNode, count?: ReactNode): QuickEntry => ({
    id: `page-${to}`,
    group: 'pages',
    label,
    icon,
    count,
    run: () => navigate(to),
  });
  const blog = page(paths.blog, t('pages.blog'), <Newspaper />);
  if (me)
    return [
      ...NAV_ITEMS.map(({ to, text, icon }) => page(to, t(text), icon)),
      ...searchItemsOf(me).map(({ to, text, icon, waiting }) =>
        page(to, t(text), icon, waiting && <AdminWaitingCount work={waiting} />),
      ),
      blog,
    ];
  return [
    page(paths.login, t('shell.login'), <LogIn />),
    ...(canSignUp ? [page(paths.register, t('shell.register'), <UserPlus />)] : []),
    page(paths.help, t('shell.help'), <CircleHelp />),
    blog,
  ];
}

function useActionEntries(): QuickEntry[] {
  const { t } = useTexts('tools');
  const { language } = useFormat();
  const me = useMe();
  const dark = useTheme() === 'dark';
  const navigate = useNavigate();
  const logout = useLogout();
  const action = (id: string, label: string, icon: ReactNode, run: () => void): QuickEntry => ({
    id: `action-${id}`,
    group: 'actions',
    label,
    icon,
    run,
  });
  return [
    ...(me ? [action('create-tribe', t('shell.createTribe'), <Plus />, () => navigate(paths.createTribe))] : []),
    action('theme', t(dark ? 'shell.toLight' : 'shell.toDark'), dark ? <Sun /> : <Moon />, toggleTheme),
    ...LANGUAGES.filter((code) => code !== language).map((code) =>
      action(`language-${code}`, t('quick.useLanguage', { language: LANGUAGE_NAMES[code] }), <Languages />, () => {
        void chooseLanguage(code);
      }),
    ),
    ...(me ? [action('logout', t('shell.logout'), <LogOut />, logout)] : []),
  ];
}
