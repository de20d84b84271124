import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorTable } from '@simiente/contract/common/errors';
import { sealAll } from '../modules/audit/public.ts';
import { exportRecord } from '../modules/patient-export/calls.ts';
import { beginZip } from '../modules/patient-export/zip-record.ts';
import { resolveMerged } from '../modules/patients/public.ts';
import { Problem } from '../platform/problem.ts';
import { alreadyExists, StartupError } from '../platform/system-errors.ts';
import { withInstallation } from './with-installation.ts';

/** `patients export ID FILE`: writes a patient's complete record, for the patient or another clinic. */
export async function exportPatient(id: string, file: string): Promise<void> {
  const count = await withInstallation(async ({ installation, config, act }) => {
    const { database, store, auditSeal } = installation;
    // Only sealed reports are exported, and there may be no running server to seal them.
    await sealAll({ pool: database.pool, ...auditSeal });
    const { idUser } = (await resolveMerged(database.db, { idUser: id })) ?? { idUser: id };
    const collected = await exportRecord(database.db, act, idUser).catch((cause: unknown) => {
      if (cause instanceof Problem && cause.code === 'NOT_SEALED') {
        throw new StartupError('not-sealed', errorTable.NOT_SEALED.message, { cause });
      }
      if (!(cause instanceof Problem && cause.code === 'NOT_FOUND')) throw cause;
      throw new StartupError(
        'patient-unknown',
        `No hay ningún paciente con el id ${id}, o está en la Papelera o bloqueado.`,
        { cause },
      );
    });
    const options = { store, timeZone: config.clinicTimeZone };
    const write = await beginZip(collected, options).catch((cause) =>
      throwExportError(file, cause),
    );
    // The file has health data, so only its owner may read it, and it replaces no existing file.
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    const content = new PassThrough();
    try {
      await Promise.all([write(content), pipeline(content, target)]);
    } catch (cause) {
      if (alreadyExists(cause)) {
        throw new StartupError('file-taken', `${file} ya existe: elige otro nombre.`, { cause });
      }
      await rm(file, { force: true });
      throwExportError(file, cause);
    }
    return collected.entries.length;
  });
  console.log(`Expediente exportado a ${file}, con ${count} archivos.`);
}

function throwExportError(file: string, cause: unknown): never {
  throw new StartupError(
    'export-failed',
    `No se pudo escribir ${file}: un archivo del expediente no se puede leer, o no queda espacio.`,
    { cause },
  );
}
