import { useTexts } from '../../lib/i18n.ts';
import { Select } from '../../ui/select.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import type { TribePoints } from './api.ts';

interface TribeFilterProps {
  tribes: readonly TribePoints[];
  /** Null: all tribes. */
  tribeId: number | null;
  onChoose: (tribeId: number | null) => void;
}

const ALL = 'all';

/** Filters the points by tribe. */
export function TribeFilter({ tribes, tribeId, onChoose }: TribeFilterProps) {
  const { t } = useTexts('members');
  return (
    <Select
      label={t('levels.inTribe')}
      labelHidden
      options={[
        { value: ALL, label: t('levels.allTribes') },
        ...tribes.map((of) => ({
          value: String(of.tribeId),
          label: of.tribeName,
          icon: <TribeGlyph id={of.tribeId} size={24} />,
        })),
      ]}
      value={tribeId === null ? ALL : String(tribeId)}
      onChange={(value) => onChoose(value === ALL ? null : Number(value))}
    />
  );
}
