import { readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** Clock ticks in /proc; the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Fields of /proc/PID/stat after the name, which may contain anything. */
const USER = 11;
const SYSTEM = 12;
/** Fields of ended child processes, such as those that check a PDF. */
const USER_OF_CHILDREN = 13;
const SYSTEM_OF_CHILDREN = 14;

/** Milliseconds of CPU time since the start. */
export interface CpuTime {
  readonly node: number;
  readonly postgres: number;
}

/** Reads the CPU time of the product and of its connections to PostgreSQL. */
export async function readCpuTime(pid: number, client: Client): Promise<CpuTime> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'simiente'`,
  );
  const postgres = rows
    .map((row) => readProcessCpuTime(row.pid))
    .reduce((sum, part) => sum + part, 0);
  return { node: readProcessCpuTime(pid), postgres };
}

/** Milliseconds of CPU time of a process and of its ended children; 0 if it has ended itself. */
export function readProcessCpuTime(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [USER, SYSTEM, USER_OF_CHILDREN, SYSTEM_OF_CHILDREN]
      .map((field) => Number(fields[field]))
      .reduce((sum, part) => sum + part, 0);
    return (ticks * 1000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
