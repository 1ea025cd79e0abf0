import type { ComponentType, ReactNode } from 'react';
import type { Tribe } from './api.ts';

/** The last word of a part's address. */
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

/** A part of a tribe beside its feed, with an address of its own: `/tools/tribes/{id}/{name}`. */
export interface TribePart {
  name: TribePartName;
  icon: ReactNode;
  /** Whether it is there for the viewer. */
  isOpen: (tribe: Tribe) => boolean;
  /** It stands in the bar of the tribe, everywhere or where a desk has room; every part stands among its panels. */
  inBar?: 'always' | 'desk';
  /** In the bar of a desk for those who moderate. */
  forModerators?: boolean;
  View: ComponentType<{ tribe: Tribe }>;
}

/** Whether it has its place in the bar for the viewer. */
export const isInBar = ({ inBar, forModerators }: TribePart, tribe: Tribe, isDesk: boolean): boolean =>
  inBar === 'always' || (isDesk && (inBar === 'desk' || (forModerators === true && tribe.canModerate)));

export const isMember = ({ membership }: Pick<Tribe, 'membership'>): boolean => membership?.status === 'active';
