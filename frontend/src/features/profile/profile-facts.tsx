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
import type { PublicProfile } from './api.ts';
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

/** The facts of a profile, in words. */
export function ProfileFacts({ profile }: { profile: Facts }) {
  const { t } = useTexts('profile');
  const { labelOf } = useOptions();
  const [open, setOpen] = useState(false);
  const interests = splitValues(profile.gustos);
  const rows = useRows(profile);
  const shownRows = FOLDED - (profile.about ? 1 : 0) - (interests.length > 0 ? 1 : 0);
  return (
    <div className="grid grid-cols-1 gap-5">
      {profile.about && <p className="prose-safe whitespace-pre-line text-pretty">{profile.about}</p>}
      {interests.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {interests.map((interest) => (
            <li key={interest}>
              <Pill>{labelOf('gustos', interest)}</Pill>
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <dl className="grid grid-cols-1 gap-3">
          {rows.map(({ name, icon, value }, index) => (
            <div
              key={name}
              className={cx('relative pl-7.5 text-small leading-snug', !open && index >= shownRows && 'max-lg:hidden')}
            >
              <dt className="text-caption text-fg-faint">
                <span aria-hidden="true" className="absolute top-0.5 left-0 [&_svg]:size-4.5">
                  {icon}
                </span>
                {name}
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
  name: string;
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
      name: t('profile.fields.educacion'),
      icon: <GraduationCap />,
      value: format.list(splitValues(educacion).map((value) => labelOf('educacion', value))),
    },
    {
      name: t('profile.fields.languages'),
      icon: <Languages />,
      value: format.list((languages ?? []).map(languageName)),
    },
    { name: t('profile.fields.favoriteSong'), icon: <Music />, value: favoriteSong ?? '' },
    { name: t('profile.fields.favoriteMovie'), icon: <Clapperboard />, value: favoriteMovie ?? '' },
    { name: t('profile.fields.sexo'), icon: <User />, value: label('sexo') },
    {
      name: t('profile.fields.alturaCm'),
      icon: <Ruler />,
      value: alturaCm ? t('profile.heightCm', { cm: format.number(alturaCm) }) : '',
    },
    { name: t('profile.fields.horoscopo'), icon: <Sparkles />, value: label('horoscopo') },
    { name: t('profile.fields.estadoCivil'), icon: <HeartHandshake />, value: label('estadoCivil') },
    { name: t('profile.fields.atraccion'), icon: <Heart />, value: label('atraccion') },
    { name: t('profile.fields.buscaAventura'), icon: <Compass />, value: label('buscaAventura') },
    { name: t('profile.fields.mobileUsage'), icon: <Smartphone />, value: label('mobileUsage') },
  ];
  return all.filter(({ value }) => value !== '');
}
