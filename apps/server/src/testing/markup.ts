import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { addFailedWebhook } from './records.ts';

/** Markup that breaks out of any position: a text, an attribute, a script, a comment, a URL. */
export const MARKUP = [
  '"><img src=x onerror="window.hurt=1">',
  '<script>window.hurt=1</script>',
  "'-alert(1)-'",
  '</title></style></textarea>-->',
  '<svg/onload=window.hurt=1>',
  '<a href="javascript:window.hurt=1">aquí</a>',
  '{{7*7}}$&$`',
].join('');

/** A URL that runs a script, for stored links. */
const LINK = 'javascript:window.hurt=1//';

/** Each column with free text, or with a URL that is shown as a link. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  patients: [
    'name',
    'phone',
    'curp',
    'street',
    'colony',
    'municipality',
    'state',
    'zip',
    'country',
    'identity_document',
    'emergency_name',
    'emergency_phone',
    'emergency_relation',
  ],
  consents: ['withdrawal_reason'],
  privacy_notices: ['short_text', 'full_text', 'necessary_purposes', 'voluntary_purposes'],
  patient_notes: ['text'],
  data_requests: ['requester', 'details', 'identity_proof', 'response', 'outcome', 'evidence'],
  emergency_accesses: ['reason'],
  result_sets: ['method'],
  analyte_ranges: ['method', 'range'],
  received_results: ['patient_text', 'name_text', 'folio_text', 'where_text', 'method'],
  professional_identity_versions: [
    'full_name',
    'institution',
    'specialty',
    'specialty_certificate',
  ],
  fertility_tests: ['user_name'],
  recipe_appointments: ['type', 'prescription_explanation', 'invitee_name', 'invitee_email'],
  exams: ['type'],
  files: ['name'],
  doctors: ['name'],
  partners: ['name', 'country'],
  branches: ['name', 'phone', 'state', 'zip'],
  prospects: ['name', 'email', 'phone', 'reason', 'notes'],
};
const LINKS: Readonly<Record<string, readonly string[]>> = {
  recipe_appointments: ['meeting_url'],
  exams: ['external_url'],
  partners: ['website', 'logo_url'],
  branches: ['website'],
};

/** Writes markup into every text of a filled database, bypassing all validation. */
export async function fillWithMarkup(db: Database): Promise<void> {
  // A CURP is unique among patients, unless it is marked.
  await db.execute(sql`update patients set curp_conflict = true`);
  for (const [table, columns] of Object.entries(TEXTS)) {
    const changes = columns.map((column) => sql`${sql.identifier(column)} = ${MARKUP}`);
    await db.execute(sql`update ${sql.identifier(table)} set ${sql.join(changes, sql`, `)}`);
  }
  for (const [table, columns] of Object.entries(LINKS)) {
    const changes = columns.map((column) => sql`${sql.identifier(column)} = ${LINK}`);
    await db.execute(sql`update ${sql.identifier(table)} set ${sql.join(changes, sql`, `)}`);
  }
  // Signed versions and drafts are immutable, so the text goes into a newer draft.
  await db.execute(sql`
    insert into report_versions (id, patient_id, kind, number, type, text, sha256, arrived_at, source, model)
    select 'rpv_markup_' || id, patient_id, kind, last_number + 1, 'draft', ${MARKUP}, '', now(), 'ia', ${MARKUP}
      from reports`);
  // These e-mails are unique, so the id is added.
  await db.execute(sql`update patients set email = ${MARKUP} || id`);
  await db.execute(sql`update doctors set email = ${MARKUP} || id, specialties = array[${MARKUP}]`);
  await db.execute(sql`update branches set address = jsonb_build_object('calle', ${MARKUP}::text)`);
  await db.execute(sql`update exams set file_id = null`);
  await db.execute(sql`
    insert into letterheads (version, name, address, licence) values (1, ${MARKUP}, ${MARKUP}, ${MARKUP})`);
  // The demo has no ranges.
  await db.execute(sql`
    insert into analyte_ranges (id, laboratory_id, analyte, method, unit, range, valid_from)
    select 'rng_markup', id, 'volume', ${MARKUP}, 'mL', ${MARKUP}, '2026-01-01' from partners limit 1`);
  await db.execute(sql`
    insert into data_requests (id, kind, requester, details, received_on, answer_by)
    values ('req_markup', 'access', ${MARKUP}, ${MARKUP}, '2026-11-02', '2026-12-01')`);
  // An appointment to confirm tomorrow.
  await db.execute(sql`
    with tomorrow as (select (date_trunc('day', now() at time zone 'America/Mexico_City') + interval '36 hours')
      at time zone 'America/Mexico_City' as noon)
    update doctor_appointments set status = 'assigned', double_booked = true, starts_at = noon,
      ends_at = noon + interval '30 minutes'
    from tomorrow where id = (select max(id) from doctor_appointments)`);
  await addFailedWebhook(db, { payload: { payload: { name: MARKUP, email: MARKUP } } });
  // A Calendly appointment without a patient.
  await db.execute(sql`
    update recipe_appointments set patient_id = null, calendly_invitee_uri = 'https://api.calendly.com/invitees/1'
    where id = (select max(id) from recipe_appointments)`);
}
