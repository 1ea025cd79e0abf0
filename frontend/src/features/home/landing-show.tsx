import { useTexts } from '../../lib/i18n.ts';
import { type ShownSlide, SlideShow } from '../../ui/slide-show/slide-show.tsx';

interface LandingShowProps {
  slides: readonly [ShownSlide, ...ShownSlide[]];
  className?: string;
}

/** The slides of the landing page with their controls. */
export function LandingShow({ slides, className }: LandingShowProps) {
  const { t } = useTexts('landing');
  return (
    <SlideShow
      slides={slides}
      className={className ?? ''}
      labels={{
        show: t('landing.show'),
        pause: t('landing.pause'),
        play: t('landing.play'),
        go: ({ title }, number) => t('landing.go', { number, total: slides.length, title }),
      }}
    />
  );
}
