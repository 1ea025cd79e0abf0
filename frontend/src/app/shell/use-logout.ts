import { useLocation } from 'react-router-dom';
import { forgetDrafts } from '../../lib/drafts.ts';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { rememberPath, session } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';

/** Ends the session here at once; the server hears of it when it can. A members' page then leads to the login. */
export function useLogout(): () => void {
  const { t } = useTexts();
  const { pathname, search } = useLocation();
  return () => {
    // The request takes the token along before it is forgotten. Unheard, the session row lives on until it expires,
    // but nobody holds its token any more.
    http.post('/auth/logout').catch(() => undefined);
    rememberPath(pathname + search);
    session.end();
    forgetDrafts();
    toast(t('shell.loggedOut'));
  };
}
