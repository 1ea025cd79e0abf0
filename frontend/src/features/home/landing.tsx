import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EntryLinks } from '../../lib/entry-links.tsx';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { slideOf } from '../../lib/landing-slide.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { cx } from '../../ui/cx.ts';
import { FireScene } from '../../ui/fire-scene.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Slide } from '../../ui/slide.tsx';
import { Footer } from './footer.tsx';
import { type LandingContent, landingQuery } from './landing-content.ts';

const LandingShow = lazyComponent(withTexts(async () => (await import('./landing-show.tsx')).LandingShow, 'landing'));

export function Landing({ feed }: { feed?: ReactNode }) {
  useTitle('');
  return (
    <>
      <Hero />
      {feed && <FeedIntro feed={feed} />}
      <Steps />
      <Footer className="max-w-6xl px-5 sm:px-8" />
    </>
  );
}

/** The build renders it without a browser; public/landing.js then fills it, before it is visible. */
const isFirstView = typeof window === 'undefined';
const blank = { id: '', title: '', text: '', gradient: '', picture: undefined, video: undefined };

/** The content of the admins, else the default text and the fire. Of one size in either case, so that nothing moves. */
function Hero() {
  const { t } = useTexts();
  const { data: content, isPending } = useQuery(landingQuery);
  const items = content?.items ?? [];
  const fade = isPending && !isFirstView && 'opacity-0';
  return (
    <section
      data-pictures={items.length > 0 ? 'slides' : 'fire'}
      className="group/hero relative -mt-16 flex min-h-[min(100svh,56rem)] flex-col overflow-hidden pt-16"
    >
      <div className="relative z-10 mx-auto w-full max-w-6xl px-5 pt-8 sm:px-8 sm:pt-14 lg:pt-20 lg:group-data-[pictures=slides]/hero:max-w-7xl">
        {/* Covers the rings of the picture behind the text. */}
        <div
          aria-hidden="true"
          className="absolute top-0 -left-40 -z-10 h-full w-4xl bg-[radial-gradient(closest-side,var(--ground)_55%,transparent)] max-lg:hidden group-data-[pictures=slides]/hero:hidden"
        />
        <HeroText hero={content?.hero} fade={fade} />
      </div>
      {(isFirstView || items.length > 0) && <Slides items={items} />}
      {items.length === 0 && (
        <FireScene
          label={t('home.scene')}
          className={cx(
            'mt-auto w-full shrink-0 transition-opacity max-sm:-mt-2 lg:absolute! lg:inset-x-0 lg:bottom-0 lg:[--scene-h:40rem] group-data-[pictures=slides]/hero:hidden!',
            fade,
          )}
        />
      )}
    </section>
  );
}

interface HeroTextProps {
  hero: LandingContent['hero'] | undefined;
  /** A class while the content is not known. */
  fade: string | false;
}

function HeroText({ hero, fade }: HeroTextProps) {
  const { t } = useTexts();
  return (
    <div className="lg:group-data-[pictures=slides]/hero:max-w-[34rem]">
      <h1
        data-fill="title"
        className={cx(
          'prose-safe max-w-[8em] text-balance font-extrabold text-display tracking-[-0.035em] transition-opacity',
          fade,
        )}
      >
        {hero?.title || t('home.title')}
      </h1>
      <p
        data-fill="subtitle"
        hidden={!hero?.subtitle}
        className="prose-safe mt-4 max-w-[34rem] text-balance font-bold font-display text-ember-text text-title"
      >
        {hero?.subtitle}
      </p>
      <p
        data-fill="description"
        className={cx(
          'prose-safe mt-5 max-w-[34rem] text-pretty text-fg-muted transition-opacity sm:mt-7 sm:text-title',
          fade,
        )}
      >
        {hero?.description || t('home.lead')}
      </p>
      {/* Of a fixed size, so that the picture below does not move when the fonts are loaded. */}
      <div className="mt-7 grid gap-3 min-[22.5rem]:grid-cols-2 sm:mt-9 sm:flex">
        <EntryLinks register={t('home.join')} login={t('home.login')} size="lg" className="max-sm:px-2" />
      </div>
    </div>
  );
}

/** Below the text on a phone, next to it on a desktop. */
const slideLayout =
  'mx-5 mt-8 mb-6 min-h-80 grow sm:mx-8 lg:absolute! lg:top-24 lg:right-8 lg:m-0 lg:h-[min(42rem,calc(100svh-10rem))] lg:min-h-96 lg:w-[min(38rem,45vw)] group-data-[pictures=fire]/hero:hidden xl:right-[max(2rem,calc(50vw-38rem-var(--rail,0rem)))]';

function Slides({ items }: Pick<LandingContent, 'items'>) {
  const [first = blank, ...others] = items.map(slideOf);
  const still = <Slide {...first} className={slideLayout} />;
  if (others.length === 0 && !first.video) return still;
  return (
    <LazyPart fallback={still}>
      <LandingShow slides={[first, ...others]} className={slideLayout} />
    </LazyPart>
  );
}

function FeedIntro({ feed }: { feed: ReactNode }) {
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
