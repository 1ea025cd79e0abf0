import type { ReactNode } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FireScene } from '../../ui/fire-scene.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Footer } from './footer.tsx';

export function Landing({ feed }: { feed?: ReactNode }) {
  useTitle('');
  return (
    <>
      <Hero />
      {feed && <Telling feed={feed} />}
      <Steps />
      <Footer className="max-w-6xl px-5 sm:px-8" />
    </>
  );
}

function Hero() {
  const { t } = useTexts();
  return (
    <section className="relative -mt-16 flex min-h-[min(100svh,56rem)] flex-col overflow-hidden pt-16">
      <div className="relative z-10 mx-auto w-full max-w-6xl px-5 pt-8 sm:px-8 sm:pt-14 lg:pt-20">
        {/* Covers the rings of the picture behind the text. */}
        <div
          aria-hidden="true"
          className="absolute top-0 -left-40 -z-10 h-full w-4xl bg-[radial-gradient(closest-side,var(--ground)_55%,transparent)] max-lg:hidden"
        />
        <h1 className="max-w-[8em] text-balance font-extrabold text-display tracking-[-0.035em]">{t('home.title')}</h1>
        <p className="mt-5 max-w-[34rem] text-pretty text-fg-muted sm:mt-7 sm:text-title">{t('home.lead')}</p>
        {/* Of a fixed size, so that the picture below does not move when the fonts are loaded. */}
        <div className="mt-7 grid gap-3 min-[22.5rem]:grid-cols-2 sm:mt-9 sm:flex">
          <ButtonLink to={paths.register} variant="primary" size="lg" className="max-sm:px-2">
            {t('home.join')}
          </ButtonLink>
          <ButtonLink to={paths.login} size="lg" className="max-sm:px-2">
            {t('home.login')}
          </ButtonLink>
        </div>
      </div>
      <FireScene
        label={t('home.scene')}
        className="mt-auto w-full shrink-0 max-sm:-mt-2 lg:absolute! lg:inset-x-0 lg:bottom-0 lg:[--scene-h:40rem]"
      />
    </section>
  );
}

function Telling({ feed }: { feed: ReactNode }) {
  const { t } = useTexts();
  return (
    <section className="mx-auto max-w-2xl px-4 py-16 sm:px-6">
      <header className="mb-8 grid gap-2">
        <h2 className="font-extrabold text-heading">{t('home.feedTitle')}</h2>
        <p className="text-fg-muted">{t('home.feedText')}</p>
      </header>
      {feed}
    </section>
  );
}

function Steps() {
  const { t } = useTexts();
  const steps = [
    [t('home.step1Title'), t('home.step1Text')],
    [t('home.step2Title'), t('home.step2Text')],
    [t('home.step3Title'), t('home.step3Text')],
  ];
  return (
    <section className="mx-auto max-w-6xl px-5 py-16 sm:px-8 lg:py-24">
      <h2 className="sr-only">{t('home.howTitle')}</h2>
      <ol className="grid gap-10 lg:grid-cols-3 lg:gap-14">
        {steps.map(([title, text], index) => (
          <li key={title} className="grid content-start gap-3">
            <span aria-hidden="true" className="flex gap-1.5">
              {steps.slice(0, index + 1).map(([ember]) => (
                <i key={ember} className="size-3 rounded-full bg-ember" />
              ))}
            </span>
            <h3 className="font-bold text-title">{title}</h3>
            <p className="max-w-sm text-fg-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
