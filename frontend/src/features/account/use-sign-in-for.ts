import { useNavigate } from 'react-router-dom';
import { forgetDrafts } from '../../lib/drafts.ts';
import { http } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { rememberPath, session, useSession } from '../../lib/session.ts';

/** Leads to the login and back here; signs out of another account first. */
export function useSignInFor(path: string): () => void {
  const navigate = useNavigate();
  const { token } = useSession();
  return () => {
    if (token) {
      http.post('/auth/logout').catch(() => undefined);
      session.end();
      forgetDrafts();
    }
    rememberPath(path);
    void navigate(paths.login);
  };
}
