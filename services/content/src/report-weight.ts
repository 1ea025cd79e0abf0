import { reportWeights } from '../limits.ts';

/** Facts that determine the weight of a user's report. */
export interface Reporter {
  /** 0 for a non-member. */
  levelOrder: number;
  /** The account has the limits of new accounts. */
  isNew: boolean;
  /** Outcomes of their earlier reports. */
  upheld: number;
  dismissed: number;
}

/** The author of the reported object. */
export interface ReportedAuthor {
  /** Whether they are a moderator of the tribe of the object. */
  isModerator: boolean;
}

/** The weight of a report towards hiding its object until a moderator reviews it. */
export function computeReportWeight(
  { levelOrder, isNew, upheld, dismissed }: Reporter,
  author: ReportedAuthor,
): number {
  if (isNew) return 0;
  const { byLevel, ofModerators } = reportWeights;
  if (author.isModerator && levelOrder < ofModerators.fromLevel) return 0;
  const weight = byLevel[Math.min(levelOrder, byLevel.length - 1)] ?? 0;
  return Math.round((weight * percentageOf(upheld, dismissed)) / 100);
}

/** In percent: reports weigh less if most reports of their author were dismissed, and more if most were upheld. */
function percentageOf(upheld: number, dismissed: number): number {
  const { outcomesMin, byOutcomes } = reportWeights;
  const decided = upheld + dismissed;
  if (decided < outcomesMin) return byOutcomes.mixed;
  if (upheld === 0) return byOutcomes.neverUpheld;
  if (upheld >= 2 * dismissed) return byOutcomes.mostlyUpheld;
  return dismissed >= 2 * upheld ? byOutcomes.mostlyDismissed : byOutcomes.mixed;
}

/** Whether reports of this weight by this many people hide their object. */
export function isEnoughToHide(
  { weight, reporters }: { weight: number; reporters: number },
  author: ReportedAuthor,
): boolean {
  const { threshold, reportersMin, ofModerators } = reportWeights;
  return reporters >= reportersMin && weight >= (author.isModerator ? ofModerators.threshold : threshold);
}
