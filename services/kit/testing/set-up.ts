import { afterAll } from '@jest/globals';
import { closeLeftOpen } from './left-open.ts';

// Taken in by each test file in turn (jest.config.js).
afterAll(closeLeftOpen);
