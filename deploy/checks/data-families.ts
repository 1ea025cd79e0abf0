import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { DataKind, FamilyRule } from '@tribus/kit/core/retention.ts';
import { streamOf } from '@tribus/kit/events/events.ts';
import { localFiles } from '../stores/retention.ts';
import { definitions } from './definitions.ts';

/** A declared family of stored data, with the pattern of its full names. */
export interface DeclaredFamily {
  kind: DataKind;
  name: string;
  pattern: RegExp;
  rule: FamilyRule;
}

const protos = join(import.meta.dirname, '..', '..', 'proto');
/** The streams of all packages of events. */
export const eventStreams: readonly string[] = globSync('*/v1/events.proto', { cwd: protos }).map((file) =>
  streamOf(file.split('/', 1)[0] ?? ''),
);
/** Folders relative to DATA_DIR, as `npm start` sets them; others are outside of it. */
const folders: Readonly<Record<string, string>> = {
  '{DATA_DIR}/': '',
  '{BLOBS_DIR}/': 'media/',
  '{UPLOAD_DIR}/': 'media/uploads/',
  '{MAIL_DIR}/': 'mail/',
  '{EVENTS}': `(?:${eventStreams.join('|')})`,
};

/** All families that services and stores declare, each once. */
export function declaredFamilies(): DeclaredFamily[] {
  const ofServices = definitions.flatMap(({ name: service, data }) =>
    Object.entries(data).flatMap(([kind, families]) =>
      Object.entries(families).map(([name, rule]) =>
        toFamily(kind as DataKind, kind === 'redis key' ? `${service}:${name}` : name, rule),
      ),
    ),
  );
  const local = Object.entries(localFiles).map(([name, rule]) => toFamily('file', name, rule));
  return [...new Map([...ofServices, ...local].map((family) => [`${family.kind} ${family.name}`, family])).values()];
}

const toFamily = (kind: DataKind, name: string, rule: FamilyRule): DeclaredFamily => ({
  kind,
  name,
  pattern: patternOf(name),
  rule,
});

function patternOf(name: string): RegExp {
  const parts = name.split(/(\*\*|\*|\{\w+\}\/?)/).map((part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return folders[part] ?? part.replace(/[\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}
