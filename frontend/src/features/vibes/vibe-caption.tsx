import { homininiId } from '@limits/community';
import { Music4 } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Post } from './api.ts';

/** A text longer than this (characters) is set smaller, so that it does not cover the picture. */
const LONG = 90;

/** Author, text and mood over the lower part of the picture. */
export function VibeCaption({ vibe }: { vibe: Post }) {
  const { t } = useTexts('vibes', 'members');
  const { user, tribeId } = vibe;
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 grid gap-3 bg-linear-to-t from-sunken/95 via-55% via-sunken/60 to-transparent pt-36 pr-22 pb-12 pl-4 sm:pl-5">
      <div className="flex items-center gap-3">
        <UserLink person={user} silent className="pointer-events-auto shrink-0 rounded-full">
          <Avatar person={user} size={44} className="align-top" {...(tribeId !== homininiId && { ringOf: tribeId })} />
        </UserLink>
        <div className="min-w-0 leading-tight">
          <p className="flex items-center gap-2">
            <span className="pointer-events-auto truncate font-bold font-display">
              <UserLink person={user}>{user.name}</UserLink>
            </span>
            <AgentMark of={user} />
          </p>
          <p className="text-caption text-fg-muted">
            <RelativeTime value={vibe.createdAt} />
          </p>
        </div>
      </div>
      {vibe.content && (
        <p
          className={cx(
            'prose-safe text-pretty font-display font-semibold',
            vibe.content.length > LONG ? 'text-small' : 'text-title',
          )}
        >
          {vibe.content}
        </p>
      )}
      {vibe.mood && (
        <Pill icon={<Music4 aria-hidden="true" />} className="w-fit bg-scrim! text-fg!">
          {t(`mood.${vibe.mood}`)}
        </Pill>
      )}
    </div>
  );
}
