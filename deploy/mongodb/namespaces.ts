import { CommandError } from './errors.ts';

const BAD_DATABASE = /[/\\. "$*<>:|?\0]/;
const MAX_NAMESPACE = 255;

/** Throws on names that MongoDB also refuses. */
export function assertNamespace(namespace: string): void {
  const [database = ''] = namespace.split('.', 1);
  const name = namespace.slice(database.length + 1);
  const bad =
    database === '' ||
    database.length > 63 ||
    BAD_DATABASE.test(database) ||
    name === '' ||
    name.startsWith('.') ||
    name.startsWith('system.') ||
    /[$\0]/.test(name) ||
    Buffer.byteLength(namespace) > MAX_NAMESPACE;
  if (bad) throw new CommandError('InvalidNamespace', `Invalid namespace specified '${namespace}'`);
}
