import { type ExamCode, examCodes } from '@simiente/contract/exams/catalogue';
import { MAX_TIME_AHEAD } from './appointments.ts';
import { createCalendar } from './dates.ts';
import { buildHistory } from './histories.ts';
import { buildId } from './identifiers.ts';
import { buildPartners } from './partners.ts';
import { buildPatient } from './patients.ts';
import { buildAddress, buildCity, buildDoctors, buildPhone, type City } from './people.ts';
import { buildProspect } from './prospects.ts';
import {
  type BuilderContext,
  type ContextOptions,
  chance,
  createContext,
  decimal,
  withStream,
} from './random.ts';
import type {
  BranchRecord,
  LegacyExport,
  MedicalHistoryRecord,
  PartnerRecord,
  PatientRecord,
  ProspectRecord,
} from './records.ts';

/** Maximum degrees from the centre of the city, about 3 km. */
const SPREAD = 0.03;

/** A branch of the partner, in a random city by default. */
export function buildBranch(
  context: BuilderContext,
  partner: Pick<PartnerRecord, 'idPartner' | 'name' | 'utm_available'>,
  city: City = buildCity(context),
): BranchRecord {
  const { street, neighborhood, zip } = buildAddress(context, city);
  const address = { street, neighborhood: `Col. ${neighborhood}`, city: city.name };
  return {
    idBranch: buildId(context, 'brn'),
    name: `Sucursal ${city.name} ${neighborhood}`,
    address: chance(context, 0.1) ? Object.values(address).join(', ') : address,
    location: { lat: jitter(context, city.lat), lng: jitter(context, city.lng) },
    phone: buildPhone(context, city),
    state: city.state,
    website: `https://${partner.idPartner}.example.com`,
    zip,
    exam_available: buildExamCodes(context),
    namePartner: partner.name,
    partner: { id: partner.idPartner, name: partner.name },
    utm: partner.utm_available && chance(context, 0.7),
  };
}

function jitter(context: BuilderContext, coordinate: number): number {
  return Number((coordinate + decimal(context, -SPREAD, SPREAD, 6)).toFixed(6));
}

/** Most branches offer semen and blood exams, few offer imaging. */
function buildExamCodes(context: BuilderContext): string[] {
  return examCodes.filter((code) => code === 'SEM' || chance(context, getShare(code)));
}

function getShare(code: ExamCode): number {
  if (code === 'RC' || code === 'EPT') return 0.25;
  return code === 'ECO' || code === 'ECOPT' || code === 'ALG' ? 0.5 : 0.8;
}

export interface ExportOptions extends ContextOptions {
  patients: number;
  /** Number of doctors; by default one for each 400 patients, and at least 10. */
  doctors?: number;
  partners?: number;
  branchesPerPartner?: { min: number; max: number };
  prospects?: number;
}

export type ExportRecord =
  | { kind: 'user'; record: PatientRecord }
  | { kind: 'history'; record: MedicalHistoryRecord }
  | { kind: 'partner'; record: PartnerRecord }
  | { kind: 'branch'; record: BranchRecord }
  | { kind: 'prospect'; record: ProspectRecord };

const PATIENTS_PER_DOCTOR = 400;

/** Every record of an export in the order of an export file. */
export function* exportRecords(options: ExportOptions): Generator<ExportRecord, void> {
  const context = createContext(options);
  for (let index = 0; index < options.patients; index += 1) {
    yield { kind: 'user', record: buildPatientAt(context, index, options.patients) };
  }
  yield* histories(context, options);
  const partners = withStream(context, 'partners', (inner) =>
    buildPartners(inner, options.partners ?? 14),
  );
  for (const record of partners) yield { kind: 'partner', record };
  for (const partner of partners) {
    const branches = withStream(context, `branches/${partner.idPartner}`, (inner) =>
      buildBranches(inner, partner, options.branchesPerPartner ?? { min: 4, max: 12 }),
    );
    for (const record of branches) yield { kind: 'branch', record };
  }
  const prospects = options.prospects ?? 90;
  for (let index = 0; index < prospects; index += 1) {
    const record = withStream(context, `prospect/${index}`, (inner) =>
      buildProspect(inner, scramble(index, prospects)),
    );
    yield { kind: 'prospect', record };
  }
}

/** Builds a patient. Patients are built twice, once for each list, so that they need not be kept in memory. */
function buildPatientAt(context: BuilderContext, index: number, count: number): PatientRecord {
  return withStream(context, `patient/${index}`, (inner) =>
    buildPatient(inner, scramble(index, count)),
  );
}

function* histories(
  context: BuilderContext,
  { patients, doctors }: ExportOptions,
): Generator<ExportRecord, void> {
  const now = context.now.getTime();
  const book = createCalendar(
    withStream(context, 'doctors', (inner) =>
      buildDoctors(inner, doctors ?? Math.max(10, Math.ceil(patients / PATIENTS_PER_DOCTOR))),
    ),
    now + MAX_TIME_AHEAD,
  );
  for (let index = 0; index < patients; index += 1) {
    const patient = buildPatientAt(context, index, patients);
    const record = withStream(context, `history/${index}`, (inner) =>
      buildHistory(inner, patient, book),
    );
    yield { kind: 'history', record };
  }
}

/** A different number for every index, in a mixed order: 37 is coprime to powers of ten. */
function scramble(index: number, count: number): number {
  const modulus = 10 ** Math.max(2, String(count).length);
  return (index * 37 + 19) % modulus;
}

/** A partner's branches, in up to four cities; branches in the same neighbourhood are numbered. */
function buildBranches(
  context: BuilderContext,
  partner: PartnerRecord,
  { min, max }: { min: number; max: number },
): BranchRecord[] {
  const { faker } = context;
  const count = faker.number.int({ min, max });
  const cities = Array.from({ length: faker.number.int({ min: 1, max: 4 }) }, () =>
    buildCity(context),
  );
  const countByName = new Map<string, number>();
  return Array.from({ length: count }, (_, index) =>
    withStream(context, index, (inner) => {
      const branch = buildBranch(inner, partner, cities[index % cities.length]);
      const times = (countByName.get(branch.name) ?? 0) + 1;
      countByName.set(branch.name, times);
      return times === 1 ? branch : { ...branch, name: `${branch.name} ${times}` };
    }),
  );
}

/** A whole export in memory: for demo data and tests. */
export function buildExport(options: ExportOptions): LegacyExport {
  const result: LegacyExport = {
    users: [],
    medicalHistories: {},
    partners: [],
    branches: [],
    prospects: [],
  };
  for (const item of exportRecords(options)) {
    if (item.kind === 'user') result.users.push(item.record);
    else if (item.kind === 'history') result.medicalHistories[item.record.idUser] = item.record;
    else if (item.kind === 'partner') result.partners.push(item.record);
    else if (item.kind === 'branch') result.branches.push(item.record);
    else result.prospects.push(item.record);
  }
  return result;
}
