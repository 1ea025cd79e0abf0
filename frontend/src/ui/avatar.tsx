import { useState } from 'react';
import { cx } from './cx.ts';
import { FigureBust, figureOf } from './figure.tsx';
import { tribeHue } from './tribe-pattern.ts';

const EMOJI = 'emoji:';

export interface AvatarPerson {
  id: string;
  /** Empty when the name is hidden. */
  name: string;
  avatarUrl?: string | null;
}

interface AvatarProps {
  person: AvatarPerson;
  /** Pixels. */
  size?: number;
  /** The id of a tribe: its hue makes a ring round the avatar. */
  ringOf?: string | number;
  className?: string;
}

/** A person's picture or emoji, else a figure generated from their id. Decorative: put the name beside it as text. */
export function Avatar({ person, size = 40, ringOf, className }: AvatarProps) {
  const hue = ringOf === undefined ? figureOf(person.id).hue : tribeHue(ringOf);
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

function Face({ person, size }: { person: AvatarPerson; size: number }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { avatarUrl } = person;
  if (avatarUrl?.startsWith(EMOJI)) {
    return (
      <span className="leading-none" style={{ fontSize: size * 0.58 }}>
        {avatarUrl.slice(EMOJI.length)}
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
  const figure = figureOf(person.id);
  return (
    <span className="size-full" style={{ '--h': figure.hue }}>
      <FigureBust figure={figure} />
    </span>
  );
}

/** Overlapping avatars, and the number of further people. */
export function AvatarStack({ people, size = 32, more = 0 }: { people: AvatarPerson[]; size?: number; more?: number }) {
  return (
    <span aria-hidden="true" className="flex items-center">
      {people.map((person, index) => (
        <span
          key={person.id}
          className="rounded-full ring-2 ring-surface"
          style={{ marginLeft: index ? -size * 0.3 : 0 }}
        >
          <Avatar person={person} size={size} className="align-top" />
        </span>
      ))}
      {more > 0 && <span className="tabular ml-2 text-caption text-fg-muted">+{more}</span>}
    </span>
  );
}
