import { Long } from 'bson';
import { Arguments } from './arguments.ts';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import type { Path } from './paths.ts';
import type { StageMaker } from './stage.ts';
import { field, isDoc } from './values.ts';

const FIELDS = new Set(['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays']);

/** `$unwind`: one document per array element. A value that is no array counts as one element. */
export const unwind: StageMaker = (spec) => {
  const args = new Arguments('$unwind', isDoc(spec) ? spec : { path: spec });
  args.assertOnly(FIELDS, new Set());
  const source = args.text('path');
  if (!source.startsWith('$') || source.length < 2) {
    throw new CommandError(28818, `path option to $unwind stage should be prefixed with a '$': ${source}`);
  }
  const path = source.slice(1).split('.');
  const preserve = args.flag('preserveNullAndEmptyArrays');
  const index = args.value('includeArrayIndex') === undefined ? undefined : args.text('includeArrayIndex').split('.');
  if (index?.includes('') || index?.[0]?.startsWith('$')) {
    throw new CommandError(28822, 'includeArrayIndex must be a field name that does not start with $');
  }
  const numbered = (doc: Doc, at: Value): Doc => (index ? withValue(doc, index, at) : doc);
  return (docs) =>
    docs.flatMap((doc) => {
      const value = valueAt(doc, path);
      if (Array.isArray(value) && value.length > 0) {
        return value.map((item, i) => numbered(withValue(doc, path, item), Long.fromNumber(i)));
      }
      if (value === undefined || value === null || Array.isArray(value)) {
        return preserve ? [numbered(Array.isArray(value) ? withoutValue(doc, path) : doc, null)] : [];
      }
      return [numbered(doc, null)];
    });
};

function valueAt(doc: Doc, path: Path): Value | undefined {
  let value: Value | undefined = doc;
  for (const part of path) value = isDoc(value) ? field(value, part) : undefined;
  return value;
}

function withValue(doc: Doc, [name = '', ...rest]: Path, value: Value): Doc {
  const child = field(doc, name);
  return { ...doc, [name]: rest.length === 0 ? value : withValue(isDoc(child) ? child : {}, rest, value) };
}

function withoutValue(doc: Doc, [name = '', ...rest]: Path): Doc {
  const { [name]: child, ...others } = doc;
  return rest.length > 0 && isDoc(child) ? { ...doc, [name]: withoutValue(child, rest) } : others;
}
