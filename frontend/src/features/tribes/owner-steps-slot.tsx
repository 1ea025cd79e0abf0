import { useState } from 'react';
import { withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { useMe } from '../../lib/session.ts';
import { local } from '../../lib/storage.ts';
import type { Tribe } from './api.ts';
import { StepsSkeleton } from './steps-skeleton.tsx';

const OwnerChecklist = lazyComponent(
  withTexts(async () => (await import('./owner-checklist.tsx')).OwnerChecklist, 'tribe-settings'),
);

/** The first steps of a tribe, for its owner, until they are done or dismissed on this device. */
export function OwnerStepsSlot({ tribe }: { tribe: Tribe }) {
  const me = useMe();
  const key = `ownerSteps:${me?.id}:${tribe.id}`;
  // The key of the dismissed tribe: the page stays mounted when it changes to another tribe.
  const [dismissed, setDismissed] = useState('');
  if (tribe.membership?.role !== 'owner' || dismissed === key || local.read(key) !== null) return null;
  const finish = () => {
    local.write(key, 'finished');
    setDismissed(key);
  };
  return (
    <LazyPart fallback={<StepsSkeleton />} failed={() => <span hidden />}>
      <OwnerChecklist key={tribe.id} tribe={tribe} onFinished={finish} />
    </LazyPart>
  );
}
