import { Globe, Lock } from 'lucide-react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { TribeRules } from '../../lib/tribe-rules.tsx';
import { Pill } from '../../ui/pill.tsx';
import { TribeCover } from '../../ui/tribe-cover.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import type { InvitePreview } from './api.ts';

/** A preview of a tribe for invited people; it names no members. */
export function InvitedTribe({ invite }: { invite: InvitePreview }) {
  const { t } = useTexts('invites');
  const format = useFormat();
  const { tribe, expiresAt } = invite;
  const { id, name, description, imageUrl, isPrivate, membersCount, tags, rules } = tribe;
  return (
    <>
      <header className="grid grid-cols-1">
        <TribeCover id={id} imageUrl={imageUrl} eager className="h-36 sm:rounded-xl" />
        <div className="grid grid-cols-1 justify-items-center gap-2 px-4 text-center">
          <TribeGlyph id={id} size={64} className="relative -mt-8 ring-4 ring-ground" />
          <p className="text-fg-muted text-small">{t('invites.invitedTo')}</p>
          <h1 className="prose-safe text-balance font-extrabold text-heading">{name}</h1>
          <p className="flex flex-wrap items-center justify-center gap-2 text-small">
            <Pill icon={isPrivate ? <Lock /> : <Globe />}>{t(isPrivate ? 'invites.private' : 'invites.open')}</Pill>
            {t('invites.members', { count: membersCount, shown: format.number(membersCount) })}
          </p>
        </div>
      </header>
      <div className="grid grid-cols-1 gap-5 px-4 sm:px-0">
        {description && <p className="prose-safe line-clamp-3 text-pretty text-center">{description}</p>}
        {tags.length > 0 && (
          <ul
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label={t('invites.tags')}
            className="focus-ring -mx-4 flex justify-center-safe gap-2 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0"
          >
            {tags.map((tag) => (
              <li key={tag} className="max-w-full shrink-0">
                <Pill>#{tag}</Pill>
              </li>
            ))}
          </ul>
        )}
        <TribeRules rules={rules} className="rounded-lg bg-surface p-5 shadow-card" />
        {expiresAt && (
          <p className="text-center text-fg-muted text-small">
            {t('invites.worksUntil', { date: format.dateTime(expiresAt) })}
          </p>
        )}
      </div>
    </>
  );
}
