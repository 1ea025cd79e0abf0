import {
  Clapperboard,
  Compass,
  GraduationCap,
  Heart,
  HeartHandshake,
  Languages,
  Music,
  Ruler,
  Smartphone,
  Sparkles,
  User,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Pill } from '../../ui/pill.tsx';
import type { PublicProfile, Visibility } from './api.ts';
import { OnlyMe } from './only-me.tsx';
import { splitValues, useOptions } from './options.ts';

type Facts = Partial<PublicProfile>;

/** Whether there is anything for `ProfileFacts` to show. */
export const hasFacts = (profile: Facts): boolean =>
  [
    profile.about,
    profile.gustos,
    profile.educacion,
    profile.favoriteSong,
    profile.favoriteMovie,
    profile.mobileUsage,
    profile.languages?.length,
    profile.sexo,
    profile.alturaCm,
    profile.horoscopo,
    profile.estadoCivil,
    profile.buscaAventura,
    profile.atraccion,
  ].some(Boolean);

/** Maximum items of each list while collapsed. */
const FOLDED = 3;

interface ProfileFactsProps {
  profile: Facts;
  /** Visibility of the fields of the viewer's own profile: those hidden from others are marked. */
  visibility: Visibility | undefined;
}

/** The facts of a profile, in words. */
export function ProfileFacts({ profile, visibility }: ProfileFactsProps) {
  const { t } = useTexts('profile');
  const { labelOf } = useOptions();
  const [open, setOpen] = useState(false);
  const interests = splitValues(profile.gustos);
  const rows = useRows(profile);
  const shownRows = FOLDED - (profile.about ? 1 : 0) - (interests.length > 0 ? 1 : 0);
  const isHidden = (field: keyof Visibility) => visibility?.[field] === false;
  return (
    <div className="grid grid-cols-1 gap-5">
      {profile.about && (
        <p className="prose-safe whitespace-pre-line text-pretty" dir="auto">
          {profile.about} {isHidden('about') && <OnlyMe />}
        </p>
      )}
      {interests.length > 0 && (
        <ul className="flex flex-wrap items-center gap-1.5">
          {interests.map((interest) => (
            <li key={interest}>
              <Pill>{labelOf('gustos', interest)}</Pill>
            </li>
          ))}
          {isHidden('gustos') && (
            <li>
              <OnlyMe />
            </li>
          )}
        </ul>
      )}
      {rows.length > 0 && (
        <dl className="grid grid-cols-1 gap-3">
          {rows.map(({ field, icon, value }, index) => (
            <div
              key={field}
              className={cx('relative pl-7.5 text-small leading-snug', !open && index >= shownRows && 'max-lg:hidden')}
            >
              <dt className="flex flex-wrap items-center gap-x-2 text-caption text-fg-faint">
                <span aria-hidden="true" className="absolute top-0.5 left-0 [&_svg]:size-4.5">
                  {icon}
                </span>
                {t(`profile.fields.${field}`)}
                {isHidden(field) && <OnlyMe />}
              </dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {rows.length > shownRows && (
        <Button
          variant="ghost"
          size="sm"
          className="-mx-3.5 -my-1.5 justify-self-start lg:hidden"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'profile.seeLess' : 'profile.seeAll')}
        </Button>
      )}
    </div>
  );
}

interface Row {
  field: Exclude<keyof Visibility, 'photos' | 'tribes' | 'progress'>;
  icon: ReactNode;
  value: string;
}

function useRows(profile: Facts): Row[] {
  const { t } = useTexts('profile');
  const format = useFormat();
  const { labelOf, languageName } = useOptions();
  const { educacion, languages, favoriteSong, favoriteMovie, alturaCm, ...one } = profile;
  const label = (field: 'sexo' | 'estadoCivil' | 'horoscopo' | 'atraccion' | 'mobileUsage' | 'buscaAventura') =>
    one[field] ? labelOf(field, one[field]) : '';
  const all: Row[] = [
    {
      field: 'educacion',
      icon: <GraduationCap />,
      value: format.list(splitValues(educacion).map((value) => labelOf('educacion', value))),
    },
    {
      field: 'languages',
      icon: <Languages />,
      value: format.list((languages ?? []).map(languageName)),
    },
    { field: 'favoriteSong', icon: <Music />, value: favoriteSong ?? '' },
    { field: 'favoriteMovie', icon: <Clapperboard />, value: favoriteMovie ?? '' },
    { field: 'sexo', icon: <User />, value: label('sexo') },
    {
      field: 'alturaCm',
      icon: <Ruler />,
      value: alturaCm ? t('profile.heightCm', { cm: format.number(alturaCm) }) : '',
    },
    { field: 'horoscopo', icon: <Sparkles />, value: label('horoscopo') },
    { field: 'estadoCivil', icon: <HeartHandshake />, value: label('estadoCivil') },
    { field: 'atraccion', icon: <Heart />, value: label('atraccion') },
    { field: 'buscaAventura', icon: <Compass />, value: label('buscaAventura') },
    { field: 'mobileUsage', icon: <Smartphone />, value: label('mobileUsage') },
  ];
  return all.filter(({ value }) => value !== '');
}
