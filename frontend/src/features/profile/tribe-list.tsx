import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';

/** The number of tribes of a collapsed list. */
const FOLDED = 6;

interface ListedTribe {
  id: number;
  name: string;
  /** Below the name. */
  about?: ReactNode;
  /** At the end of the link to the tribe. */
  mark?: ReactNode;
  /** A control of its own after the link. */
  action?: ReactNode;
}

/** Tribes with links to them; a long list is collapsed. */
export function TribeList({ tribes }: { tribes: readonly ListedTribe[] }) {
  const { t } = useTexts('profile');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const shown = open ? tribes : tribes.slice(0, FOLDED);
  return (
    <div className="grid grid-cols-1 gap-1">
      <ul className="grid grid-cols-1 gap-1">
        {shown.map((tribe) => (
          <TribeRow key={tribe.id} tribe={tribe} />
        ))}
      </ul>
      {tribes.length > FOLDED && (
        <Button
          variant="ghost"
          size="sm"
          className="-mx-3.5 justify-self-start"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? t('profile.seeLess') : t('profile.seeAllTribes', { count: format.number(tribes.length) })}
        </Button>
      )}
    </div>
  );
}

function TribeRow({ tribe: { id, name, about, mark, action } }: { tribe: ListedTribe }) {
  return (
    <li className="-mx-2 flex items-center">
      <Link
        to={paths.tribe(id)}
        className="focus-ring flex min-h-12 min-w-0 grow items-center gap-3 rounded-md px-2 hover:bg-hover"
      >
        <TribeGlyph id={id} size={34} />
        <span className="grid min-w-0 grow grid-cols-1 leading-tight">
          <bdi className="truncate font-medium">{name}</bdi>
          {about && <span className="truncate text-caption text-fg-faint">{about}</span>}
        </span>
        {mark}
      </Link>
      {action}
    </li>
  );
}
