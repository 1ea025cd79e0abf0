import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Topology } from '../one/system.ts';

export interface BenchOptions {
  topology: Topology;
  /** Names or prefixes of the rows to measure; all when empty. */
  only: readonly string[];
  json: boolean;
  /** Address of a running system; one is started when undefined. */
  url: string | undefined;
  /** Folder of another checkout to compare with. */
  against: string | undefined;
  /** Duration of each run. */
  seconds: number;
  runs: number;
  /** Number of posts that searches and the home feed are measured with. */
  posts: number;
  /** Only print the usage. */
  help: boolean;
}

export const usage = `npm run bench -- [options]

  --topology one|many   one process, or a process for each service (one)
  --only a,b            rows whose names begin so, e.g. --only feed,login or --only outage,recovery
  --url URL             a running system on this machine instead of one of its own; its limits must be raised
  --against DIR         compares with another checkout, which was set up there: what a request costs, in turns
  --seconds N           length of a run (10)
  --runs N              runs of each row, of which the median is shown (3)
  --posts N             posts of the rows search and home (200000, as in their targets; at least 50000)
  --json                figures as JSON
`;

/** A mistake in the command line; its message is shown to the user. */
export class UsageError extends Error {}

/** Reads the command line; throws a UsageError on an unknown option or an invalid value. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parse(args);
  if (values.topology !== 'one' && values.topology !== 'many') throw new UsageError('--topology is one or many');
  if (values.against !== undefined && values.url !== undefined)
    throw new UsageError('--against starts both systems itself, so there is no --url');
  return {
    topology: values.topology,
    only: values.only ? values.only.split(',').map((name) => name.trim()) : [],
    json: values.json,
    url: values.url === undefined ? undefined : onThisMachine(values.url),
    against: values.against === undefined ? undefined : resolve(values.against),
    seconds: wholeNumber('seconds', values.seconds, 60),
    runs: wholeNumber('runs', values.runs, 9),
    posts: wholeNumber('posts', values.posts, 1_000_000, 50_000),
    help: values.help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        topology: { type: 'string', default: 'one' },
        only: { type: 'string' },
        url: { type: 'string' },
        against: { type: 'string' },
        seconds: { type: 'string', default: '10' },
        runs: { type: 'string', default: '3' },
        posts: { type: 'string', default: '200000' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Load is sent to this machine only, so that a mistyped address cannot load another host. */
function onThisMachine(text: string): string {
  if (!URL.canParse(text)) throw new UsageError(`--url is not an address: ${text}`);
  const url = new URL(text);
  const isLoopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
  if (!isLoopback || url.protocol !== 'http:')
    throw new UsageError('--url must be http:// on localhost, 127.0.0.1 or [::1]');
  return url.origin;
}

function wholeNumber(name: string, text: string, max: number, min = 1): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new UsageError(`--${name} is a whole number from ${min} to ${max}`);
}
