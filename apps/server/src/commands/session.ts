import { userInfo } from 'node:os';
import { pino } from 'pino';
import { type Installation, openInstallation } from '../bootstrap.ts';
import { type Config, readConfig } from '../config.ts';
import type { Act } from '../platform/http/context.ts';
import { createIdentity, type Identity } from '../platform/identity/identity.ts';

export interface CommandSession {
  readonly config: Config;
  readonly installation: Installation;
  readonly identity: Identity;
  /** Who runs the command, for the audit. */
  readonly act: Act;
}

/** Runs a command beside the server, or without it, and leaves nothing open behind. */
export async function withInstallation<Result>(
  work: (session: CommandSession) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const installation = await openInstallation(config, 'tool', log);
  try {
    return await work({
      config,
      installation,
      identity: createIdentity({
        db: installation.database.db,
        secret: installation.secret,
        secure: config.secure,
        idleSeconds: config.idleSeconds,
        log,
      }),
      act: {
        actor: { kind: 'operator', id: userInfo().username },
        origin: { address: null, userAgent: null, requestId: null },
      },
    });
  } finally {
    await installation.close();
  }
}
