import { MessagesSquare, SquarePen } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import type { Tribe } from './api.ts';
import { isMember, type TribePart, type TribePartName } from './tribe-parts.ts';
import type { WaitingPart } from './waiting-api.ts';
import { WaitingCount } from './waiting-work.tsx';

const decidesWaiting = (name: TribePartName): name is WaitingPart =>
  name === 'requests' || name === 'submissions' || name === 'moderation';

interface TribePanelsProps {
  tribe: Tribe;
  parts: readonly TribePart[];
  /** The member's progress; null for others. */
  progress: ReactNode;
}

/** `?panels=1`: all parts of a tribe other than its feed that are open to the viewer. */
export function TribePanels({ tribe, parts, progress }: TribePanelsProps) {
  const { t } = useTexts('tribe');
  return (
    <section aria-labelledby="tribe-panels" className="grid gap-4">
      <h2 id="tribe-panels" className="font-bold text-title">
        {t('tribe.panels')}
      </h2>
      {progress}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {isMember(tribe) && (
          <Panel
            to={paths.chat(tribe.id)}
            icon={<MessagesSquare />}
            title={t('tribe.chat')}
            text={t('tribe.chatAbout')}
          />
        )}
        {parts.map(({ name, icon }) => (
          <Fragment key={name}>
            <Panel
              to={paths.tribePart(tribe.id, name)}
              icon={icon}
              title={t(`tribe.part.${name}`)}
              text={t(name === 'moderation' && tribe.canModerate ? 'tribe.aboutCases' : `tribe.about.${name}`)}
              count={decidesWaiting(name) && <WaitingCount tribe={tribe} parts={[name]} />}
            />
            {name === 'levels' && tribe.canModerate && <EditorPanel tribeId={tribe.id} />}
          </Fragment>
        ))}
      </ul>
    </section>
  );
}

/** The editor of levels and challenges, which is a view of the levels. */
function EditorPanel({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('tribe');
  return (
    <Panel
      to={paths.editLevels(tribeId)}
      icon={<SquarePen />}
      title={t('tribe.editLevels')}
      text={t('tribe.aboutEditLevels')}
    />
  );
}

interface PanelProps {
  to: string;
  icon: ReactNode;
  title: string;
  text: string;
  /** The number of pending items in the panel. */
  count?: ReactNode;
}

/** A part of a tribe, as a link. */
export function Panel({ to, icon, title, text, count }: PanelProps) {
  return (
    <Card as="li" lifts>
      <Link to={to} className="focus-ring flex h-full items-start gap-3 rounded-lg p-4">
        <span
          aria-hidden="true"
          className="grid size-10 shrink-0 place-items-center rounded-md bg-sunken text-ember-text [&>svg]:size-5"
        >
          {icon}
        </span>
        <span className="grid min-w-0 gap-0.5">
          <span className="flex items-center gap-2 font-bold font-display">
            {title}
            {count}
          </span>
          <span className="text-pretty text-fg-muted text-small">{text}</span>
        </span>
      </Link>
    </Card>
  );
}
