import { Flame, Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import type { Membership } from '../../lib/shared-queries.ts';
import { BackButton } from '../../ui/back-button.tsx';
import { cx } from '../../ui/cx.ts';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { ModalLink } from '../../ui/modal-link.tsx';
import type { SelectProps } from '../../ui/select.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';

/** The vibe loads first: the code for choosing another tribe may load later. */
const Select = lazyComponent<SelectProps<string>>(async () => (await import('../../ui/select.tsx')).Select);

interface VibesHeaderProps {
  tribes: Membership[];
  chosen: number | null;
  onChoose: (tribeId: number) => void;
  /** Links to the chosen tribe. */
  linked: boolean;
  /** Over a picture it uses the dark theme. */
  overPicture: boolean;
}

/** The header over the vibe: back, the choice of tribe, and a link to the tribe. */
export function VibesHeader({ tribes, chosen, onChoose, linked, overPicture }: VibesHeaderProps) {
  const { t } = useTexts('vibes');
  const round = cx('rounded-full backdrop-blur-md', overPicture ? 'bg-scrim shadow-float' : 'bg-raised shadow-card');
  return (
    <div
      data-theme={overPicture ? 'dark' : undefined}
      className="pointer-events-none absolute inset-x-0 top-0 z-30 mx-auto flex w-(--stage-w) items-center gap-2 p-3 text-fg *:pointer-events-auto lg:top-6"
    >
      <span className={cx(round, 'lg:hidden')}>
        <BackButton fallback={paths.home} label={t('ui.back')} iconOnly className="text-fg!" />
      </span>
      <div
        className={cx(
          'min-w-0 grow *:grid-cols-1 [&_button]:h-11 [&_button]:rounded-full [&_button]:border-transparent [&_button]:backdrop-blur-md',
          overPicture ? '[&_button]:bg-scrim [&_button]:shadow-float' : '[&_button]:bg-raised [&_button]:shadow-card',
        )}
      >
        <LazyPart fallback={<div className="h-11" />}>
          <Select
            label={t('vibes.tribe')}
            labelHidden
            placeholder={t('vibes.chooseTitle')}
            options={tribes.map(({ tribe }) => ({
              value: String(tribe.id),
              label: tribe.name,
              icon: <TribeGlyph id={tribe.id} size={26} />,
            }))}
            value={chosen === null ? null : String(chosen)}
            onChange={(value) => onChoose(Number(value))}
          />
        </LazyPart>
      </div>
      {linked && chosen !== null && (
        <span className={round}>
          <ModalLink
            to={paths.createModal(chosen)}
            aria-label={t('vibes.create')}
            className={cx(iconButtonClass(), 'text-fg!')}
          >
            <Plus aria-hidden="true" />
          </ModalLink>
        </span>
      )}
      {linked && chosen !== null && (
        <span className={round}>
          <Link to={paths.tribe(chosen)} aria-label={t('vibes.toTribe')} className={cx(iconButtonClass(), 'text-fg!')}>
            <Flame aria-hidden="true" />
          </Link>
        </span>
      )}
    </div>
  );
}
