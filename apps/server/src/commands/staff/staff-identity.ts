import { dayIn } from '@simiente/contract/common/days';
import { errorTable } from '@simiente/contract/common/errors';
import {
  findValidFromProblem,
  identityFields,
} from '@simiente/contract/professional-identity/calls';
import * as z from 'zod';
import {
  enterIdentity,
  type IdentityEntry,
  restoreIdentity,
} from '../../modules/professional-identity/public.ts';
import { Problem } from '../../platform/problem.ts';
import { StartupError } from '../../platform/system-errors.ts';
import { withAccount } from './staff.ts';

export async function setIdentity(
  email: string,
  options: {
    name: string;
    cedula: string;
    institution: string;
    specialty?: string;
    certificate?: string;
    from?: string;
  },
): Promise<void> {
  await withAccount(email, async (transaction, { id }, { config, act }) => {
    const entry = readIdentity(options, dayIn(config.clinicTimeZone, new Date()));
    await enterIdentity(transaction, act, id, entry).catch(throwStartupError);
  });
  console.log(
    `Identidad profesional registrada: ${email}. Falta que la persona la confirme en Mi cuenta.`,
  );
}

function readIdentity(
  { name, cedula, institution, specialty, certificate, from }: Parameters<typeof setIdentity>[1],
  today: string,
): IdentityEntry {
  const read = z.object(identityFields).safeParse({
    fullName: name,
    cedula,
    institution,
    specialty: specialty ?? null,
    specialtyCertificate: certificate ?? null,
    validFrom: from ?? today,
  });
  const problem = read.success
    ? findValidFromProblem(read.data.validFrom, today)
    : read.error.issues[0]?.message;
  if (!read.success || problem !== undefined) {
    throw new StartupError('config-invalid', problem ?? 'Los datos no son válidos.');
  }
  return read.data;
}

export async function restoreIdentityByEmail(email: string): Promise<void> {
  const wasSuspended = await withAccount(email, (transaction, { id }, { act }) =>
    restoreIdentity(transaction, act, id).catch(throwStartupError),
  );
  console.log(
    wasSuspended
      ? `Identidad profesional activa: ${email}`
      : `La identidad profesional de ${email} no estaba suspendida.`,
  );
}

function throwStartupError(cause: unknown): never {
  if (!(cause instanceof Problem)) throw cause;
  const message =
    cause.code === 'NOT_FOUND'
      ? 'La cuenta no tiene identidad profesional. Regístrala con: staff set-identity'
      : errorTable[cause.code].message;
  throw new StartupError('config-invalid', message, { cause });
}
