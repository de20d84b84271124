import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readNewPassword } from './read-password.ts';

/** The output at a terminal where the user types `keys`. */
function terminal(...keys: readonly string[]) {
  const output = new PassThrough();
  let seen = '';
  output.on('data', (chunk: Buffer) => {
    seen += chunk;
  });
  const input = Object.assign(new PassThrough(), { isTTY: true });
  for (const key of keys) input.write(key);
  return { reading: readNewPassword({ input, output }), seen: () => seen };
}

test('a piped password is the first line, with its blanks and accents', async () => {
  const output = new PassThrough();
  for (const [piped, password] of [
    [' ñandú con  blancos \n', ' ñandú con  blancos '],
    ['sin salto de línea', 'sin salto de línea'],
    ['de Windows, larga\r\notra línea\r\n', 'de Windows, larga'],
    ['', ''],
  ] as const) {
    const input = new PassThrough();
    input.end(piped);
    expect(await readNewPassword({ input, output })).toBe(password);
  }
  expect(output.read()).toBeNull();
});

test('T-K8: a typed password is asked for twice and never echoed', async () => {
  const { reading, seen } = terminal('jacarandx\x7fa en flor\r', 'jacaranda en flor\r');
  expect(await reading).toBe('jacaranda en flor');
  expect(seen()).toBe('Contraseña nueva: \nEscríbela otra vez: \n');
});

test('two different passwords are rejected', async () => {
  const { reading } = terminal('jacaranda en flor\r', 'jacaranda en flro\r');
  await expect(reading).rejects.toThrow('Las contraseñas no coinciden.');
});

test.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('%s at the prompt rejects with «No se cambió nada.»', async (_name, key) => {
  const { reading } = terminal('jacaranda en flor\r', key);
  await expect(reading).rejects.toThrow('No se cambió nada.');
});
