import { insertAudit, iso, jsonArray, type Query, withAudit, withoutAudit } from './json.ts';

/** The columns of a patient in lists. */
const SUMMARY = `id as "idUser", name, email, phone, ${iso('created_at')} as "createDate",
  ${iso('last_access_at')} as "lastConnection", status, version`;

/** Columns that only the page of one patient has. */
const IDENTIFICATION = `birth_date as "birthDate", sex, curp, street, colony, municipality, state, zip, country,
  identity_document as "identityDocument",
  emergency_name as "emergencyName", emergency_phone as "emergencyPhone",
  emergency_relation as "emergencyRelation", notes`;

const patientsWhere = (where: string): Query => ({
  before: `page as (select ${SUMMARY} from patients
    where deleted_at is null ${where} order by created_sort desc, id desc limit 50)`,
  data: `json_build_object('userData', ${jsonArray('table page')})`,
  audit: insertAudit('patients.listed', { shown: 'select array_agg("idUser") from page' }),
});

const STORED_FILE = `'/v1/files/' || f.id as "fileUrl", f.name as "fileName",
  f.media_type as "mediaType", f.size as "fileSize", ${iso('f.created_at')} as "uploadedAt",
  s.name as "uploadedBy"`;

const selectEarlierFiles = (record: string) =>
  `select ${STORED_FILE} from replaced_files r join files f on f.id = r.file_id
    left join staff s on s.id = f.created_by where ${record} order by r.replaced_at desc`;

const EXAMS = `select e.id, e.type as "examType",
    case when f.id is null then e.external_url else '/v1/files/' || f.id end as "fileUrl",
    f.id is null and e.external_url is not null as external, f.name as "fileName",
    f.media_type as "mediaType", f.size as "fileSize",
    case when l.id is not null then json_build_object('idPartner', l.id, 'name', l.name) end as laboratory,
    ${jsonArray(selectEarlierFiles('r.exam_id = e.id'))} as "earlierFiles",
    case when f.id is not null then e.external_url end as "earlierLink",
    e.exam_date as "examDate", ${iso('e.created_at')} as "createDate", e.version
  from exams e left join files f on f.id = e.file_id left join partners l on l.id = e.laboratory_id
  where e.patient_id = p.id and e.deleted_at is null order by e.created_at desc nulls last, e.id`;

const RECIPES = `select a.id, a.status, a.type,
    json_build_object('start_time', ${iso('a.starts_at')}, 'meeting_url', a.meeting_url) as calendly_data,
    ${iso('a.created_at')} as "createDate", a.prescription_explanation as "prescriptionExplanation",
    ${jsonArray(`select ${STORED_FILE} from files f left join staff s on s.id = f.created_by
       where f.id = a.prescription_file_id
       union all (${selectEarlierFiles('r.recipe_appointment_id = a.id')})`)} as prescriptions,
    a.version
  from recipe_appointments a
  where a.patient_id = p.id and a.deleted_at is null order by a.starts_at desc nulls last, a.id`;

const VISITS = `select a.id, a.id as "idAppointment", a.patient_id as "idUser",
    a.doctor_id as "idDoctor", a.status, ${iso('a.created_at')} as "createDate",
    json_build_object('date', ${iso('a.starts_at')}, 'endDate', ${iso('a.ends_at')}) as "appointmentDate",
    json_build_object('name', d.name, 'specialty_formatted', d.specialties, 'email', d.email) as doctor,
    json_build_object('name', p.name, 'email', p.email, 'phone', p.phone) as patient,
    a.double_booked as overlaps, a.version
  from doctor_appointments a join doctors d on d.id = a.doctor_id
  where a.patient_id = p.id and a.deleted_at is null order by a.starts_at desc nulls last, a.id`;

const selectReport = (kind: string) => `json_build_object('message', coalesce(
  (select v.text from reports r join report_versions v on v.id = r.in_force_id
    where r.patient_id = p.id and r.kind = '${kind}'), ''))`;

const TEST = `json_build_object('test', json_build_object('userName', t.user_name))`;

/** The patient whose id is the first value. */
const THE_PATIENT = { patient: '$1' };

