import type { Client } from 'pg';
import type { AuditAction } from '../../modules/audit/public.ts';

const ROTATED: AuditAction = 'secrets.rotated';
const RETIRED: AuditAction = 'secrets.retired';

/** What a restored database says of secrets that were replaced after the copy that it came from, oldest first. */
export async function listReplacements(client: Client, madeAt: string): Promise<string[]> {
  const { rows } = await client.query<{ action: string }>(
    'select action from audit_events where at > $1 and action = any($2::text[]) order by id',
    [madeAt, [ROTATED, RETIRED]],
  );
  return rows.map(({ action }) => action);
}

/** The one that was in use, when it was replaced and then forgotten. */
const isRetired = (replaced: readonly string[]) =>
  replaced.includes(ROTATED) && replaced.lastIndexOf(RETIRED) > replaced.indexOf(ROTATED);

/** The secrets of a copy, without those that were forgotten since: nothing is encrypted with them any more. */
export function withoutRetired(
  secrets: Readonly<Record<string, string>>,
  replaced: readonly string[],
): Record<string, string> {
  const { auth, 'auth-previous': previous, ...others } = secrets;
  return {
    ...others,
    ...(auth !== undefined && !isRetired(replaced) && { auth }),
    ...(previous !== undefined && !replaced.includes(RETIRED) && { 'auth-previous': previous }),
  };
}

/** Says what an operator has to do with a secret that was replaced after the copy. */
export function printReplaced(replaced: readonly string[], file: string): void {
  if (isRetired(replaced)) {
    console.error(
      `Aviso: el secreto de esa copia se retiró después, y no vuelve. Antes de arrancar, copia secrets/auth de la instalación de antes en ${file}; sin él no funciona la verificación en dos pasos de las cuentas.`,
    );
  } else if (replaced.includes(ROTATED)) {
    console.error(
      'Aviso: el secreto se cambió después de esa copia y vuelve a ser el de entonces: repite secrets rotate, reinicia y termina con secrets retire. La verificación en dos pasos que se configuró con el otro no funciona.',
    );
  }
}
