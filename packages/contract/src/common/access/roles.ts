import { type Role, roles } from './role-names.ts';

export { type Role, roles };

/**
 * Capabilities of accounts. A call of the contract names those that it needs (`call.ts`), a role is a set of them,
 * and screens get those of their session. A capability that is limited to some records has a companion without the
 * limit, such as `trash.seeAll`.
 */
export const capabilities = [
  /** Identity, contact, status and appointments of patients, including their prescriptions; Calendly. */
  'patients.read',
  'patients.edit',
  /** Merge two records of the same person, and undo a merge. */
  'patients.merge',
  /** Record and withdraw consents to the processing of health data. */
  'consents.edit',
  'orders.read',
  'orders.create',
  /** Existence of an exam with its type, date and place. */
  'exams.list',
  /** The file of an exam. */
  'exams.open',
  'exams.create',
  /** Exams that the account uploaded. */
  'exams.edit',
  'exams.editAll',
  /** The values of results; `exams.list` shows that results exist. */
  'results.read',
  /** Enter results, change one's own until they are validated, confirm a second reading. */
  'results.create',
  /** Results that others entered, or a laboratory sent. */
  'results.validate',
  'results.validateOwn',
  /** Correct validated results that the account entered. */
  'results.correct',
  /** Change and correct results that others entered. */
  'results.correctAll',
  /** Assign a received result to a patient. */
  'results.receive',
  /** The ranges that laboratories print, and the days after which an order is overdue. */
  'analytes.manage',
  'reports.read',
  /** Work on drafts: review them, discard them, read the queue. */
  'reports.review',
  /** Sign and withdraw; the account also needs an active professional identity. */
  'reports.sign',
  /** Hand signed reports to patients. */
  'reports.deliver',
  /** Number of reports that each user signed, and number of those without any edit. */
  'reports.statistics',
  /** Clinic's data on its papers. */
  'letterhead.manage',
  /** Requests of persons about their data, and privacy notices. */
  'rights.manage',
  /** The clinic's holidays, Calendly event types, deadlines of data requests, and reminders. */
  'clinic.manage',
  /**
   * The reports and files of one patient, for some hours and with a reason, for roles that cannot otherwise see
   * them.
   */
  'emergency.open',
  /** Prospects, partners, branches, doctors. */
  'directory.read',
  'directory.edit',
  /** See the account's own deletions. */
  'trash.see',
  'trash.seeAll',
  /** Delete one record at a time, of a kind that the account may edit. */
  'trash.put',
  /** Delete any number of records, of any kind. */
  'trash.putMany',
  'trash.restore',
  'trash.restoreAll',
  'lists.export',
  /** Import patients and prospects from spreadsheets, and undo such an import. */
  'people.import',
  /** Export the whole record of a patient whom the account's doctor attends. */
  'records.export',
  'records.exportAll',
  /** See the accesses to the record of a patient whom the account's doctor attends. */
  'accesses.read',
  'accesses.readAll',
  /** The accounts of others. */
  'accounts.manage',
  /** The audit of all accounts. */
  'audit.read',
] as const;
export type Capability = (typeof capabilities)[number];

/** Lists that every role may see. */
const lists = ['patients.read', 'orders.read', 'exams.list', 'directory.read'] as const;
const ownTrash = ['trash.see', 'trash.put', 'trash.restore'] as const;
const fullTrash = [...ownTrash, 'trash.seeAll', 'trash.putMany', 'trash.restoreAll'] as const;
const everyRecord = [
  'records.export',
  'records.exportAll',
  'accesses.read',
  'accesses.readAll',
] as const;

/**
 * Capabilities that the role `todo` lacks: accounts of others, the whole audit, signatures and emergency access. It
 * needs no emergency access, because it sees every record.
 */
const missingInRoleTodo: readonly Capability[] = [
  'accounts.manage',
  'audit.read',
  'reports.sign',
  'emergency.open',
];

export const roleCapabilities: Readonly<Record<Role, readonly Capability[]>> = {
  todo: capabilities.filter((capability) => !missingInRoleTodo.includes(capability)),
  recepcion: [
    ...lists,
    'patients.edit',
    'consents.edit',
    'exams.create',
    'orders.create',
    'directory.edit',
    'emergency.open',
    ...ownTrash,
  ],
  laboratorio: [
    ...lists,
    'exams.open',
    'exams.create',
    'exams.edit',
    'results.read',
    'results.create',
    'results.validate',
    'results.correct',
    'results.receive',
    'emergency.open',
    ...ownTrash,
  ],
  medico: [
    ...lists,
    'patients.edit',
    'patients.merge',
    'consents.edit',
    'orders.create',
    'exams.open',
    'exams.create',
    'exams.edit',
    'exams.editAll',
    'results.read',
    'results.create',
    'results.validate',
    'results.validateOwn',
    'results.correct',
    'results.correctAll',
    'results.receive',
    'reports.read',
    'reports.review',
    'reports.sign',
    'reports.deliver',
    ...ownTrash,
    'records.export',
    'accesses.read',
  ],
  administracion: [
    ...lists,
    'patients.edit',
    'patients.merge',
    'consents.edit',
    'orders.create',
    'directory.edit',
    ...fullTrash,
    'lists.export',
    'people.import',
    ...everyRecord,
    'analytes.manage',
    'reports.deliver',
    'reports.statistics',
    'letterhead.manage',
    'clinic.manage',
    'rights.manage',
    'accounts.manage',
    'emergency.open',
  ],
  auditoria: [
    ...lists,
    'exams.open',
    'results.read',
    'reports.read',
    'trash.see',
    'trash.seeAll',
    'lists.export',
    ...everyRecord,
    'audit.read',
  ],
};

/** Capabilities of an account with these roles: the union. */
export function getCapabilities(accountRoles: readonly Role[]): ReadonlySet<Capability> {
  return new Set(accountRoles.flatMap((role) => roleCapabilities[role]));
}

/** Roles that an account gains only when a second administrator confirms them. */
const restrictedRoles: readonly Role[] = ['administracion', 'medico', 'auditoria'];

/** The new roles that a second administrator must confirm. */
export function rolesToConfirm(current: readonly Role[], requested: readonly Role[]): Role[] {
  return requested.filter((role) => restrictedRoles.includes(role) && !current.includes(role));
}

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
