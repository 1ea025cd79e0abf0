import { dropPicturesJob } from '@tribus/community/dropped-pictures.ts';
import type { Job } from '@tribus/kit/jobs/definition.ts';
import type { Deps } from './deps.ts';
import { closePicturesJob } from './picture-access.ts';

export const tribesJobs = ({ media }: Pick<Deps, 'media'>): Job[] => [dropPicturesJob(media), closePicturesJob(media)];
