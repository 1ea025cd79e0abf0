import { TribeId } from '@tribus/community/ids.ts';
import { Cursor, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { PointsCause } from '@tribus/proto/gamification/v1/types.ts';
import { z } from 'zod';
import { challengeLimits } from './limits.ts';

/** Points, levels and the ledger behind them (specification 2, section 3; decisions.md 3). */

/** Points required for each level from 2 on, by level. */
export const ThresholdMap = z.record(z.string().regex(/^\d+$/), z.int().min(0)).meta({ id: 'ThresholdMap' });
export type ThresholdMap = z.output<typeof ThresholdMap>;

/** Response of GET gamification/thresholds. */
export const Thresholds = z.object({ thresholds: ThresholdMap });
export type Thresholds = z.output<typeof Thresholds>;

/** GET gamification/me: the sum over all tribes, and the level for it. */
export const MyPoints = z
  .object({ points: z.int(), level: z.int(), thresholds: ThresholdMap })
  .meta({ id: 'MyPoints' });
export type MyPoints = z.output<typeof MyPoints>;

/** The viewer's points in one tribe; `level` is their levelOrder there (decisions.md 3). */
export const TribePoints = z
  .object({
    tribeId: z.int(),
    tribeName: z.string(),
    points: z.int(),
    level: z.int(),
    thresholds: ThresholdMap,
  })
  .meta({ id: 'TribePoints' });
export type TribePoints = z.output<typeof TribePoints>;

/** GET gamification/me/by-tribe: every tribe the viewer is an active member of, also without points. */
export const PointsByTribe = z.object({ items: z.array(TribePoints) });
export type PointsByTribe = z.output<typeof PointsByTribe>;

const PointsLimit = z
  .object({
    kind: z.enum(challengeLimits).meta({
      description: '`tribe_day`: per tribe and UTC day; `week`: over all tribes, in any seven days',
    }),
    max: z.int().meta({ description: 'The most points that challenges give within the limit' }),
    withheld: z.int().meta({ description: 'The points that the cause would have given besides' }),
  })
  .meta({ id: 'PointsLimit' });

/** A change of points and its cause. */
export const LedgerEntry = z
  .object({
    id: z.string(),
    tribeId: z.int(),
    points: z.int().meta({ description: 'Negative when revoked; 0 when a limit withheld all' }),
    cause: z.enum(PointsCause).exclude(['none']),
    postId: z.string().nullable().meta({ description: 'The related post, if any' }),
    limit: PointsLimit.nullable().meta({ description: 'Why the cause gave fewer points than usual' }),
    createdAt: Time,
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.output<typeof LedgerEntry>;

/** GET gamification/me/ledger: all tribes without `tribeId`, the newest first. */
export const LedgerQuery = z.object({ tribeId: TribeId.optional(), limit: limit(50), cursor: Cursor });
export type LedgerQuery = z.output<typeof LedgerQuery>;

export const Ledger = pageOf(LedgerEntry);
export type Ledger = z.output<typeof Ledger>;
