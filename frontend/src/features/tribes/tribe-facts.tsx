import { tagsOnHero } from '@limits/tribes';
import { Lock, ShieldCheck } from 'lucide-react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { AvatarStack } from '../../ui/avatar.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { Tribe } from './api.ts';

const facesShown = 3;

/** Member count, people online, access and tags of a tribe: one line on a phone, which scrolls sideways. */
export function TribeFacts({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members', 'tribe');
  const format = useFormat();
  const rest = tribe.members.map(({ user }) => user).filter(({ id }) => tribe.here.every((person) => person.id !== id));
  const faces = [...tribe.here, ...rest].slice(0, facesShown);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('tribe.facts')}
      className="focus-ring -mx-4 flex items-center gap-2 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {/* 0 for a person who is banned from a tribe that is invisible to them. */}
      {tribe.membersCount > 0 && (
        <p className="flex shrink-0 items-center gap-2 text-small">
          {faces.length > 0 && <AvatarStack people={faces} size={24} />}
          <span className="tabular">
            {t('tribes.members', { count: tribe.membersCount, shown: format.number(tribe.membersCount) })}
            {tribe.onlineCount
              ? ` · ${t('tribe.online', { count: tribe.onlineCount, shown: format.number(tribe.onlineCount) })}`
              : ''}
          </span>
        </p>
      )}
      {tribe.isPrivate && (
        <Pill tone="honey" icon={<Lock aria-hidden="true" />} className="shrink-0">
          {t('tribes.private')}
        </Pill>
      )}
      {tribe.requiresApproval && (
        <Pill icon={<ShieldCheck aria-hidden="true" />} className="shrink-0">
          {t('tribes.moderated')}
        </Pill>
      )}
      {tribe.tags.slice(0, tagsOnHero).map((tag) => (
        <Pill key={tag} className="shrink-0">
          #{tag}
        </Pill>
      ))}
    </section>
  );
}
