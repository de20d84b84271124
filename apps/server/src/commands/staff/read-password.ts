import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartupError } from '../../platform/startup-error.ts';

/** Where a password is typed or piped, and where the prompt is written. */
interface PasswordTerminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Reads a new password from standard input: the first line of a pipe or file, or what is typed twice,
 * without echo, at a terminal. An argument would be visible in the process list and in the shell's
 * history.
 * @throws StartupError when the two differ, or when the user cancels
 */
export async function readNewPassword(
  { input, output }: PasswordTerminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const isTerminal = input.isTTY === true;
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: noEcho, terminal: isTerminal, historySize: 0 });
  const lines = reader[Symbol.asyncIterator]();

  async function ask(prompt: string): Promise<string> {
    output.write(prompt);
    const line = await lines.next();
    output.write('\n');
    if (line.done) throw new StartupError('password-missing', 'No se cambió nada.');
    return line.value;
  }

  try {
    if (!isTerminal) return (await lines.next()).value ?? '';
    const password = await ask('Contraseña nueva: ');
    if ((await ask('Escríbela otra vez: ')) === password) return password;
    throw new StartupError(
      'password-mismatch',
      'Las contraseñas no coinciden. No se cambió nada; vuelve a intentarlo.',
    );
  } finally {
    reader.close();
  }
}
