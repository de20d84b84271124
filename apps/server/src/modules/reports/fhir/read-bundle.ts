import { checkFigures } from '@simiente/contract/reports/guard/check-figures';
import type { KnownResult, ReportVersion } from '@simiente/contract/reports/version';
import { and, eq } from 'drizzle-orm';
import type { StaffActor } from '../../../platform/act.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { patients } from '../../../schema/patients.ts';
import { reports, reportVersions } from '../../../schema/reports.ts';
import { knownResultsOfPatients, loadQuotedFacts } from '../../results/public.ts';
import { openVersion } from '../reading/read-reports.ts';
import { notSealed, selectVersions, type VersionRow } from '../reading/select-versions.ts';
import { toBundle, toFhirStatus } from './bundle.ts';
import { type FhirResource, type Observed, resultKey } from './observation.ts';

interface ReadBundle {
  readonly patientId: string;
  readonly idVersion: string;
  readonly status: string;
  readonly bundle: FhirResource;
}

/**
 * The version of a report that is in force, as a FHIR Bundle; the last signed one, as entered in error, where it was
 * withdrawn.
 * @throws Problem NOT_FOUND when there is no such report, or all of its drafts were discarded
 * @throws Problem FORBIDDEN for an account that may not read reports, and has no emergency access
 * @throws Problem NOT_SEALED until the signature is in the sealed chain
 */
export async function readBundle(
  db: Reader,
  reader: StaffActor,
  idReport: string,
  timeZone: string,
): Promise<ReadBundle> {
  const [head] = await db.select().from(reports).where(eq(reports.id, idReport));
  const idVersion = head?.inForceId ?? head?.lastSignedId;
  if (head === undefined || idVersion == null) throw new Problem('NOT_FOUND');
  const version = await openVersion(db, reader, idVersion);
  if (!version.sealed) throw notSealed();
  const ofReport = and(
    eq(reportVersions.patientId, head.patientId),
    eq(reportVersions.kind, head.kind),
  );
  const origin = findOrigin(version, await selectVersions(db, ofReport));
  const [patient] = await db
    .select({ id: patients.id, name: patients.name })
    .from(patients)
    .where(eq(patients.id, head.patientId));
  if (patient === undefined) throw new Problem('NOT_FOUND');
  const observed = version.withdrawal === null ? await observedIn(db, version, timeZone) : [];
  const bundle = toBundle({ version, patient, observed }, origin);
  return { patientId: patient.id, idVersion, status: toFhirStatus(version), bundle };
}

/** The draft from which a version descends, found through all versions that it replaced. */
function findOrigin(
  version: ReportVersion,
  versions: readonly VersionRow[],
): ReportVersion | VersionRow {
  const byNumber = new Map(versions.map((one) => [one.number, one]));
  let at: Pick<VersionRow, 'fromDraft' | 'replaces'> = version;
  while (at.fromDraft === null && at.replaces !== null) {
    const before = byNumber.get(at.replaces);
    if (before === undefined) break;
    at = before;
  }
  return (at.fromDraft === null ? undefined : byNumber.get(at.fromDraft)) ?? version;
}

/** The results that a text quotes: as the signer saw them for a signed one, current ones for a draft. */
async function observedIn(
  db: Reader,
  version: ReportVersion,
  timeZone: string,
): Promise<Observed[]> {
  const findings =
    version.type === 'draft' ? await checkDraft(db, version, timeZone) : version.findings;
  const findFacts = await loadQuotedFacts(db, version.idUser);
  const quoted = new Map<string, KnownResult>();
  for (const { verdict, result } of findings) {
    if (verdict === 'agrees' && result) quoted.set(resultKey(result), result);
  }
  return [...quoted.values()].map((result) => ({
    result,
    ...(findFacts(result) ?? { status: null }),
  }));
}

async function checkDraft(db: Reader, { idUser, text }: ReportVersion, timeZone: string) {
  const known = (await knownResultsOfPatients(db, [idUser])).get(idUser) ?? [];
  return checkFigures(text, known, timeZone);
}
