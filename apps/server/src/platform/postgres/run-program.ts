import { execFile } from 'node:child_process';
import { commandFor, type RunAs, SYSTEM_PATH } from './run-as.ts';

type ProgramResult = { ok: boolean; output: string };

/** The environment of PostgreSQL's programs. They do not inherit ours, which may have secrets or another PGDATA. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: SYSTEM_PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}

export function runProgram(
  runAs: RunAs,
  program: string,
  args: string[],
  input = '',
): Promise<ProgramResult> {
  const command = commandFor(runAs, program, args);
  const options = { ...command.options, cwd: '/', env: postgresEnvironment() };
  return new Promise((resolve, reject) => {
    const child = execFile(command.file, command.args, options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code === 'string') {
        reject(error);
        return;
      }
      resolve({ ok: error === null, output: `${stdout}${stderr}` });
    });
    // The program may end without reading its input.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** The line of a program's output or log with the reason of its failure. */
export function findReason(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const errorLine = lines.findLast((line) => /\b(FATAL|PANIC|error):/i.test(line));
  const line = errorLine ?? lines.findLast((text) => text !== '') ?? 'sin explicación';
  return line.replace(/^.*?\b(FATAL|PANIC|error):\s*/i, '');
}
