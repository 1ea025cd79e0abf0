import { run } from '@tribus/kit/service.ts';
import { gamification } from './service.ts';

await run(gamification);
