import { landingHeroMax } from '@limits/content';
import { useTexts } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { LandingHero } from './api.ts';

interface HeroFieldsProps {
  hero: LandingHero;
  onChange: (hero: LandingHero) => void;
}

/** The text above the slides; the page has defaults for empty fields. */
export function HeroFields({ hero, onChange }: HeroFieldsProps) {
  const { t } = useTexts('landing');
  return (
    <Card as="section" aria-labelledby="landing-hero" className="grid gap-5 p-5 sm:p-6">
      <header className="grid gap-1">
        <h2 id="landing-hero" className="font-bold text-title">
          {t('landing.hero')}
        </h2>
        <p className="text-fg-muted text-small">{t('landing.heroHint')}</p>
      </header>
      <Input
        label={t('landing.title')}
        placeholder={t('home.title')}
        limit={landingHeroMax.title}
        value={hero.title}
        onChange={({ target }) => onChange({ ...hero, title: target.value })}
      />
      <Input
        label={t('landing.subtitle')}
        limit={landingHeroMax.subtitle}
        value={hero.subtitle}
        onChange={({ target }) => onChange({ ...hero, subtitle: target.value })}
      />
      <Textarea
        label={t('landing.description')}
        placeholder={t('home.lead')}
        limit={landingHeroMax.description}
        counted
        rows={3}
        value={hero.description}
        onChange={({ target }) => onChange({ ...hero, description: target.value })}
      />
    </Card>
  );
}
