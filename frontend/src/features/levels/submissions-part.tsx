import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { DecidedSubmissions } from './decided-submissions.tsx';
import type { Tribe } from './path-api.ts';
import { ReviewQueue } from './review-queue.tsx';

/** `/tools/tribes/{id}/submissions`: the waiting and the decided submissions. */
export function SubmissionsPart({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('challenges');
  const [tab, setTab] = useState<'pending' | 'decided'>('pending');
  return (
    <div className="grid w-full max-w-2xl grid-cols-1 gap-4 lg:max-w-5xl">
      <h2 className="font-bold text-title">{t('challenges.review.title')}</h2>
      <Tabs
        label={t('challenges.review.title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'pending', label: t('challenges.review.pending'), content: <ReviewQueue tribe={tribe} /> },
          { value: 'decided', label: t('challenges.review.decided'), content: <DecidedSubmissions tribe={tribe} /> },
        ]}
      />
    </div>
  );
}
