import { makeDraftToken, removeDraftToken } from '../modules/reports/receiving/drafts.ts';
import { makeToken, removeToken } from '../modules/results/hl7/message-route.ts';
import { StartupError } from '../platform/system-errors.ts';
import { unknownLaboratory } from './laboratory-messages.ts';
import { inTransaction } from './with-installation.ts';

interface TokenChoice {
  readonly remove?: boolean;
}

export async function changeLaboratoryToken(id: string, { remove }: TokenChoice): Promise<void> {
  const result = await inTransaction<string | boolean>((transaction, { act }) =>
    (remove ? removeToken : makeToken)(transaction, act, id).catch((cause: unknown) => {
      throw unknownLaboratory(cause, id);
    }),
  );
  printResult(result, 'Ese laboratorio no tenía token.');
}

/** Names of systems that send drafts. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

export async function changeDraftToken(name: string, { remove }: TokenChoice): Promise<void> {
  if (!NAME.test(name)) {
    throw new StartupError(
      'sender-name',
      'Usa letras, números, espacios, puntos, guiones o guiones bajos; 60 caracteres como máximo.',
    );
  }
  const result = await inTransaction<string | boolean>((transaction, { act }) =>
    (remove ? removeDraftToken : makeDraftToken)(transaction, act, name),
  );
  printResult(result, 'Ese nombre no tenía token.');
}

/** @param result the created token, or whether one was removed */
function printResult(result: string | boolean, missing: string): void {
  if (typeof result === 'string') console.log(result);
  else console.log(result ? 'Token quitado.' : missing);
}
