import { useTexts } from '../../lib/i18n.ts';
import { slideOf } from '../../lib/landing-slide.ts';
import { SlideShow } from '../../ui/slide-show/slide-show.tsx';
import type { LandingContent } from './api.ts';

/** A preview of the landing page, as on a phone. */
export function LandingPreview({ content: { hero, items } }: { content: LandingContent }) {
  const { t } = useTexts('landing');
  const [first, ...others] = items.filter(({ enabled }) => enabled).map(slideOf);
  return (
    <section aria-label={t('landing.preview')} className="grid grid-cols-1 gap-3 lg:sticky lg:top-6">
      <h2 className="font-bold text-title max-lg:hidden">{t('landing.preview')}</h2>
      <div className="overflow-hidden rounded-xl bg-(image:--firelight) bg-ground p-5 shadow-card">
        <p className="prose-safe text-balance font-display font-extrabold text-heading">
          {hero.title || t('home.title')}
        </p>
        {hero.subtitle && (
          <p className="prose-safe mt-2 text-balance font-bold font-display text-ember-text">{hero.subtitle}</p>
        )}
        <p className="prose-safe mt-3 text-pretty text-fg-muted text-small">{hero.description || t('home.lead')}</p>
        {first ? (
          <SlideShow
            // Remounts when slides are added or removed.
            key={[first, ...others].map(({ id }) => id).join()}
            slides={[first, ...others]}
            className="mt-5 aspect-4/3"
            labels={{
              show: t('landing.show'),
              pause: t('landing.pause'),
              play: t('landing.play'),
              go: ({ title }, number) => t('landing.go', { number, total: others.length + 1, title }),
            }}
          />
        ) : (
          <p className="mt-5 grid aspect-4/3 place-items-center rounded-lg bg-sunken p-6 text-center text-fg-faint text-small">
            {t('landing.fire')}
          </p>
        )}
      </div>
    </section>
  );
}
