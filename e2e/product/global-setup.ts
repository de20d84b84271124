import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { HOST_VARIABLE } from './client.ts';

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));

/** Builds outdated parts, starts the host of all products, and returns the function that stops it. */
export default async function startHost(): Promise<() => Promise<void>> {
  await ensureBuilt();
  const host = spawn(process.execPath, [HOST], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(host, 'exit');
  const [address] = await Promise.race([
    once(host, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`the host ended with ${code}`))),
  ]);
  process.env[HOST_VARIABLE] = String(address);
  return async () => {
    host.disconnect();
    await ended;
  };
}
