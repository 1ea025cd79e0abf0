import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { isNotFound } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { rememberPath, useSession } from '../../lib/session.ts';
import { tribeQuery } from '../../lib/shared-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';

/** Returns the tribe in the address of a post; undefined without a valid id. */
export function readTribeId(search: URLSearchParams): number | undefined {
  const tribe = search.get('tribe');
  return tribe !== null && /^\d+$/.test(tribe) ? Number(tribe) : undefined;
}

/** Replaces a post whose address names no tribe (part 2, section 2, Posts). */
export function MissingTribe() {
  const { t } = useTexts('members');
  return (
    <EmptyState
      title={<h1 role="alert">{t('posts.missingTribe')}</h1>}
      action={
        <ButtonLink to={paths.tribes} variant="primary">
          {t('ui.seeTribes')}
        </ButtonLink>
      }
    />
  );
}

interface NoSuchPostProps {
  tribeId: number;
  error: unknown;
  /** Whether it was on this screen before: deleted since, or no longer for this person. */
  wasShown: boolean;
}

/** Visitors sign in first: the post may be for members, and the server reveals its existence to no other viewer. */
export function NoSuchPost({ wasShown, ...props }: NoSuchPostProps) {
  const { t } = useTexts('members');
  const { token } = useSession();
  if (token !== null) return <AbsentPost {...props} />;
  if (!wasShown) return <SignInFirst />;
  return <NotFoundState error={props.error} to={paths.home} label={t('notFound.home')} />;
}

function SignInFirst() {
  const { pathname, search, hash } = useLocation();
  useEffect(() => rememberPath(pathname + search + hash), [pathname, search, hash]);
  return <Navigate to={paths.login} replace />;
}

/** Links to the tribe, or to the list of tribes when it does not exist either. */
function AbsentPost({ tribeId, error }: Omit<NoSuchPostProps, 'wasShown'>) {
  const { t } = useTexts('members');
  const tribe = useQuery(tribeQuery(tribeId));
  const isMissing = isNotFound(tribe.error);
  return (
    <NotFoundState
      error={error}
      to={isMissing ? paths.tribes : paths.tribe(tribeId)}
      label={t(isMissing ? 'ui.seeTribes' : 'shell.seeTribe')}
    />
  );
}
