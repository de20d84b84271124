import { makeDraftToken, removeDraftToken } from '../modules/reports/draft-tokens.ts';
import { StartupError } from '../platform/startup-error.ts';
import { withInstallation } from './with-installation.ts';

/** How an operator names the system that sends drafts. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

/** `reports token NAME` */
export async function changeDraftToken(
  name: string,
  { remove = false }: { remove?: boolean },
): Promise<void> {
  if (!NAME.test(name)) {
    throw new StartupError(
      'sender-name',
      'El nombre lleva letras, números, espacios, punto, guion o guion bajo, 60 como máximo.',
    );
  }
  const token = await withInstallation(({ installation: { database }, act }) =>
    database.db.transaction(async (transaction) =>
      remove ? removeDraftToken(transaction, act, name) : makeDraftToken(transaction, act, name),
    ),
  );
  if (token === true) console.log('Llave quitada.');
  else if (token === false) console.log('Ese nombre no tenía llave.');
  else console.log(token);
}
