import { type ReactNode, useEffect, useRef } from 'react';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { session, useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FireScene } from '../../ui/fire-scene.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { useWelcomeSteps, type WelcomeStep, welcomeSteps } from './use-welcome-steps.ts';

/** The props of a step. */
export interface StepParts {
  onDone: () => void;
  /** The bar at the bottom: buttons to skip the step or all that follow, and the step's own primary button. */
  bar: (primary: ReactNode) => ReactNode;
}

export interface WelcomePageProps {
  steps: Record<WelcomeStep, (parts: StepParts) => ReactNode>;
}

/**
 * `/welcome`: the first ninety seconds of a newcomer. The address has the step, so that Back and a reload keep it; the
 * account stores that it was shown, so that it opens by itself once.
 */
export function WelcomePage({ steps }: WelcomePageProps) {
  const { t } = useTexts('welcome');
  const { step, go, next, leave, leaving } = useWelcomeSteps();
  useTitle(t('welcome.title'));
  useNoted();
  const heading = useFocusOnChange(step);
  const isList = step === 'tribes';
  const bar = (primary: ReactNode) => (
    <div className="sticky bottom-0 z-10 -mx-5 self-end flex items-center gap-1 bg-ground/90 px-5 py-3 backdrop-blur-xl max-sm:pl-2 sm:-mx-8 sm:px-8">
      <Button variant="ghost" className="max-sm:px-3" onClick={next}>
        {t('welcome.skip')}
      </Button>
      <Button variant="ghost" className="mr-auto max-sm:px-3" onClick={leave}>
        {t('welcome.leave')}
      </Button>
      {primary}
    </div>
  );
  return (
    <div
      className={cx(
        'mx-auto grid min-h-[calc(100dvh-4rem)] w-full grid-cols-1 gap-4 px-5 pt-2 sm:px-8 lg:pt-8',
        isList ? 'max-w-2xl grid-rows-[auto_1fr] lg:max-w-4xl' : 'max-w-2xl grid-rows-[auto_1fr_auto]',
      )}
    >
      <Stepper
        label={t('welcome.title')}
        steps={welcomeSteps.map((id) => ({ id, label: t(`welcome.steps.${id}`) }))}
        current={step}
        onStep={go}
      />
      {!leaving && (
        <section
          key={step}
          aria-labelledby="welcome-step"
          className={cx(
            'grid animate-rise grid-cols-1 gap-6',
            // The bar stays at the end of the window while the list arrives, so that a press on it counts.
            isList ? 'grid-rows-[auto_auto_1fr]' : 'content-start',
          )}
        >
          <header className="grid gap-2">
            <h1 id="welcome-step" ref={heading} tabIndex={-1} className="font-extrabold text-heading outline-none">
              {t(`welcome.${step}.title`)}
            </h1>
            <p className="text-pretty text-fg-muted">{t(`welcome.${step}.lead`)}</p>
          </header>
          {steps[step]({ onDone: next, bar })}
        </section>
      )}
      {/* Where the step leaves space for it. */}
      {!isList && (
        <div className="relative -mx-5 h-52 overflow-hidden sm:-mx-8 lg:h-64 lg:rounded-t-xl [@media(max-height:46rem)]:hidden">
          <FireScene
            label={t('home.scene')}
            className="absolute! inset-x-0 bottom-0 [--scene-h:13rem] lg:[--scene-h:16rem]"
          />
        </div>
      )}
    </div>
  );
}

/** Stores in the account that it was shown. When that fails the next sign-in shows it again. */
function useNoted(): void {
  const isNew = useMe()?.welcomed === false;
  useEffect(() => {
    if (isNew) http.post('/auth/me/welcome').then(session.merge, () => undefined);
  }, [isNew]);
}

/** Moves the focus to the heading of a step that replaces another. */
function useFocusOnChange(step: WelcomeStep) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) heading.current?.focus({ preventScroll: true });
    before.current = step;
  }, [step]);
  return heading;
}
