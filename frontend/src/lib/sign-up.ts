import { useQuery } from '@tanstack/react-query';
import { siteQuery } from './shared-queries.ts';

/** Whether visitors may create an account; true until the settings of the site are loaded. */
export const useSignUpOpen = (): boolean => !useQuery(siteQuery).data?.disableSignup;
