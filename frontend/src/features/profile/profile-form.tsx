import {
  aboutMax,
  bioMax,
  educationMax,
  heightMaxCm,
  heightMinCm,
  interestsMax,
  languagesMax,
  nameMax,
  profileValueMax,
  profileVisibilityDefaults,
  valueSeparator,
} from '@limits/identity';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { lineLength, linesLength } from '../../ui/text-length.ts';
import { Textarea } from '../../ui/textarea.tsx';
import type { Visibility } from './api.ts';
import { type Draft, heightOf } from './draft.ts';
import { ManyValues } from './many-values.tsx';
import { splitValues, useOptions } from './options.ts';
import { films, songs } from './suggestions.ts';

interface ProfileFormProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

const visibilityKeys = Object.keys(profileVisibilityDefaults) as (keyof Visibility)[];

/** The fields of the viewer's profile, and their visibility. */
export function ProfileForm(props: ProfileFormProps) {
  return (
    <>
      <TextFields {...props} />
      <Tastes {...props} />
      <Details {...props} />
      <VisibilityFields {...props} />
    </>
  );
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2 className="font-bold text-title">{title}</h2>
      {children}
    </section>
  );
}

function TextFields({ draft, onChange }: ProfileFormProps) {
  const { t } = useTexts('profile');
  return (
    <FormSection title={t('profile.sections.words')}>
      <Input
        label={t('profile.name')}
        value={draft.name}
        limit={nameMax}
        autoComplete="name"
        error={draft.name.trim() === '' ? t('profile.nameMissing') : undefined}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Textarea
        label={t('profile.fields.bio')}
        value={draft.bio}
        limit={bioMax}
        counted
        rows={2}
        onChange={({ target }) => onChange({ bio: target.value })}
      />
      <Textarea
        label={t('profile.fields.about')}
        value={draft.about}
        limit={aboutMax}
        counted
        onChange={({ target }) => onChange({ about: target.value })}
      />
    </FormSection>
  );
}

function Tastes({ draft, onChange }: ProfileFormProps) {
  const { t } = useTexts('profile');
  const { optionsOf, languageOptions } = useOptions();
  return (
    <FormSection title={t('profile.sections.tastes')}>
      <ManyValues
        label={t('profile.fields.gustos')}
        options={optionsOf('gustos')}
        values={splitValues(draft.gustos)}
        max={interestsMax}
        onChange={(values) => onChange({ gustos: values.join(valueSeparator) })}
      />
      <Suggested
        label={t('profile.fields.favoriteSong')}
        suggestions={songs}
        value={draft.favoriteSong}
        onChange={(favoriteSong) => onChange({ favoriteSong })}
      />
      <Suggested
        label={t('profile.fields.favoriteMovie')}
        suggestions={films}
        value={draft.favoriteMovie}
        onChange={(favoriteMovie) => onChange({ favoriteMovie })}
      />
      <ManyValues
        label={t('profile.fields.languages')}
        options={languageOptions()}
        values={draft.languages}
        max={languagesMax}
        onChange={(languages) => onChange({ languages })}
      />
    </FormSection>
  );
}

interface SuggestedProps {
  label: string;
  suggestions: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

function Suggested({ label, suggestions, value, onChange }: SuggestedProps) {
  const id = useId();
  return (
    <>
      <Input
        label={label}
        list={id}
        value={value}
        limit={profileValueMax}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}

const chosenFields = ['sexo', 'estadoCivil', 'horoscopo', 'atraccion', 'buscaAventura', 'mobileUsage'] as const;

function Details({ draft, onChange }: ProfileFormProps) {
  const { t } = useTexts('profile');
  const { optionsOf } = useOptions();
  return (
    <FormSection title={t('profile.sections.details')}>
      <ManyValues
        label={t('profile.fields.educacion')}
        options={optionsOf('educacion')}
        values={splitValues(draft.educacion)}
        max={educationMax}
        onChange={(values) => onChange({ educacion: values.join(valueSeparator) })}
      />
      <Input
        label={t('profile.fields.alturaCm')}
        inputMode="numeric"
        value={draft.alturaCm}
        cutAt={3}
        error={isHeightInvalid(draft) ? t('profile.heightWrong', { min: heightMinCm, max: heightMaxCm }) : undefined}
        onChange={({ target }) => onChange({ alturaCm: target.value.replace(/\D/g, '') })}
      />
      {chosenFields.map((field) => (
        <Select
          key={field}
          label={t(`profile.fields.${field}`)}
          options={[{ value: 'none', label: t('profile.none') }, ...withOwn(optionsOf(field), draft[field])]}
          value={draft[field] || 'none'}
          onChange={(value) => onChange({ [field]: value === 'none' ? '' : value })}
        />
      ))}
    </FormSection>
  );
}

/** A stored value that is missing in the list stays selectable. */
const withOwn = (options: { value: string; label: string }[], own: string) =>
  own === '' || options.some(({ value }) => value === own) ? options : [...options, { value: own, label: own }];

function isHeightInvalid(draft: Draft): boolean {
  const height = heightOf(draft);
  return height !== null && (height < heightMinCm || height > heightMaxCm);
}

/** Whether the form may be sent. */
export const isComplete = (draft: Draft): boolean =>
  draft.name.trim() !== '' && !isHeightInvalid(draft) && !isTooLong(draft);

const isTooLong = ({ name, bio, about, favoriteSong, favoriteMovie }: Draft): boolean =>
  lineLength(name) > nameMax ||
  linesLength(bio) > bioMax ||
  linesLength(about) > aboutMax ||
  [favoriteSong, favoriteMovie].some((value) => lineLength(value) > profileValueMax);

function VisibilityFields({ draft, onChange }: ProfileFormProps) {
  const { t } = useTexts('profile');
  const { profileVisibility } = draft;
  return (
    <FormSection title={t('profile.visibility')}>
      <p className="text-fg-faint text-small">{t('profile.visibilityHint')}</p>
      {visibilityKeys.map((key) => (
        <Switch
          key={key}
          label={t(`profile.fields.${key}`)}
          checked={profileVisibility[key]}
          onChange={({ target }) => onChange({ profileVisibility: { ...profileVisibility, [key]: target.checked } })}
        />
      ))}
    </FormSection>
  );
}
