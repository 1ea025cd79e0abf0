import { readdirSync, readFileSync } from 'node:fs';

/** Resource usage of processes: seconds of processor time since their start, and their current memory in bytes. */
export interface Usage {
  cpuSeconds: number;
  residentBytes: number;
}

interface ProcessFacts extends Usage {
  pid: number;
  parent: number;
}

const ticksPerSecond = 100;

/** Usage of one process. */
export const usageOf = (pid: number): Usage => sum([factsOf(pid)].flatMap((facts) => facts ?? []));

/** Usage of a process and all its descendants. */
export const usageOfFamily = (pid: number): Usage => sum(familyOf(pid));

/** Returns a process and all its descendants. */
export function familyOf(pid: number): ProcessFacts[] {
  const all = processes();
  const family = new Set([pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const each of all) if (family.has(each.parent)) family.add(each.pid);
  }
  return all.filter((each) => family.has(each.pid));
}

export const minus = (whole: Usage, ...parts: readonly Usage[]): Usage => ({
  cpuSeconds: parts.reduce((rest, part) => rest - part.cpuSeconds, whole.cpuSeconds),
  residentBytes: parts.reduce((rest, part) => rest - part.residentBytes, whole.residentBytes),
});

const sum = (all: readonly Usage[]): Usage => ({
  cpuSeconds: all.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0),
  residentBytes: all.reduce((total, { residentBytes }) => total + residentBytes, 0),
});

function processes(): ProcessFacts[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => factsOf(Number(pid)) ?? []);
}

/** Undefined when the process has just ended. */
function factsOf(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name is in parentheses and may contain any character; the fields after it are counted from the third.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0;
    return {
      pid,
      parent: fields[1] ?? 0,
      // User and system time of the process and of its children that have ended.
      cpuSeconds: fields.slice(11, 15).reduce((total, ticks) => total + ticks, 0) / ticksPerSecond,
      residentBytes: Number(resident) * 1024,
    };
  } catch {
    return undefined;
  }
}
