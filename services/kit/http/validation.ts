import { z } from 'zod';
import { AppError, type Catalogue, type ErrorDetail, type ErrorEntry, fail, fill, general } from '../core/errors.ts';
import type { Language } from '../core/language.ts';

const localeErrors = {
  es: z.locales.es().localeError,
  en: z.locales.en().localeError,
  zh: z.locales.zhCN().localeError,
};

const maxDepth = 32;

/**
 * Returns `value` parsed by the schema. Throws 400 in the actor's language, with a detail for each field: the code and
 * message of the first custom issue (whose message is a code of the service's catalogue), else `invalid_input`.
 */
export function validate<T extends z.ZodType>(
  schema: T,
  value: unknown,
  language: Language,
  catalogue: Catalogue = {},
): z.output<T> {
  rejectUnstorable(value, 0);
  const result = schema.safeParse(value, { error: (issue) => localeErrors[language](issue) });
  if (result.success) return result.data;
  throw invalid(result.error.issues, language, catalogue);
}

function invalid(issues: readonly z.core.$ZodIssue[], language: Language, catalogue: Catalogue): AppError {
  const entries = issues.map((issue) => ({ issue, entry: entryOf(issue, catalogue) }));
  const details: ErrorDetail[] = entries.map(({ issue, entry }) => ({
    path: issue.path.map(String).join('.'),
    message: entry ? fill(entry[language], paramsOf(issue)) : issue.message,
  }));
  const first = entries.find(({ entry }) => entry);
  if (!first?.entry) return fail('invalid_input', undefined, { details });
  return new AppError(first.issue.message, first.entry, { params: paramsOf(first.issue), details });
}

function entryOf(issue: z.core.$ZodIssue, catalogue: Catalogue): ErrorEntry | undefined {
  const entries: Catalogue = { ...general.catalogue, ...catalogue };
  return Object.hasOwn(entries, issue.message) ? entries[issue.message] : undefined;
}

function paramsOf(issue: z.core.$ZodIssue): Record<string, string | number> {
  const params = 'params' in issue ? issue.params : undefined;
  return Object.fromEntries(
    Object.entries(params ?? {}).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
}

/** Refuses text that stores cannot save (NUL) and nesting that only an attacker would send (trust.md 14). */
function rejectUnstorable(value: unknown, depth: number): void {
  if (depth > maxDepth) throw fail('invalid_input');
  if (typeof value === 'string' && value.includes('\u0000')) throw fail('invalid_input');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key.includes('\u0000')) throw fail('invalid_input');
    rejectUnstorable(inner, depth + 1);
  }
}
