import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { field, isDoc, toNumber, typeName } from './values.ts';

/** The fields of a command or of one of its statements, read by type; throws for a wrong type. */
export class Arguments {
  readonly name: string;
  readonly #fields: Doc;

  constructor(name: string, fields: Doc) {
    this.name = name;
    this.#fields = fields;
  }

  /** Throws on every field that is neither known nor switched off. */
  assertOnly(known: ReadonlySet<string>, unsupported: ReadonlySet<string>): void {
    for (const [name, value] of Object.entries(this.#fields)) {
      if (known.has(name)) continue;
      if (!unsupported.has(name)) {
        throw new CommandError('IDLUnknownField', `BSON field '${this.name}.${name}' is an unknown field.`);
      }
      if (!isOff(value)) {
        throw new CommandError('NotImplemented', `The field '${name}' of ${this.name} is not supported by this server`);
      }
    }
  }

  value(name: string): Value | undefined {
    return field(this.#fields, name) ?? undefined;
  }

  doc(name: string): Doc | undefined {
    const value = this.value(name);
    if (value === undefined || isDoc(value)) return value;
    throw this.#wrongType(name, value, 'object');
  }

  list(name: string): Value[] {
    const value = this.value(name);
    if (Array.isArray(value)) return value;
    throw value === undefined ? this.missing(name) : this.#wrongType(name, value, 'array');
  }

  /** Reads a list of documents. */
  docs(name: string): Doc[] {
    return this.list(name).map((item, i) => {
      if (!isDoc(item)) throw this.#wrongType(`${name}.${i}`, item, 'object');
      return item;
    });
  }

  text(name: string): string {
    const value = this.value(name);
    if (typeof value === 'string') return value;
    throw value === undefined ? this.missing(name) : this.#wrongType(name, value, 'string');
  }

  /** Reads a whole number that is not negative. */
  count(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = toNumber(value);
    if (number === undefined) throw this.#wrongType(name, value, 'number');
    if (Number.isSafeInteger(number) && number >= 0) return number;
    throw new CommandError(51024, `BSON field '${name}' value must be >= 0 and whole, actual value '${number}'`);
  }

  /** Reads a boolean; a number other than 0 is true. */
  flag(name: string, fallback = false): boolean {
    const value = this.value(name);
    if (value === undefined) return fallback;
    if (typeof value === 'boolean') return value;
    const number = toNumber(value);
    if (number === undefined) throw this.#wrongType(name, value, 'bool');
    return number !== 0;
  }

  missing(name: string): CommandError {
    return new CommandError(40414, `BSON field '${this.name}.${name}' is missing but a required field`);
  }

  #wrongType(name: string, value: Value, expected: string): CommandError {
    const message = `BSON field '${this.name}.${name}' is the wrong type '${typeName(value)}', expected type '${expected}'`;
    return new CommandError('TypeMismatch', message);
  }
}

/** Whether a value has no effect: an option switched off, or the collation every comparison here has. */
function isOff(value: Value): boolean {
  if (value === null || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isDoc(value) && (Object.keys(value).length === 0 || value.locale === 'simple');
}
