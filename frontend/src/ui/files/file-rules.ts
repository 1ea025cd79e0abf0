/** Which files are accepted. */
export interface FileRules {
  /** As in the `accept` of an input: MIME types (`image/png`, `image/*`) and extensions (`.csv`). */
  types: readonly string[];
  /** Maximum size of each file, in MB. */
  maxMb: number;
  /** In total, including those that were chosen before. */
  maxCount: number;
}

/** Why a file was rejected. */
export type RefusalReason = 'type' | 'size' | 'empty' | 'count';

export interface Refusal {
  name: string;
  reason: RefusalReason;
}

/** Divides files into accepted and rejected ones; `before` is the number of files already chosen. */
export function checkFiles(
  files: readonly File[],
  rules: FileRules,
  before: number,
): { taken: File[]; refused: Refusal[] } {
  const taken: File[] = [];
  const refused: Refusal[] = [];
  for (const file of files) {
    const reason = problemOf(file, rules) ?? (before + taken.length >= rules.maxCount ? 'count' : null);
    if (reason) refused.push({ name: file.name, reason });
    else taken.push(file);
  }
  return { taken, refused };
}

function problemOf(file: File, { types, maxMb }: FileRules): RefusalReason | null {
  if (!types.some((type) => matches(file, type))) return 'type';
  if (file.size === 0) return 'empty';
  return isLarger(file, maxMb) ? 'size' : null;
}

/** Whether a file exceeds a maximum size in MB. */
export const isLarger = ({ size }: Pick<File, 'size'>, maxMb: number): boolean => size > maxMb * 1024 * 1024;

function matches(file: File, type: string): boolean {
  if (type.startsWith('.')) return file.name.toLowerCase().endsWith(type.toLowerCase());
  return type.endsWith('/*') ? file.type.startsWith(type.slice(0, -1)) : file.type === type;
}

const NAMES: Record<string, string> = {
  'image/jpeg': 'JPG',
  'image/svg+xml': 'SVG',
  'image/webp': 'WebP',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
};

/** The types for display: JPG, PNG, CSV. */
export function typeNames(types: readonly string[]): string[] {
  return [...new Set(types.map((type) => NAMES[type] ?? type.replace(/^\.|^.*\//, '').toUpperCase()))];
}
