import type { ComponentType, ReactNode } from 'react';
import type { Tribe } from './api.ts';

/** The last segment of a part's address. */
export type TribePartName =
  | 'people'
  | 'requests'
  | 'levels'
  | 'media'
  | 'submissions'
  | 'invites'
  | 'moderation'
  | 'insight'
  | 'settings';

/** A part of a tribe other than its feed, with its own address: `/tools/tribes/{id}/{name}`. */
export interface TribePart {
  name: TribePartName;
  icon: ReactNode;
  /** Whether it is open to the viewer. */
  isOpen: (tribe: Tribe) => boolean;
  /** Whether it is in the bar of the tribe, always or only on a desktop; every part is among its panels. */
  inBar?: 'always' | 'desk';
  /** In the bar of a desktop for moderators. */
  forModerators?: boolean;
  View: ComponentType<{ tribe: Tribe }>;
}

/** Whether it is in the bar for the viewer. */
export const isInBar = ({ inBar, forModerators }: TribePart, tribe: Tribe, isDesk: boolean): boolean =>
  inBar === 'always' || (isDesk && (inBar === 'desk' || (forModerators === true && tribe.canModerate)));

export const isMember = ({ membership }: Pick<Tribe, 'membership'>): boolean => membership?.status === 'active';
