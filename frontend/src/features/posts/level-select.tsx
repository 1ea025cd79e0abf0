import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n.ts';
import { tribeQuery } from '../../lib/shared-queries.ts';
import { configQuery } from '../../lib/tribe-levels.ts';
import { Select } from '../../ui/select.tsx';

interface LevelSelectProps {
  tribeId: number;
  value: number;
  onChange: (level: number) => void;
}

/**
 * The level needed to see a post: for members up to their own, for moderators any of the tribe. Renders nothing without
 * a choice.
 */
export function LevelSelect({ tribeId, value, onChange }: LevelSelectProps) {
  const { t } = useTexts('members');
  const tribe = useQuery(tribeQuery(tribeId)).data;
  const levels = useQuery(configQuery(tribeId)).data?.levels ?? [];
  const max = tribe?.canModerate ? levels.length : (tribe?.membership?.levelOrder ?? 1);
  const nameOf = (order: number) => levels.find((level) => level.order === order)?.name;
  const orders = levels.map(({ order }) => order).filter((order) => order > 1 && order <= max);
  // The level of the post may not be among them: an officer chose it.
  const options = [...new Set([1, ...orders, value])].sort((a, b) => a - b);
  if (options.length === 1) return null;
  return (
    <Select
      label={t('posts.whoSees')}
      value={String(value)}
      options={options.map((order) => ({
        value: String(order),
        label:
          order === 1
            ? t('posts.everyMember')
            : [t('posts.fromLevel', { level: order }), nameOf(order)].filter(Boolean).join(' · '),
      }))}
      onChange={(next) => onChange(Number(next))}
    />
  );
}
