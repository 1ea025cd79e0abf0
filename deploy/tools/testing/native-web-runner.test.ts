import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openRunnerBench } from './runner-bench.ts';

const testing = join(import.meta.dirname, '..', '..', '..', 'frontend', 'testing');
const parser = { syntax: 'typescript', tsx: true };
const jsc = { parser, target: 'es2023', transform: { react: { runtime: 'automatic' } } };

const { run, write } = openRunnerBench(
  {
    testMatch: ['<rootDir>/tests/*.test.{ts,tsx}'],
    testRunner: join(import.meta.dirname, 'native-web-runner.mjs'),
    testEnvironment: join(testing, 'bare-environment.ts'),
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    transform: { '^.+\\.tsx?$': ['@swc/jest', { jsc, module: { type: 'es6' } }] },
    moduleNameMapper: {
      '^@testing-library/(dom|react)$': '<rootDir>/node_modules/@testing-library/$1/dist/@testing-library/$1.esm.js',
    },
  },
  ['--experimental-vm-modules'],
);

const inWindow = `/** @jest-environment ${join(testing, 'environment.ts')} */\n`;

test('each file has its own window, globals and modules, unaffected by other files', async () => {
  await write('state.ts', 'export const state = { loaded: 0 }; state.loaded += 1;');
  const file = (name: string) => `${inWindow}
    import { expect, jest, test } from '@jest/globals';
    import { render, screen } from '@testing-library/react';
    import i18next from 'i18next';
    import * as React from 'react';
    import { state } from '../state.ts';
    const kept = process as { react?: object; heard?: number; late?: boolean };
    kept.react ??= React.createElement;
    kept.heard = 0;
    test('${name} finds nothing of another file', async () => {
      expect(document.body.innerHTML).toBe('');
      expect(localStorage.length).toBe(0);
      expect(location.pathname + history.length).toBe('/1');
      expect(state.loaded).toBe(1);
      expect(i18next.language).toBe(undefined);
      expect(typeof globalThis.fetch).toBe('undefined');
      expect('left' in globalThis).toBe(false);
      expect(Date.now()).not.toBe(7);
      dispatchEvent(new Event('resize'));
      expect(kept.heard).toBe(0);
    });
    test('${name} shows something, and what it replaces on the window is replaced', () => {
      render(<p>${name}</p>);
      expect(screen.getByText('${name}').ownerDocument).toBe(document);
      jest.spyOn(window, 'matchMedia').mockReturnValue('mocked' as never);
      expect(matchMedia('print')).toBe('mocked');
      expect(kept.react).toBe(React.createElement);
    });
    test('${name} leaves much behind, and its document is cleared between tests all the same', async () => {
      expect(document.body.innerHTML).toBe('');
      document.body.append('left');
      localStorage.setItem('left', '1');
      history.pushState(null, '', '/left');
      addEventListener('resize', () => { kept.heard = 1; });
      state.loaded += 1;
      await i18next.init({ lng: 'es', resources: {} });
      Object.assign(globalThis, { left: 1, fetch: () => undefined });
      Object.assign(window, { alsoLeft: 1 });
      expect((globalThis as never as { alsoLeft: number }).alsoLeft).toBe(1);
      jest.spyOn(Date, 'now').mockReturnValue(7);
      setInterval(() => { throw new Error('a timer outlived its file'); }, 1);
    });`;
  await write('tests/one.test.tsx', file('one'));
  await write('tests/two.test.tsx', file('two'));
  // A later interval's third tick proves that an interval of an ended file would have fired.
  await write(
    'tests/three.test.ts',
    `import { expect, test } from '@jest/globals';
    test('a file without a window has the globals of Node', async () => {
      expect([typeof window, typeof document, typeof fetch]).toEqual(['undefined', 'undefined', 'function']);
      let turns = 0;
      await new Promise<void>((resolve) => {
        const interval = setInterval(() => { turns += 1; if (turns === 3) { clearInterval(interval); resolve(); } }, 1);
      });
    });`,
  );
  const { statuses, messages } = await run();
  expect(Object.values(messages).join('')).toBe('');
  expect(Object.keys(statuses)).toHaveLength(7);
});

test('a test fails by an assertion, an error of a component or an uncaught error, and its line is reported', async () => {
  await write(
    'tests/one.test.tsx',
    `${inWindow}
    import { expect, test } from '@jest/globals';
    import { render, screen } from '@testing-library/react';
    interface Props {
      name: string;
    }
    function Broken({ name }: Props) {
      if (name) throw new Error('broken ' + name);
      return <p>{name}</p>;
    }
    test('holds', () => { render(<p>here</p>); screen.getByText('here'); });
    test('claims too much', () => {
      render(<p>here</p>);
      expect(document.body.textContent).toBe('there');
    });
    test('shows what is broken', () => void render(<Broken name="lamp" />));
    test('throws in a listener', () => {
      addEventListener('resize', () => { throw new Error('not caught'); });
      dispatchEvent(new Event('resize'));
    });`,
  );
  const { statuses, messages } = await run();
  expect(statuses).toEqual({
    holds: 'passed',
    'claims too much': 'failed',
    'shows what is broken': 'failed',
    'throws in a listener': 'failed',
  });
  expect(messages['claims too much']).toMatch(/\(\S+tests\/one\.test\.tsx:15:/);
  expect(messages['shows what is broken']).toMatch(/broken lamp[\s\S]*Broken \(\S+tests\/one\.test\.tsx:9:/);
  expect(messages['throws in a listener']).toContain('not caught');
});

test("a test's fake clock applies to timers, dates and waits for elements, and ends with the file at the latest", async () => {
  const file = (name: string) => `${inWindow}
    import { expect, jest, test } from '@jest/globals';
    import { render, screen } from '@testing-library/react';
    import { useEffect, useState } from 'react';
    function Late() {
      const [text, setText] = useState('early');
      useEffect(() => void window.setTimeout(() => setText('late'), 3_600_000), []);
      return <p>{text}</p>;
    }
    test('${name} moves the clock', async () => {
      expect(Date.now()).toBeGreaterThan(Date.parse('2020-01-01'));
      jest.useFakeTimers({ advanceTimers: true, now: 0 });
      expect(new Date().getFullYear()).toBeLessThan(1971);
      render(<Late />);
      jest.advanceTimersByTime(3_600_000);
      await screen.findByText('late');
      history.pushState(null, '', '/next');
      history.back();
      await new Promise((resolve) => addEventListener('popstate', resolve));
    });`;
  await write('tests/one.test.tsx', file('one'));
  await write('tests/two.test.tsx', file('two'));
  const { statuses, messages } = await run();
  expect(Object.values(messages).join('')).toBe('');
  expect(Object.keys(statuses)).toHaveLength(2);
});
