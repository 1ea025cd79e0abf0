import { type ReactElement, type ReactNode, useState } from 'react';
import { cx } from './cx.ts';
import { emojiOf } from './emoji-avatar.ts';
import { chooseFigure, FigureBust } from './figure.tsx';
import { tribeHue } from './tribe-pattern.ts';

/** Represents a hidden person; drawn, because not every device has the emoji. */
const SUNGLASSES = /^\u{1F576}\uFE0F?$/u;

export interface AvatarUser {
  id: string;
  /** Empty when the name is hidden. */
  name: string;
  avatarUrl?: string | null;
}

interface AvatarProps {
  person: AvatarUser;
  /** Pixels. */
  size?: number;
  /** The id of a tribe: its hue draws a ring round the avatar. */
  ringOf?: string | number;
  className?: string;
}

/** A person's picture or emoji, else a figure generated from their id. Decorative: put the name next to it as text. */
export function Avatar({ person, size = 40, ringOf, className }: AvatarProps) {
  const hue = ringOf === undefined ? chooseFigure(person.id).hue : tribeHue(ringOf);
  const box = { '--h': hue, width: size, height: size };
  return (
    <span
      aria-hidden="true"
      style={box}
      className={cx(
        'tribe-hue relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-tribe-deep',
        ringOf !== undefined && 'outline-2 outline-tribe outline-offset-2',
        className,
      )}
    >
      <Face person={person} size={size} />
    </span>
  );
}

function Face({ person, size }: { person: AvatarUser; size: number }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { avatarUrl } = person;
  const emoji = emojiOf(avatarUrl);
  if (emoji !== null) {
    if (SUNGLASSES.test(emoji)) return <Sunglasses />;
    return (
      <span className="leading-none" style={{ fontSize: size * 0.58 }}>
        {emoji}
      </span>
    );
  }
  if (avatarUrl && avatarUrl !== broken) {
    return (
      <img
        src={avatarUrl}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        onError={() => setBroken(avatarUrl)}
        className="size-full object-cover"
      />
    );
  }
  const figure = chooseFigure(person.id);
  return (
    <span className="size-full" style={{ '--h': figure.hue }}>
      <FigureBust figure={figure} />
    </span>
  );
}

const Sunglasses = () => (
  <svg viewBox="0 0 48 48" role="presentation" data-face="sunglasses" className="size-full">
    <g fill="var(--tribe-text)">
      <path d="M8 18h14.5v5.5a7 7 0 0 1-7 7h-.5a7 7 0 0 1-7-7ZM25.5 18H40v5.5a7 7 0 0 1-7 7h-.5a7 7 0 0 1-7-7Z" />
      <path d="M6 16.5h36v3H6z" />
    </g>
  </svg>
);

interface AvatarStackProps {
  people: readonly AvatarUser[];
  size?: number;
  /** The number of further people. */
  more?: number;
  /** The class of the ring round each avatar. */
  ringClass?: string;
  /** Wraps each avatar, for instance in a link that keyboards skip. */
  wrap?: (person: AvatarUser, avatar: ReactElement) => ReactNode;
}

/** Overlapping avatars, and the number of further people. */
export function AvatarStack({
  people,
  size = 32,
  more = 0,
  ringClass = 'ring-surface',
  wrap = (_person, avatar) => avatar,
}: AvatarStackProps) {
  return (
    <span aria-hidden="true" className="flex items-center">
      {people.map((person, index) => (
        <span
          key={person.id}
          className={cx('rounded-full ring-2', ringClass)}
          style={{ marginLeft: index ? -size * 0.3 : 0 }}
        >
          {wrap(person, <Avatar person={person} size={size} className="align-top" />)}
        </span>
      ))}
      {more > 0 && <span className="tabular ml-2 text-caption text-fg-muted">+{more}</span>}
    </span>
  );
}
