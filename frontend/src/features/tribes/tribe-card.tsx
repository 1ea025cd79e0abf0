import { tagsOnCard } from '@limits/tribes';
import { Lock, Share2, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TribeCover } from '../../ui/tribe-cover.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import type { TribeCard as TribeCardData } from './api.ts';
import { JoinButton } from './join-button.tsx';
import { ShareTribe } from './share-tribe.tsx';

/** Builds the path of a tribe, keeping `panels=1` of the current address. */
export function useTribePath(): (id: number) => string {
  const [search] = useSearchParams();
  return search.get('panels') === '1' ? paths.tribePanels : paths.tribe;
}

export function TribeCard({ tribe }: { tribe: TribeCardData }) {
  const { t } = useTexts('members');
  const format = useFormat();
  return (
    <Card as="li" lifts className="isolate flex flex-col overflow-hidden">
      <div className="relative">
        <TribeCover id={tribe.id} imageUrl={tribe.imageUrl} className="h-30" />
        <TribeGlyph id={tribe.id} size={56} className="absolute -bottom-5 left-4 ring-4 ring-surface" />
      </div>
      <div className="flex grow flex-col gap-3 p-4 pt-8">
        <div className="grid gap-1">
          <h3 className="prose-safe line-clamp-2 min-w-0 font-bold text-title">{tribe.name}</h3>
          <p className="flex items-center gap-2 text-caption text-fg-faint">
            <Users aria-hidden="true" className="size-3.5" />
            <span className="tabular">
              {t('tribes.members', { count: tribe.membersCount, shown: format.number(tribe.membersCount) })}
            </span>
            {tribe.isPrivate && (
              <span className="inline-flex items-center gap-1">
                <Lock aria-hidden="true" className="size-3.5" /> {t('tribes.private')}
              </span>
            )}
          </p>
        </div>
        {tribe.description && <p className="line-clamp-2 text-fg-muted text-small">{tribe.description}</p>}
        {tribe.tags.length > 0 && (
          <div className="flex flex-wrap gap-1.5">
            {tribe.tags.slice(0, tagsOnCard).map((tag) => (
              <Pill key={tag}>#{tag}</Pill>
            ))}
          </div>
        )}
        <CardActions tribe={tribe} />
      </div>
    </Card>
  );
}

/** Joining, viewing and sharing a tribe. The link covers the card; the other controls are above it. */
function CardActions({ tribe }: { tribe: TribeCardData }) {
  const { t } = useTexts('members');
  const pathOf = useTribePath();
  const [isSharing, setSharing] = useState(false);
  const { membership, name } = tribe;
  return (
    <div className="mt-auto flex flex-wrap items-center gap-2 pt-1">
      <div className="relative z-1">
        {membership?.status === 'active' ? (
          <Pill tone="moss">{t(`tribes.role.${membership.role}`)}</Pill>
        ) : (
          <JoinButton tribe={tribe} variant="quiet" />
        )}
      </div>
      <div className="ml-auto flex items-center gap-1">
        <Link
          to={pathOf(tribe.id)}
          className="focus-ring inline-flex h-11 items-center rounded-md px-4 font-display font-semibold text-fg-muted text-small after:absolute after:inset-0 hover:bg-hover hover:text-fg"
        >
          {t('tribes.view')} <span className="sr-only">{name}</span>
        </Link>
        <div className="relative z-1">
          <IconButton
            label={t('tribes.shareTitle', { name })}
            tip="none"
            icon={<Share2 />}
            onClick={() => setSharing(true)}
          />
        </div>
      </div>
      <ShareTribe tribe={tribe} open={isSharing} onClose={() => setSharing(false)} />
    </div>
  );
}

export function TribeCardSkeleton() {
  return (
    <Card as="li" className="overflow-hidden">
      <Skeleton className="h-30 w-full rounded-none" />
      <div className="grid gap-3 p-4 pt-8">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-3 w-1/3" />
        <Skeleton className="h-9 w-28" />
      </div>
    </Card>
  );
}
