import type { Role } from '@simiente/contract/common/access/roles';

/** The letters of the roles of the table: recepción, laboratorio, médico, administración, auditoría. */
export const roleLetters = {
  R: 'recepcion',
  L: 'laboratorio',
  M: 'medico',
  A: 'administracion',
  U: 'auditoria',
} as const satisfies Record<string, Role>;

const wholeAuditCalls = ['audit.list', 'audit.actors', 'audit.affected', 'audit.state'];
const otherAccountCalls = [
  'professionalIdentity.getOne',
  'professionalIdentity.enter',
  'professionalIdentity.confirmReturn',
  'accounts.list',
  'accounts.getOne',
  'accounts.invite',
  'accounts.update',
  'accounts.confirmRoles',
  'accounts.setActive',
  'accounts.endSessions',
  'accounts.resetTwoFactor',
  'accounts.removePasskeys',
  'accounts.removeProvider',
  'accounts.makeLink',
  'system.status',
];

/** Calls that also need a doctor and a professional identity. */
const signatures = ['reports.sign', 'reports.confirm', 'reports.withdraw', 'deliveries.ofVersion'];

/**
 * The table of the request, typed independently: the roles that may make each call. `todo` may make all of them
 * except those of `notTodo`.
 */
export const table: readonly (readonly [allowedLetters: string, calls: readonly string[]])[] = [
  // Patients: identity, contact, status; appointments, Calendly.
  [
    'RLMAU',
    [
      'patients.list',
      'patients.getOne',
      'patients.getMedicalHistory',
      'patients.duplicates',
      'patients.listSimilar',
      'patientMerges.list',
      'appointments.getOne',
      'appointments.freeTimes',
      'appointments.nextFree',
      'doctors.agenda',
      'doctors.upcoming',
      'doctors.day',
      'calendly.attention',
      'reminders.list',
      'reminders.attention',
      'calendly.withoutPatient',
      'calendly.suggestedPatients',
      'calendlyInbox.list',
      'calendlyInbox.read',
      'dashboard.waitingRecipes',
    ],
  ],
  ['MA', ['patientMerges.preview', 'patientMerges.merge', 'patientMerges.undo']],
  [
    'RMA',
    [
      'patients.create',
      'patients.update',
      'patients.dismissSimilar',
      'patients.updateStatus',
      'patients.restoreStatus',
      'appointments.create',
      'appointments.updateStatus',
      'appointments.recordAttendance',
      'appointments.createRecipe',
      'appointments.updateRecipe',
      'appointments.uploadPrescription',
      'reminders.send',
      'reminders.write',
      'reminders.recordWhatsapp',
      'reminders.resolve',
      'calendly.assignPatient',
      'calendly.unassignPatient',
      'calendlyInbox.replay',
      'calendlyInbox.discard',
    ],
  ],
  ['RLMAU', ['consents.list', 'notices.list', 'notices.ofPatient']],
  ['RMA', ['consents.record', 'consents.withdraw', 'notices.hand']],
  ['RLMAU', ['notes.list']],
  ['RMA', ['notes.add', 'notes.change']],
  // Emergency access: roles without the clinical part open one; auditoría and doctors read about it.
  ['RLA', ['emergencyAccess.open']],
  ['MAU', ['emergencyAccess.recent']],
  // Orders.
  [
    'RLMAU',
    [
      'examOrders.list',
      'examOrders.listAll',
      'examOrders.days',
      'examOrders.pdf',
      'examOrders.downloads',
    ],
  ],
  ['RMA', ['examOrders.create', 'examOrders.requestAgain']],
  // Exams: every role lists them; access to the files has separate tests.
  ['RLMAU', ['dashboard.exams', 'files.read']],
  ['RLM', ['exams.create']],
  ['LM', ['exams.replaceFile', 'exams.update']],
  // Results; an account that only lists exams reads them in an emergency, which has separate tests.
  ['LMU', ['results.ofPatient', 'results.secondReading', 'results.pending']],
  ['RLMAU', ['results.getOne', 'results.attention']],
  [
    'LM',
    [
      'results.entry',
      'results.create',
      'results.update',
      'results.confirm',
      'results.validate',
      'results.critical',
      'results.seeCritical',
      'results.correct',
      'results.move',
      'results.nameValue',
      'receivedResults.list',
      'receivedResults.candidates',
      'receivedResults.assign',
      'receivedResults.discard',
      'receivedResults.restore',
      'resultFiles.check',
      'resultFiles.import',
      'laboratoryInbox.list',
      'laboratoryInbox.read',
      'laboratoryInbox.discard',
      'laboratoryInbox.replay',
    ],
  ],
  // Reports: roles that see the text read its versions; in an emergency one version can be read too.
  ['MU', ['reports.ofPatient']],
  ['RLMAU', ['reports.getVersion', 'reports.fhir']],
  [
    'M',
    [
      'reports.writeDraft',
      'reports.wordDraft',
      'reports.startReview',
      'reports.getWorkingCopy',
      'reports.saveWorkingCopy',
      'reports.takeOver',
      'reports.dropWorkingCopy',
      'reports.discardDraft',
      'reports.queue',
      'reports.attention',
      ...signatures,
    ],
  ],
  ['A', ['reports.statistics']],
  ['A', ['analyteRanges.set', 'analyteRanges.update', 'examOrders.setDays']],
  // Signed reports, handed to patients.
  [
    'MA',
    [
      'deliveries.ofPatient',
      'deliveries.create',
      'deliveries.showCode',
      'deliveries.revoke',
      'deliveries.requests',
      'deliveries.handleRequest',
    ],
  ],
  // Signed reports.
  ['MU', ['reportPapers.pdf']],
  // The letterhead of papers.
  ['RLMAU', ['letterhead.getOne', 'clinic.settings']],
  ['A', ['letterhead.update', 'clinic.update', 'reminders.preview']],
  // Requests of persons about their data.
  [
    'A',
    [
      'rights.list',
      'rights.getOne',
      'rights.create',
      'rights.update',
      'rights.attach',
      'rights.stopAutomation',
      'rights.block',
      'notices.add',
    ],
  ],
  ['RLMAU', ['analyteRanges.list']],
  // Prospects, partners, branches, doctors.
  [
    'RLMAU',
    [
      'prospects.list',
      'prospects.getOne',
      'prospects.ofPatient',
      'partners.getAll',
      'partners.list',
      'partners.getOne',
      'branches.list',
      'branches.places',
      'branches.getOne',
      'doctors.list',
      'doctors.getOne',
      'doctors.duplicates',
      'partners.duplicates',
      'branches.duplicates',
      'exams.laboratory',
      'exams.laboratories',
      'examOrders.branches',
    ],
  ],
  [
    'RA',
    [
      'prospects.create',
      'prospects.updateStatus',
      'prospects.move',
      'prospects.convert',
      'partners.create',
      'partners.update',
      'branches.create',
      'branches.update',
      'doctors.create',
      'doctors.update',
      'doctors.retire',
    ],
  ],
  ['RLMA', ['trash.consequences', 'trash.delete', 'trash.restore']],
  ['RLMAU', ['trash.list']],
  // Exports.
  [
    'A',
    [
      'people.check',
      'people.import',
      'people.progress',
      'people.list',
      'people.cancel',
      'people.undo',
    ],
  ],
  ['AU', ['listExports.request', 'listExports.fetch', 'patients.getAll', 'prospects.getAll']],
  ['MAU', ['patientRecord.fetch', 'audit.accesses']],
  ['U', wholeAuditCalls],
  ['A', otherAccountCalls],
  // Calls on lists that the role may see, and the user's own account.
  [
    'RLMAU',
    [
      'dashboard.today',
      'dashboard.figures',
      'dashboard.attendance',
      'dashboard.activity',
      'search.find',
      'account.read',
      'account.update',
      'account.changePassword',
      'professionalIdentity.readOwn',
      'professionalIdentity.confirmOwn',
      'account.sessions',
      'account.revokeSession',
      'account.revokeOtherSessions',
      'audit.ownActivity',
    ],
  ],
];

export const forbiddenToTodo: ReadonlySet<string> = new Set([
  'emergencyAccess.open',
  ...wholeAuditCalls,
  ...otherAccountCalls,
  ...signatures,
]);
