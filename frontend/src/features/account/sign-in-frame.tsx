import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { session, useSession } from '../../lib/session.ts';
import { FireScene } from '../../ui/fire-scene.tsx';
import { useTitle } from '../../ui/page.tsx';
import { useContinue } from './api.ts';

interface SignInFrameProps {
  title: string;
  lead: ReactNode;
  /** Also shown to signed-in people; by default they are redirected to their tribes. */
  forMembers?: boolean;
  /** Replaces the element that had the focus. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** The layout of the sign-in pages: the form next to the picture of the fire, on a phone above it. */
export function SignInFrame({ title, lead, forMembers, takesFocus, children }: SignInFrameProps) {
  const { t } = useTexts();
  const { user, startedElsewhere } = useSession();
  const proceed = useEffectEvent(useContinue());
  // Only for people who arrive signed in; after signing in here, useSignIn navigates.
  const [wasSignedIn] = useState(() => session.get().token !== null);
  // Another tab has signed in: the form is no longer needed.
  const follows = startedElsewhere && !wasSignedIn && !forMembers;
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    if (follows && user) proceed(user);
  }, [follows, user]);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  if (wasSignedIn && !forMembers) return <Navigate to={paths.tribes} replace />;
  return (
    <div className="mx-auto grid min-h-[calc(100dvh-4rem)] max-w-6xl grid-rows-[1fr_auto] gap-x-16 px-5 sm:px-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:grid-rows-1 lg:pb-8">
      <div className="grid w-full max-w-md content-center gap-8 justify-self-center py-6">
        <header className="grid gap-2">
          <h1 ref={heading} tabIndex={-1} className="font-extrabold text-heading outline-none">
            {title}
          </h1>
          <p className="text-fg-muted">{lead}</p>
        </header>
        {children}
      </div>
      <div className="relative -mx-5 h-52 overflow-hidden sm:-mx-8 lg:mx-0 lg:h-auto lg:rounded-xl lg:bg-sunken">
        <FireScene
          label={t('home.scene')}
          className="absolute! inset-x-0 bottom-0 [--scene-h:13rem] lg:[--scene-h:36rem]"
        />
      </div>
    </div>
  );
}
