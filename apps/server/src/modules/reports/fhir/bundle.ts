import { createHash } from 'node:crypto';
import type { Sex } from '@simiente/contract/patients/identification';
import { checkFigures } from '@simiente/contract/reports/guard/check-figures';
import { type BasisChangeKind, reportKindWords } from '@simiente/contract/reports/states';
import type {
  QuotableResult,
  ReportVersion,
  SignerSnapshot,
} from '@simiente/contract/reports/version';
import { and, eq } from 'drizzle-orm';
import type { StaffActor } from '../../../platform/act.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { pick } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
import { patients } from '../../../schema/patients.ts';
import { reports, reportVersions } from '../../../schema/reports.ts';
import { findQuotableResults, loadQuotedFacts } from '../../results/public.ts';
import { getResultIds, readChanges } from '../reading/basis.ts';
import { notSealed, openVersion } from '../reading/select-versions.ts';
import {
  type FhirResource,
  type Observed,
  type Reference,
  toObservation,
  toResultKey,
} from './observation.ts';

interface BundledVersion {
  readonly version: ReportVersion;
  /** The current patient, used for a draft. A signed version has its own data of the patient. */
  readonly patient: { readonly id: string; readonly name: string };
  readonly observed: readonly Observed[];
  /** Whether results that the version quotes changed, and no signer decided. */
  readonly isUnderReview?: boolean;
}

/** HL7's labels for the author of a statement: AIAST for a language model, DEVAST for our rules. */
const SECURITY_LABELS = 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue';
const AIAST = {
  system: SECURITY_LABELS,
  code: 'AIAST',
  display: 'Artificial Intelligence asserted',
};
const DEVAST = { system: SECURITY_LABELS, code: 'DEVAST', display: 'device asserted' };
const AGENT_TYPES = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type';

const STATUSES = {
  draft: 'preliminary',
  signed: 'final',
  correction: 'corrected',
  addition: 'appended',
} as const;

/**
 * The status of a version: a draft is never more than preliminary (R10), nor is a signed version whose results
 * changed, until a signer decides.
 */
export function toFhirStatus(
  { type, withdrawal }: Pick<ReportVersion, 'type' | 'withdrawal'>,
  isUnderReview = false,
): string {
  if (withdrawal !== null) return 'entered-in-error';
  return isUnderReview ? STATUSES.draft : STATUSES[type];
}

