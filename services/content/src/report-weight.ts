import { reportWeights } from '../limits.ts';

/** What decides how much somebody's report counts. */
export interface Reporter {
  /** 0 for who is no member. */
  levelOrder: number;
  /** Their account is so young that it has tighter limits. */
  isNew: boolean;
  /** How their reports ended so far. */
  upheld: number;
  dismissed: number;
}

/** What is reported. */
export interface About {
  /** It is by somebody who looks after its tribe. */
  isModerators: boolean;
}

/** How much a report counts towards hiding what it is about until a moderator has looked at it. */
export function weightOf({ levelOrder, isNew, upheld, dismissed }: Reporter, about: About): number {
  if (isNew) return 0;
  const { byLevel, ofModerators } = reportWeights;
  if (about.isModerators && levelOrder < ofModerators.fromLevel) return 0;
  const weight = byLevel[Math.min(levelOrder, byLevel.length - 1)] ?? 0;
  return Math.round((weight * shareOf(upheld, dismissed)) / 100);
}

/** In percent: who has reported for nothing counts less, who was mostly right counts more. */
function shareOf(upheld: number, dismissed: number): number {
  const { outcomesMin, byOutcomes } = reportWeights;
  const decided = upheld + dismissed;
  if (decided < outcomesMin) return byOutcomes.mixed;
  if (upheld === 0) return byOutcomes.neverUpheld;
  if (upheld >= 2 * dismissed) return byOutcomes.mostlyUpheld;
  return dismissed >= 2 * upheld ? byOutcomes.mostlyDismissed : byOutcomes.mixed;
}

/** Whether reports of this weight from so many people hide what they are about. */
export function isEnoughToHide({ weight, reporters }: { weight: number; reporters: number }, about: About): boolean {
  const { threshold, reportersMin, ofModerators } = reportWeights;
  return reporters >= reportersMin && weight >= (about.isModerators ? ofModerators.threshold : threshold);
}
