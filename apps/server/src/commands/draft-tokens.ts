import { makeDraftToken, removeDraftToken } from '../modules/reports/receiving/drafts.ts';
import { StartupError } from '../platform/system-errors.ts';
import { withInstallation } from './with-installation.ts';

/** Allowed names of a system that sends drafts. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

/** `reports token NAME` */
export async function printDraftToken(name: string): Promise<void> {
  requireSenderName(name);
  const token = await withInstallation(({ installation: { database }, act }) =>
    database.db.transaction((transaction) => makeDraftToken(transaction, act, name)),
  );
  console.log(token);
}

/** `reports token NAME --remove` */
export async function deleteDraftToken(name: string): Promise<void> {
  requireSenderName(name);
  const wasThere = await withInstallation(({ installation: { database }, act }) =>
    database.db.transaction((transaction) => removeDraftToken(transaction, act, name)),
  );
  console.log(wasThere ? 'Token quitado.' : 'Ese nombre no tenía token.');
}

function requireSenderName(name: string): void {
  if (NAME.test(name)) return;
  throw new StartupError(
    'sender-name',
    'El nombre lleva letras, números, espacios, punto, guion o guion bajo, 60 como máximo.',
  );
}