/** Derives a UUID from a name, because our ids are not valid in a FHIR reference. Equal names give equal UUIDs. */
function toUuid(name: string): string {
  const hex = createHash('sha256').update(`simiente/fhir/${name}`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

interface Entry {
  readonly fullUrl: string;
  readonly resource: FhirResource;
}

function toEntry(name: string, resource: FhirResource): Entry {
  const id = toUuid(name);
  return { fullUrl: `urn:uuid:${id}`, resource: { ...resource, id } };
}

const toReference = ({ fullUrl }: Entry): Reference => ({ reference: fullUrl });

/** The program that wrote a text. */
type Author = Pick<ReportVersion, 'source' | 'model' | 'modelVersion' | 'ruleVersion'>;

/**
 * A version of a report as a FHIR R4 Bundle: DiagnosticReport, Provenance with its author and signer, and the
 * Observations that it quotes. A withdrawn version has no text.
 * @param origin the draft of a signed version, otherwise the version
 */
export function toBundle(
  { version, patient, observed, isUnderReview = false }: BundledVersion,
  origin: Author,
): FhirResource {
  const subject = toEntry(`patient/${patient.id}`, toFhirPatient(version, patient));
  const device = toEntry(
    `device/${origin.source}/${origin.model}/${origin.modelVersion}`,
    toDevice(origin),
  );
  const signer =
    version.signer === null
      ? null
      : toEntry(`practitioner/${version.signer.idIdentityVersion}`, toPractitioner(version.signer));
  const observations = observed.map((one) =>
    toEntry(`observation/${toResultKey(one.result)}`, toObservation(one, toReference(subject))),
  );
  const label = origin.source === 'reglas' ? DEVAST : AIAST;
  const report = toEntry(`version/${version.idVersion}`, {
    resourceType: 'DiagnosticReport',
    meta: { security: [label] },
    language: 'es-MX',
    identifier: [{ value: version.idVersion }],
    status: toFhirStatus(version, isUnderReview),
    code: { text: reportKindWords[version.kind] },
    subject: toReference(subject),
    issued: version.arrivedAt,
    ...(signer && { performer: [toReference(signer)], resultsInterpreter: [toReference(signer)] }),
    ...(observations.length > 0 && { result: observations.map(toReference) }),
    ...(version.withdrawal === null && { presentedForm: [toAttachment(version)] }),
  });
  const entries = [
    report,
    toEntry(`provenance/${version.idVersion}`, toProvenance(version, { report, device, signer })),
    subject,
    device,
    ...(signer ? [signer] : []),
    ...observations,
  ];
  return {
    resourceType: 'Bundle',
    id: toUuid(`bundle/${version.idVersion}`),
    meta: { security: [label] },
    identifier: {
      system: 'urn:ietf:rfc:3986',
      value: `urn:uuid:${toUuid(`bundle/${version.idVersion}`)}`,
    },
    type: 'collection',
    timestamp: version.withdrawal?.at ?? version.arrivedAt,
    entry: entries,
  };
}

function toAttachment({ text, kind, arrivedAt }: ReportVersion) {
  const bytes = Buffer.from(text, 'utf8');
  return {
    contentType: 'text/plain; charset=utf-8',
    language: 'es-MX',
    data: bytes.toString('base64'),
    size: bytes.length,
    // FHIR requires SHA-1; the SHA-256 of the signature is in the Provenance.
    hash: createHash('sha1').update(bytes).digest('base64'),
    title: reportKindWords[kind],
    creation: arrivedAt,
  };
}

const GENDERS: Readonly<Record<Sex, string>> = {
  male: 'male',
  female: 'female',
  intersex: 'other',
};

function toFhirPatient(
  { patient }: ReportVersion,
  current: BundledVersion['patient'],
): FhirResource {
  if (patient === null) {
    const { id, name } = current;
    return { resourceType: 'Patient', identifier: [{ value: id }], name: [{ text: name }] };
  }
  return {
    resourceType: 'Patient',
    identifier: [
      { value: patient.idUser },
      ...(patient.curp === null ? [] : [{ type: { text: 'CURP' }, value: patient.curp }]),
      ...(patient.identityDocument
        ? [{ type: { text: 'Documento' }, value: patient.identityDocument }]
        : []),
    ],
    name: [{ text: patient.name }],
    ...(patient.sex !== null && { gender: GENDERS[patient.sex] }),
    ...(patient.birthDate !== null && { birthDate: patient.birthDate }),
    ...(patient.phone !== null && { telecom: [{ system: 'phone', value: patient.phone }] }),
    ...(patient.address !== null && { address: [{ text: patient.address }] }),
  };
}

/** The program that wrote the draft; 'desconocido' if the sender did not name it (R1). */
function toDevice({ source, model, modelVersion, ruleVersion }: Author): FhirResource {
  const byRules = source === 'reglas';
  const name = byRules ? 'Simiente' : (model ?? 'Modelo desconocido');
  const version = byRules ? ruleVersion : modelVersion;
  return {
    resourceType: 'Device',
    deviceName: [{ name, type: 'model-name' }],
    type: { text: byRules ? 'Programa de borradores automáticos' : 'Inteligencia artificial' },
    ...(version !== null && { version: [{ value: version }] }),
  };
}

function toPractitioner(signer: SignerSnapshot): FhirResource {
  const issuer = { display: signer.institution };
  const cedula = { type: { text: 'Cédula profesional' }, value: signer.cedula };
  const certificate = {
    identifier: [{ value: signer.specialtyCertificate }],
    code: { text: 'Certificado de especialidad' },
  };
  const qualification = [
    { identifier: [cedula], code: { text: signer.specialty ?? 'Médico' }, issuer },
    ...(signer.specialtyCertificate === null ? [] : [certificate]),
  ];
  return {
    resourceType: 'Practitioner',
    identifier: [cedula],
    name: [{ text: signer.fullName }],
    qualification,
  };
}

const agentType = (code: 'author' | 'verifier', display: string) => ({
  coding: [{ system: AGENT_TYPES, code, display }],
});

/**
 * Provenance with the program as author and the signer as verifier. A signer who wrote sentences is an author too
 * (R7).
 */
function toProvenance(
  version: ReportVersion,
  { report, device, signer }: { report: Entry; device: Entry; signer: Entry | null },
): FhirResource {
  const isWriter = version.sentences.some(({ author }) => author !== 'ia');
  return {
    resourceType: 'Provenance',
    target: [toReference(report)],
    occurredDateTime: version.arrivedAt,
    recorded: version.arrivedAt,
    ...(version.reason !== null && { reason: [{ text: version.reason }] }),
    agent: [
      { type: agentType('author', 'Author'), who: toReference(device) },
      ...(signer && isWriter
        ? [{ type: agentType('author', 'Author'), who: toReference(signer) }]
        : []),
      ...(signer ? [{ type: agentType('verifier', 'Verifier'), who: toReference(signer) }] : []),
    ],
    entity: [
      {
        role: 'source',
        what: {
          identifier: { system: 'urn:simiente:sha256', value: version.sha256 },
          display: `Texto de la versión ${version.number}`,
        },
      },
      ...(version.replaces === null
        ? []
        : [{ role: 'revision', what: { display: `Versión ${version.replaces}` } }]),
    ],
  };
}

/**
 * The version of a report that is in force, as a FHIR Bundle. After a withdrawal it is the last signed version, as
 * entered in error.
 * @throws Problem NOT_FOUND for an unknown report, and if all drafts were discarded
 * @throws Problem FORBIDDEN for an account that may not read reports, and has no emergency access
 * @throws Problem NOT_SEALED until the signature is in the sealed chain
 */
export async function readBundle(
  db: Reader,
  reader: StaffActor,
  idReport: string,
  timeZone: string,
) {
  const [head] = await db.select().from(reports).where(eq(reports.id, idReport));
  const idVersion = head?.inForceId ?? head?.lastSignedId;
  if (head === undefined || idVersion == null) throw new Problem('NOT_FOUND');
  const version = await openVersion(db, reader, idVersion);
  if (!version.sealed) throw notSealed();
  const origin = (await findOrigin(db, version)) ?? version;
  const [patient] = await db
    .select({ id: patients.id, name: patients.name })
    .from(patients)
    .where(eq(patients.id, head.patientId));
  if (patient === undefined) throw new Problem('NOT_FOUND');
  const observed =
    version.withdrawal === null ? await readQuotedResults(db, version, timeZone) : [];
  const isUnderReview = head.basisChangedAt !== null;
  const bundle = toBundle({ version, patient, observed, isUnderReview }, origin);
  const status = toFhirStatus(version, isUnderReview);
  return { patientId: patient.id, idVersion, status, bundle };
}

/** The draft from which a version descends; an amendment keeps the draft of the version that it replaced. */
async function findOrigin(
  db: Reader,
  { idUser, kind, fromDraft }: ReportVersion,
): Promise<Author | undefined> {
  if (fromDraft === null) return undefined;
  const [draft] = await db
    .select(pick(reportVersions, ['source', 'model', 'modelVersion', 'ruleVersion']))
    .from(reportVersions)
    .where(
      and(
        eq(reportVersions.patientId, idUser),
        eq(reportVersions.kind, kind),
        eq(reportVersions.number, fromDraft),
      ),
    );
  return draft;
}

/** The results that a text quotes: those of the signature for a signed version, current results for a draft. */
async function readQuotedResults(
  db: Reader,
  version: ReportVersion,
  timeZone: string,
): Promise<Observed[]> {
  const { text, idUser } = version;
  const findings =
    version.type === 'draft'
      ? checkFigures(text, await findQuotableResults(db, idUser), timeZone)
      : version.findings;
  const findFacts = await loadQuotedFacts(db, idUser);
  const quoted = new Map<string, QuotableResult>();
  for (const { verdict, result } of findings) {
    if (verdict === 'agrees' && result) quoted.set(toResultKey(result), result);
  }
  const changes = await readChanges(db, version.idVersion);
  return [...quoted.values()].map((result) => {
    const ids = getResultIds({ result });
    const changed = changes.find(({ source }) => ids.includes(source));
    return {
      result,
      ...(findFacts(result) ?? { status: null }),
      ...(changed && { status: STATUS_AFTER_CHANGE[changed.change] }),
    };
  });
}

/** Status of a quoted value after a change of its result. A replaced value was in error, like a withdrawn value. */
const STATUS_AFTER_CHANGE: Readonly<Record<BasisChangeKind, Observed['status']>> = {
  corrected: 'retirado',
  withdrawn: 'retirado',
  deleted: 'retirado',
  sample: 'retirado',
  preliminary: 'capturado',
  held: null,
  patient: null,
};
