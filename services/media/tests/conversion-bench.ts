import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { jobsDone } from '@tribus/kit/testing/jobs.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { MediaFailed, MediaProgress, MediaReady } from '@tribus/proto/media/v1/events.ts';
import type { ClaimUploadsRequest, StoredObject } from '@tribus/proto/media/v1/service.ts';
import type { MediaDb } from '../src/store/tables.ts';
import type { Bench } from './bench.ts';
import { UploadClient } from './upload-client.ts';
import { aac, makeVideo, picture, sound, videoPrograms } from './video-files.ts';

const run = promisify(execFile);

/** More than 8 MB in few frames: noise, nearly without loss, in which a player finds H.264 and AAC. */
export const largeVideo = (more: readonly string[] = []): Promise<Buffer> =>
  makeVideo([...picture({ size: '320x240', seconds: 3, rate: 25 }), ...sound(3), ...noise, ...aac, ...more]);

/** A small file that takes long to convert, and that few browsers play. */
export const longVideo = (): Promise<Buffer> =>
  makeVideo([
    ...picture({ size: '1280x720', seconds: 12, rate: 25 }),
    ...sound(12),
    '-c:v',
    'mpeg4',
    '-q:v',
    '4',
    ...aac,
  ]);

const large = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-crf', '1'];
const noise = ['-vf', 'noise=alls=100:allf=t', ...large];

/** A stream, as ffprobe describes it. */
export interface ProbedStream {
  codec_type: string;
  codec_name: string;
  pix_fmt?: string;
  color_transfer?: string;
  sample_aspect_ratio?: string;
  width?: number;
  height?: number;
  channels?: number;
  duration: string;
  nb_frames: string;
  side_data_list?: { rotation?: number }[];
  tags?: Record<string, string>;
}

interface ProbedFile {
  streams: ProbedStream[];
  chapters: unknown[];
  format: { duration: string; tags?: Record<string, string> };
}

export async function probed(bytes: Buffer): Promise<ProbedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'tribus-probe-'));
  const path = join(folder, 'video');
  try {
    await writeFile(path, bytes);
    const args = ['-v', 'error', '-show_streams', '-show_chapters', '-show_format', '-of', 'json', path];
    return JSON.parse((await run(videoPrograms.ffprobe, args)).stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Uploads videos, claims them as a post does, and reads what becomes of them. */
export function conversionsOn(bench: () => Bench) {
  const bytesOf = async (key: string): Promise<Buffer> => {
    const response = await bench().fetch(bench().urls.publicUrl(key));
    if (response.status !== 200) throw new Error(`not served: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const upload = async (bytes: Buffer, actor = person()): Promise<Claimable> => {
    const client = new UploadClient(bench().service, actor);
    const path = await client.create(bytes.length);
    const { status, code } = await client.patch(path, 0, bytes);
    if (status !== 204) throw new Error(`upload refused: ${code}`);
    return { ownerId: actor.id, uploadIds: [path.split('/').at(-1) ?? ''], claimId: path };
  };
  const claim = async (claimable: Claimable, more: Partial<ClaimUploadsRequest> = {}): Promise<StoredObject> => {
    const usual = { visibility: 'public', collection: '' } as const;
    const { objects } = await bench().rpc.claimUploads({ ...claimable, ...usual, ...more });
    if (!objects[0]) throw new Error('nothing was claimed');
    return objects[0];
  };
  const found = async (key: string): Promise<StoredObject | undefined> =>
    (await bench().rpc.getObjects({ keys: [key] })).objects[0];
  return {
    bytesOf,
    upload,
    claim,
    found,
    /** Resolves when a part of a video has been converted. */
    underWay: (key: string) =>
      until(async () => (await progressOf(bench().postgres, key)) > 0, 'the conversion is under way'),
    /** Returns the replacement, progress and failure that events reported for a video. */
    async reported(key: string) {
      await jobsDone(bench().postgres.db, 'convertVideo');
      const of = <E extends { key: string }>(events: E[]) => events.filter((event) => event.key === key);
      return {
        ready: of(await bench().events(MediaReady)).map(({ replacementKey }) => replacementKey),
        percents: of(await bench().events(MediaProgress)).map(({ percent }) => percent),
        failed: of(await bench().events(MediaFailed)).map(({ reason }) => reason),
      };
    },
    /** Publishes a post with a video; resolves to the post as shown at once. */
    publish: async (bytes: Buffer, more: Partial<ClaimUploadsRequest> = {}, actor?: Actor): Promise<StoredObject> => {
      const object = await claim(await upload(bytes, actor), more);
      await bench().rpc.keepObjects({ keys: [object.key] });
      return object;
    },
  };
}

/** Percent of a video converted so far. */
export async function progressOf({ db }: Postgres<MediaDb>, key: string): Promise<number> {
  const query = db.selectFrom('objects').select('convertedPercent').where('key', '=', key);
  return (await query.executeTakeFirst())?.convertedPercent ?? 0;
}

type Claimable = Pick<ClaimUploadsRequest, 'ownerId' | 'uploadIds' | 'claimId'>;
