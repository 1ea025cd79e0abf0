import { homininiId } from '@limits/community';
import type { ReactNode } from 'react';
import { NameStep } from '../features/profile/name-step.tsx';
import { type StepParts, WelcomePage } from '../features/welcome/welcome-page.tsx';
import { useFormat, useTexts } from '../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../lib/lazy.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/* A screen composed of several features; the steps after the first are loaded when they are reached. */

const TribeSuggestions = lazyComponent(
  async () => (await import('../features/tribes/tribe-suggestions.tsx')).TribeSuggestions,
);
const Composer = lazyComponent(async () => (await import('../features/posts/composer.tsx')).Composer);

/** The steps of a newcomer's welcome. */
export const WelcomeScreen = () => (
  <WelcomePage
    steps={{
      name: (parts) => <NameStep {...parts} />,
      tribes: (parts) => <TribesStep {...parts} />,
      hello: ({ onDone }) => <HelloStep onDone={onDone} />,
    }}
  />
);

function TribesStep({ onDone, bar }: StepParts) {
  const { t } = useTexts('welcome');
  return (
    <>
      <Part>
        <TribeSuggestions />
      </Part>
      {bar(
        <Button variant="primary" onClick={onDone}>
          {t('welcome.next')}
        </Button>,
      )}
    </>
  );
}

/** A ready-made greeting to post, in the language of the screen. */
function HelloStep({ onDone }: Pick<StepParts, 'onDone'>) {
  const { t } = useTexts('welcome');
  const { language } = useFormat();
  const ready = { draftName: `hello:${language}`, content: t('welcome.hello.text') };
  return (
    <>
      <Part>
        <Composer key={language} tribeId={homininiId} ready={ready} onPublished={onDone} />
      </Part>
      <Button variant="ghost" className="-ml-5 justify-self-start" onClick={onDone}>
        {t('welcome.skipHello')}
      </Button>
    </>
  );
}

const Part = ({ children }: { children: ReactNode }) => (
  <LazyPart
    fallback={<Skeleton className="h-44 w-full rounded-lg" />}
    failed={(error, retry) => <ErrorState error={error} onRetry={retry} />}
  >
    {children}
  </LazyPart>
);
