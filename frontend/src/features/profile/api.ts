import type { Schema } from '../../lib/contract.ts';

export type PublicProfile = Schema<'PublicProfile'>;
export type Photo = Schema<'Photo'>;
export type Visibility = Schema<'ProfileVisibility'>;
