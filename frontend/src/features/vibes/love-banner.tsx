import { Heart } from 'lucide-react';
import { useEffect } from 'react';
import { useTexts } from '../../lib/i18n.ts';

/** Part 2, section 4, Banners: 3 to 4 s. */
const shownMs = 3_500;

export interface Love {
  /** The id of the reaction event. */
  id: string;
  name: string;
}

/** 'Le encanta a …': announces a heart of another person. */
export function LoveBanner({ love, onEnd }: { love: Love | null; onEnd: () => void }) {
  const { t } = useTexts('vibes');
  useEffect(() => {
    if (!love) return;
    const timer = setTimeout(onEnd, shownMs);
    return () => clearTimeout(timer);
  }, [love, onEnd]);
  return (
    <div role="status" className="pointer-events-none absolute inset-x-4 top-20 z-10 grid justify-items-center">
      {love && (
        <p
          key={love.id}
          className="flex max-w-full animate-rise items-center gap-2 rounded-full bg-scrim px-4 py-2 font-display font-semibold text-fg text-small shadow-float backdrop-blur-md"
        >
          <Heart aria-hidden="true" className="size-4.5 shrink-0 fill-ember text-ember" />
          <span className="truncate">{t('vibes.loves', { name: love.name || t('vibes.someone') })}</span>
        </p>
      )}
    </div>
  );
}
