import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toResultsFile, toTableFile } from '../../scripts/fault-results.mjs';
import { TEST_LENGTH } from '../../scripts/test-length.mjs';
import type { Findings } from './inspect.ts';
import type { Ledger } from './ledger.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILE = path.join(ROOT, toResultsFile(TEST_LENGTH));

/** The result of one kind of fault, or why it was not simulated. */
export type FaultResult =
  | {
      /** Row of the checklist. */
      readonly id: string;
      /** The fault in words. */
      readonly fault: string;
      /** Number of times the fault was caused. */
      readonly times: number;
      readonly acknowledged: number;
      readonly unavailable: number;
      readonly unanswered: number;
      readonly lost: number;
      readonly wrong: number;
      readonly seconds: number;
      readonly seed: number | null;
    }
  | { readonly id: string; readonly fault: string; readonly notSimulated: string }
  /** Effect of a fault on a cluster. */
  | {
      readonly id: string;
      readonly cluster: string;
      readonly cells: Readonly<Record<string, string | number>>;
    }
  | {
      readonly id: string;
      readonly load: string;
      readonly numbers: Readonly<Record<string, number>>;
    };

export function removeResults(): void {
  mkdirSync(path.dirname(FILE), { recursive: true });
  rmSync(FILE, { force: true });
}

export function keepResult(result: FaultResult): void {
  appendFileSync(FILE, `${JSON.stringify(result)}\n`);
}

export function readResults(): FaultResult[] {
  if (!existsSync(FILE)) return [];
  const lines = readFileSync(FILE, 'utf8').trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as FaultResult);
}

/** Writes the printed table to a file, too. */
export function keepTable(table: string): void {
  writeFileSync(path.join(ROOT, toTableFile(TEST_LENGTH)), `${table}\n`);
}

/** Measures the duration of a fault until its result is stored. */
export function startFault(id: string, fault: string, seed: number | null = null) {
  const began = performance.now();
  return {
    keep(times: number, { acknowledged, unavailable, unanswered }: Ledger, findings: Findings) {
      const seconds = Math.round((performance.now() - began) / 1000);
      keepResult({
        ...{ id, fault, times, acknowledged, unavailable, unanswered, seconds, seed },
        lost: findings.lost.length,
        wrong: findings.wrong.length,
      });
    },
  };
}
