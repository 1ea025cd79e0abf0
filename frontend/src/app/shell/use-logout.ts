import { useLocation } from 'react-router-dom';
import { forgetDraftFiles } from '../../lib/draft-files.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { rememberPath, session } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';

/** Ends the session on this device at once and on the server. A members' screen then redirects to the login. */
export function useLogout(): () => void {
  const { t } = useTexts();
  const { pathname, search } = useLocation();
  return () => {
    // Sent before the token is removed. When it fails, the session row stays until it expires, and its token is lost.
    http.post('/auth/logout').catch(() => undefined);
    rememberPath(pathname + search);
    session.end();
    forgetDrafts();
    forgetDraftFiles();
    toast(() => t('shell.loggedOut'));
  };
}
