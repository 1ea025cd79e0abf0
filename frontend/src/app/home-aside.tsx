import { SuggestedPeople, SuggestedTribes } from '../features/explore/suggestions.tsx';
import { JoinButton } from '../features/tribes/join-button.tsx';
import { useTexts } from '../lib/i18n.ts';

/** The first suggestions; Explore has more of them. */
const SHOWN = 3;

/** Tribes and people whom the viewer may like, beside the newest posts. */
export function HomeAside() {
  const { t } = useTexts('explore');
  return (
    <aside
      aria-label={t('explore.suggestions')}
      className="in-order sticky top-10 grid grid-cols-1 content-start gap-8"
    >
      <SuggestedTribes max={SHOWN} join={(tribe) => <JoinButton tribe={tribe} size="sm" variant="quiet" />} />
      <SuggestedPeople max={SHOWN} />
    </aside>
  );
}
