import { useTexts } from '../../lib/i18n.ts';
import { Pill, type PillTone } from '../../ui/pill.tsx';
import type { ChallengeState, Submission } from './path-api.ts';

type State = ChallengeState['state'];

const TONES: Record<State, PillTone> = { pending: 'honey', passed: 'moss', low: 'honey', rejected: 'danger' };

/** The state of a submission: `low` when it is approved below the level's minimum. */
export const stateOf = ({ status, passed }: Pick<Submission, 'status' | 'passed'>): State =>
  status === 'approved' ? (passed ? 'passed' : 'low') : status;

export function StatePill({ state }: { state: State }) {
  const { t } = useTexts('challenges');
  return <Pill tone={TONES[state]}>{t(`challenges.state.${state}`)}</Pill>;
}
