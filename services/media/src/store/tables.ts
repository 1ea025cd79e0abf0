import type * as proto from '@tribus/proto/media/v1/types.ts';
import type { Generated } from 'kysely';
import type { videoTypes } from '../../limits.ts';

export type Purpose = Exclude<proto.UploadPurpose, 'none'>;
export type Variant = Exclude<proto.VariantName, 'none'>;
export type VideoType = keyof typeof videoTypes;
export type Visibility = Exclude<proto.Visibility, 'none'>;

/** The tables of migrations/. */
export interface MediaDb {
  reservations: { id: string; ownerId: string; bytes: number; expiresAt: Date };
  /** Uploads of at least the last hour, counted for the quota. */
  uploads: { id: string; ownerDigest: string; uploadedAt: Date };
  resumableUploads: {
    id: string;
    ownerId: string;
    sizeBytes: number;
    /** Stored bytes; the next part begins here. */
    receivedBytes: number;
    /** Null until enough bytes are stored to detect it. */
    contentType: VideoType | null;
    /** The objects of its parts, in order; empty when it is complete. */
    partKeys: string[];
    /** The object of the complete file. */
    objectKey: string | null;
    /** The claim of the row that shows it. */
    claimedBy: string | null;
    createdAt: Date;
    expiresAt: Date;
  };
  collections: { name: string; visibility: Visibility; version: number };
  stores: {
    id: string;
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
    publicBaseUrl: string;
    createdAt: Date;
    leftAt: Date | null;
  };
  objects: {
    key: string;
    mainKey: string | null;
    variant: Variant | null;
    ownerId: string;
    purpose: Purpose;
    visibility: Visibility;
    contentType: string;
    sizeBytes: number;
    width: number;
    height: number;
    lqip: string;
    durationMs: Generated<number>;
    processing: Exclude<proto.ProcessingState, 'none'> | null;
    /** Whether every browser plays a video; true for others. */
    playable: Generated<boolean>;
    /** Null if no conversion was enqueued. */
    convertedPercent: number | null;
    /** Videos with a smaller one are converted first; null as `convertedPercent`. */
    conversionTurn: number | null;
    /** Null for others than videos, and for a video of an earlier version. */
    metadata: 'removed' | 'removing' | 'unremovable' | null;
    rotated: boolean;
    createdAt: Date;
    keptAt: Date | null;
    collection: string | null;
    visibilityVersion: Generated<number>;
    /** The time from which an archive is no longer served; null for other objects. */
    expiresAt: Date | null;
    storeId: string | null;
    blobKey: string | null;
  };
}
