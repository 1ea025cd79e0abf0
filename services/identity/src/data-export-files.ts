import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import type { ArchiveFile } from './archive.ts';
import { dataExportReadme } from './data-export-texts.ts';
import {
  listPictures,
  openPicture,
  type PersonalArea,
  type PersonalDataDeps,
  personalAreaNames,
  readArea,
} from './personal-data.ts';
import type { DataExport } from './store/data-exports.ts';

/** Slightly below the limit of media. */
const picturesMaxBytes = 350 * 1024 * 1024;
const picturesPerStep = 20;

/**
 * Yields the files of a data export: a README in the user's language, a JSON file per area, and the user's pictures.
 * `advance` receives the progress and throws when the export was cancelled.
 */
export async function* archiveFiles(
  deps: PersonalDataDeps,
  { userId, language, requestedAt }: Pick<DataExport, 'userId' | 'language' | 'requestedAt'>,
  advance: (done: number, total: number) => Promise<void>,
): AsyncGenerator<ArchiveFile> {
  const account = await deps.store.users.byId(userId);
  const pictures = withinLimit(await listPictures(deps, userId));
  const total = personalAreaNames.length + pictures.included.length;
  await advance(0, total);
  const about = { name: account?.name ?? '', madeAt: requestedAt, leftOut: pictures.leftOut };
  yield { name: 'README.txt', content: textOf(dataExportReadme(account?.language ?? language, about)) };
  for (const [index, area] of personalAreaNames.entries()) {
    yield { name: `${area}.json`, content: jsonOf(deps, area, userId) };
    await advance(index + 1, total);
  }
  for (const [index, { key }] of pictures.included.entries()) {
    if (index % picturesPerStep === 0) await advance(personalAreaNames.length + index, total);
    const content = await openPicture(deps, key);
    if (content) yield { name: `pictures/${key}`, isPacked: true, content };
    else deps.ctx.log.info({ key }, 'picture omitted from data export: it was deleted');
  }
  await advance(total, total);
}

/** Takes pictures up to the size limit and counts the rest. */
function withinLimit(pictures: readonly StoredObject[]): { included: StoredObject[]; leftOut: number } {
  let bytes = 0;
  const included = pictures.filter(({ sizeBytes }) => {
    if (bytes + sizeBytes > picturesMaxBytes) return false;
    bytes += sizeBytes;
    return true;
  });
  return { included, leftOut: pictures.length - included.length };
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** A JSON array with one record per line. */
async function* jsonOf(deps: PersonalDataDeps, area: PersonalArea, userId: string): AsyncGenerator<Uint8Array> {
  let before = '[\n';
  for await (const records of readArea(deps, area, userId)) {
    if (records.length === 0) continue;
    yield Buffer.from(`${before}${records.join(',\n')}`);
    before = ',\n';
  }
  yield Buffer.from(before === ',\n' ? '\n]\n' : '[]\n');
}
