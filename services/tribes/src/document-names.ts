import { truncate } from '@tribus/kit/http/text.ts';
import { fileNameMax } from '../limits.ts';
import type { DocumentType } from './store/tables.ts';

const endings: Readonly<Record<DocumentType, string>> = { 'application/pdf': '.pdf', 'text/plain': '.txt' };

export const isDocumentType = (contentType: string): contentType is DocumentType => Object.hasOwn(endings, contentType);

/**
 * Returns a safe file name: the last path segment of the sent name, visible characters only, with the extension of the
 * content type. Characters that change the writing direction are removed, because they can disguise the extension.
 */
export function documentName(sent: string, contentType: DocumentType): string {
  const ending = endings[contentType];
  const last = sent.split(/[\\/]/).at(-1) ?? '';
  const visible = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '').trim();
  const stem = visible.toLowerCase().endsWith(ending) ? visible.slice(0, -ending.length) : visible;
  const name = stem.replace(/^\.+/, '').trim();
  return `${truncate(name, fileNameMax - ending.length).trim() || 'documento'}${ending}`;
}