const queries = {
  page: patientsWhere(''),
  pageAfter: patientsWhere('and (created_sort, id) < ($1::timestamptz, $2)'),
  pageOfStatus: patientsWhere('and status_group = $1::smallint'),
  search: patientsWhere('and search_text like $1'),
  patient: {
    data: `select row_to_json(row) from (select ${SUMMARY}, ${IDENTIFICATION}, ${TEST} as "userData",
      t.history_name as "historyName"
    from patients p left join fertility_tests t on t.patient_id = p.id
    where id = $1 and deleted_at is null) as row`,
    audit: insertAudit('patient.read', THE_PATIENT),
  },
  history: {
    data: `select json_build_object('idUser', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'userData', ${TEST}, 'historyName', t.history_name,
      'allExamns', json_build_object('exams', ${jsonArray(EXAMS)}),
      'MedicalReportData', json_build_object(
        'examReportIA', ${selectReport('exam_ai')}, 'firstMedicalReport', ${selectReport('first_medical')}),
      'appointments', json_build_object(
        'recipeAppointments', ${jsonArray(RECIPES)}, 'doctorAppointments', ${jsonArray(VISITS)}))
    from patients p left join fertility_tests t on t.patient_id = p.id
    where p.id = $1 and p.deleted_at is null`,
    audit: insertAudit('patient.history_read', THE_PATIENT),
  },
  updateStatus: {
    before: `changed as (
      update patients set status = $2, version = version + 1, updated_at = now()
       where id = $1 and deleted_at is null and status is distinct from $2
      returning id as "idUser", old.status, new.version)`,
    data: `select json_build_object('updated', count(*), 'earlier', coalesce(json_agg(changed), '[]'))
      from changed`,
    audit: insertAudit('patient.status_changed', {
      patient: '"idUser"',
      from: 'changed',
      details: `jsonb_build_object('version', version, 'changes', jsonb_build_object('status',
        jsonb_build_object('from', status, 'to', $2::smallint)))`,
    }),
  },
  edit: {
    before: `before as (
      select id, phone from patients where id = $1 and deleted_at is null for update),
    changed as (
      update patients p set phone = $2, version = p.version + 1, updated_at = now()
        from before where p.id = before.id returning p.*)`,
    data: `select json_build_object('patient', row_to_json(row)) from (
      select ${SUMMARY}, ${IDENTIFICATION}, ${TEST} as "userData", t.history_name as "historyName"
        from changed left join fertility_tests t on t.patient_id = id) as row`,
    audit: insertAudit('patient.updated', {
      patient: 'id',
      from: 'changed',
      details: `jsonb_build_object('version', version, 'changes', jsonb_build_object('phone',
        jsonb_build_object('from', encode(sha256((select phone from before)::bytea), 'hex'),
          'to', encode(sha256($2::bytea), 'hex'))))`,
    }),
  },
  branches: {
    data: `json_build_object('branches', ${jsonArray(`select b.id, b.id as "idBranch", b.name, b.address,
        case when b.latitude is not null and b.longitude is not null
          then json_build_object('lat', b.latitude, 'lng', b.longitude) end as location,
        b.phone, b.state, b.website, b.zip, b.exams as exam_available, p.name as "namePartner",
        json_build_object('id', p.id, 'name', p.name) as partner, b.utm, b.version
      from branches b join partners p on p.id = b.partner_id and p.deleted_at is null
      where b.partner_id = $1 and b.deleted_at is null
      order by coalesce(b.state, '') collate "es-x-icu", b.name collate "es-x-icu", b.id limit 10`)})`,
    audit: insertAudit('branches.listed'),
  },
  prospects: {
    before: `page as (select o.id as "idProspect", o.name, o.email as mail,
        o.phone, o.reason as motivo, o.status, coalesce(o.notes, '') as notes,
        ${iso('o.created_at')} as "createDate",
        case when o.consent_at is not null then json_build_object(
          'at', ${iso('o.consent_at')}, 'version', coalesce(o.consent_version, '')) end as consent,
        case when p.id is not null
          then json_build_object('idUser', p.id, 'name', p.name) end as patient,
        ${iso('o.converted_at')} as "convertedAt", o.version
      from prospects o left join patients p on p.id = o.patient_id and p.deleted_at is null
      where o.deleted_at is null order by o.created_sort desc, o.id desc limit 50)`,
    data: `json_build_object('prospects', ${jsonArray('table page')})`,
    audit: insertAudit('prospects.listed', { shown: 'select array_agg("idProspect") from page' }),
  },
} as const satisfies Readonly<Record<string, Query>>;

export type Name = keyof typeof queries;

const each = (write: (query: Query) => string) =>
  Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [name, write(query)]),
  ) as Record<Name, string>;

/**
 * The leanest SQL that we know for the rows of each call: one statement, in index order, whose answer
 * PostgreSQL writes as JSON. No session, no counts, no audit.
 */
export const statements = each(withoutAudit);

/** The statements, each with the audit row that the product writes for it. */
export const auditedStatements = each(withAudit);
