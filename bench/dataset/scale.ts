/** Number of records of each kind in a database. */
export interface Scale {
  readonly patients: number;
  readonly doctors: number;
  readonly partners: number;
  readonly branchesPerPartner: number;
  readonly prospects: number;
}

/** Databases of this size and above have the partners, branches and prospects of a large service. */
const FULL_SIZE = 100_000;
const MAX_PARTNERS = 2_000;
const MAX_PROSPECTS = 200_000;
const BRANCHES_PER_PARTNER = 10;
const MIN_DOCTORS = 10;
const PATIENTS_PER_DOCTOR = 400;
const MIN_PARTNERS = 5;

/** Other records for that many patients: in proportion below 100 000, constant above. */
export function scaleFor(patients: number): Scale {
  const share = Math.min(1, patients / FULL_SIZE);
  return {
    patients,
    doctors: Math.max(MIN_DOCTORS, Math.ceil(patients / PATIENTS_PER_DOCTOR)),
    partners: Math.max(MIN_PARTNERS, Math.round(MAX_PARTNERS * share)),
    branchesPerPartner: BRANCHES_PER_PARTNER,
    prospects: Math.round(MAX_PROSPECTS * share),
  };
}
