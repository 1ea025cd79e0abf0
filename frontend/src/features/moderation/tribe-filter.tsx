import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { tribeQuery, tribeSearchQuery } from '../../lib/shared-queries.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface TribeFilterProps {
  /** The id of the chosen tribe; empty for all. */
  chosen: string;
  onChoose: (tribeId: string) => void;
}

/** The choice of one tribe by a search for its name. */
export function TribeFilter({ chosen, onChoose }: TribeFilterProps) {
  const { t } = useTexts('moderation');
  const [typed, setTyped] = useState('');
  const found = useQuery(tribeSearchQuery(typed.trim()));
  const listed = found.data?.find(({ id }) => String(id) === chosen)?.name;
  const { data, isLoading } = useQuery({ ...tribeQuery(Number(chosen)), enabled: chosen !== '' && !listed });
  // A tribe may have been deleted since the address was stored.
  const name = listed ?? data?.name ?? `#${chosen}`;
  if (isLoading) return <Skeleton className="h-12 self-end rounded-md" />;
  return (
    <Combobox
      label={t('moderation.kinds.tribe')}
      placeholder={t('moderation.allTribes')}
      options={(found.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen === '' ? null : { value: chosen, label: name }}
      loading={found.isFetching}
      {...(found.isError && { problem: t('ui.failed') })}
      onSearch={setTyped}
      onChange={(option) => onChoose(option?.value ?? '')}
    />
  );
}
