import { tagsOnHero } from '@limits/tribes';
import { Ellipsis, Lock, MessagesSquare, ShieldCheck, Sparkles, Users } from 'lucide-react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { lazyComponent } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { Pill } from '../../ui/pill.tsx';
import { TribeCover } from '../../ui/tribe-cover.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import type { Tribe } from './api.ts';
import { JoinButton } from './join-button.tsx';

const TribeMenu = lazyComponent(async () => (await import('./tribe-menu.tsx')).TribeMenu);

/** The header of a tribe: cover, glyph, name, access rules, tags and actions. */
export function TribeHero({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members');
  const format = useFormat();
  const active = tribe.membership?.status === 'active';
  return (
    <header>
      <TribeCover id={tribe.id} imageUrl={tribe.imageUrl} className="h-44 sm:h-64 lg:rounded-xl" />
      <div className="grid gap-4 px-4 sm:px-6 lg:px-0">
        <div className="flex items-end justify-between gap-4">
          <TribeGlyph id={tribe.id} size={88} className="-mt-11 relative ring-4 ring-ground lg:ml-6" />
          <div className="flex items-center gap-2 pt-3">
            {active && (
              <>
                <ButtonLink to={paths.chat(tribe.id)} size="sm" icon={<MessagesSquare />}>
                  {t('tribes.chat')}
                </ButtonLink>
                <ButtonLink to={paths.vibes(tribe.id)} size="sm" icon={<Sparkles />}>
                  <span className="max-[24rem]:sr-only">Vibes</span>
                </ButtonLink>
              </>
            )}
            <JoinButton tribe={tribe} />
            <TribeMenuButton tribe={tribe} />
          </div>
        </div>
        <div className="grid gap-3 lg:px-6">
          <h1 className="prose-safe font-extrabold text-heading">{tribe.name}</h1>
          <div className="flex flex-wrap items-center gap-2">
            <Pill icon={<Users aria-hidden="true" />}>
              {t('tribes.members', { count: tribe.membersCount, shown: format.number(tribe.membersCount) })}
            </Pill>
            {tribe.isPrivate && (
              <Pill tone="honey" icon={<Lock aria-hidden="true" />}>
                {t('tribes.private')}
              </Pill>
            )}
            {tribe.requiresApproval && <Pill icon={<ShieldCheck aria-hidden="true" />}>{t('tribes.moderated')}</Pill>}
            {tribe.tags.slice(0, tagsOnHero).map((tag) => (
              <Pill key={tag}>#{tag}</Pill>
            ))}
          </div>
          {tribe.description && <p className="prose-safe max-w-2xl text-fg-muted">{tribe.description}</p>}
        </div>
      </div>
    </header>
  );
}

/** Renders nothing for those who may do nothing. */
function TribeMenuButton({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members');
  if (!tribe.canModerate && !tribe.canLeave) return null;
  return (
    <LazyMenu button={<IconButton label={t('ui.more')} tip="none" icon={<Ellipsis />} />}>
      <TribeMenu tribe={tribe} />
    </LazyMenu>
  );
}
