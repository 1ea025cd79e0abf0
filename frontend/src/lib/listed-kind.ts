import type { Schema } from './contract.ts';

/** Kinds of reported objects under their own names. */
export type ListedKind = Schema<'ReportedKind'> | 'vibe';

type Kinded = { kind: Schema<'ReportedKind'>; postKind: Schema<'ModerationCase'>['postKind'] };

/** Returns the kind of a reported object: a post of kind story is a vibe. */
export const listedKind = ({ kind, postKind }: Kinded): ListedKind =>
  kind === 'post' && postKind === 'story' ? 'vibe' : kind;
