import { expect, test } from '@jest/globals';
import { timeInMail } from './time.ts';

const time = new Date('2026-07-04T22:30:00Z');

test.each([
  ['es', 'Europe/Madrid', '5 de julio de 2026 a las 00:30 hora de verano de Europa central'],
  ['es', null, '4 de julio de 2026 a las 22:30 tiempo universal coordinado (UTC)'],
  ['en', 'America/New_York', 'July 4, 2026 at 06:30 PM Eastern Daylight Time'],
  ['en', null, 'July 4, 2026 at 10:30 PM Coordinated Universal Time (UTC)'],
  ['zh', 'Asia/Shanghai', '2026年7月5日 中国标准时间 06:30'],
  ['zh', null, '2026年7月4日 协调世界时 22:30 (UTC)'],
] as const)('in %s a time in the zone %s is shown with its zone', (language, timeZone, expected) => {
  expect(timeInMail(language, time, timeZone)).toBe(expected);
});
