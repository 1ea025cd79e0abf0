/** The public tribe that every visitor may read (specification 2, section 1). */
export const homininiId = 38;
/** Megabytes of one picture (decisions, section 1). */
export const imageMaxMb = 15;
