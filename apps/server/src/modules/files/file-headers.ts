import { eq, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { pick } from '../../platform/database/records.ts';
import { DATA_POLICY, FRAMED_DATA_POLICY } from '../../platform/http/security-headers.ts';
import { Problem } from '../../platform/problem.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { dataRequestFiles, dataRequests } from '../../schema/data-requests.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { letterheads } from '../../schema/letterheads.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';

interface ReadableFile {
  readonly id: string;
  /** The patient of the file; null for logos, and for evidence of data requests by other people. */
  readonly patientId: string | null;
  /** The capability that reading the file needs besides that of the call; null for a logo. */
  readonly capability: 'exams.open' | 'patients.read' | 'rights.manage' | null;
  readonly storageKey: string;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
}

/** The patient of each current or earlier file of a record that is not deleted. */
const patientFiles = sql`
  select file_id, patient_id, 'exams.open' as capability from ${exams} where deleted_at is null
  union all
  select prescription_file_id, patient_id, 'patients.read' from ${recipeAppointments} where deleted_at is null
  union all
  select r.file_id, e.patient_id, 'exams.open' from ${replacedFiles} r
    join ${exams} e on e.id = r.exam_id where e.deleted_at is null
  union all
  select r.file_id, a.patient_id, 'patients.read' from ${replacedFiles} r
    join ${recipeAppointments} a on a.id = r.recipe_appointment_id where a.deleted_at is null`;

/** The owner of each file: a patient, a request, a partner or the clinic. */
const owners = sql`
  select o.file_id, o.patient_id, o.capability from (${patientFiles}) o
    join ${patients} p on p.id = o.patient_id where p.deleted_at is null
  union all
  select f.file_id, d.patient_id, 'rights.manage' from ${dataRequestFiles} f
    join ${dataRequests} d on d.id = f.request_id
  union all
  select l.file_id, null, null from ${partners} p,
    unnest(array[p.login_logo_id, p.nav_logo_id, p.landing_logo_id]) l(file_id) where p.deleted_at is null
  union all
  select logo_id, null, null from ${letterheads} where logo_id is not null`;

/** @throws Problem NOT_FOUND for a file whose records are deleted, or that has none */
export async function findReadableFile(db: Reader, id: string): Promise<ReadableFile> {
  const [file] = await db
    .select({
      ...pick(files, ['id', 'storageKey', 'name', 'mediaType', 'size']),
      patientId: sql<string | null>`owned.patient_id`,
      capability: sql<ReadableFile['capability']>`owned.capability`,
    })
    .from(files)
    .innerJoin(sql`(${owners}) owned`, sql`owned.file_id = ${files.id}`)
    .where(eq(files.id, id))
    .limit(1);
  if (!file) throw new Problem('NOT_FOUND');
  return file;
}

/** Types that a browser may display, because they cannot run scripts. All others are downloads. */
const SHOWN_INLINE = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp']);

/** Policy of images and downloads: no scripts and no origin, however a browser interprets the bytes. */
const BYTES_POLICY = `${DATA_POLICY}; sandbox`;
/**
 * The browser's PDF viewer uses inline styles in its frame, and does not open in a sandbox. Only our own pages may
 * frame a PDF, because the form for entering results shows the PDF beside the fields.
 */
const PDF_POLICY = `${FRAMED_DATA_POLICY}; style-src 'unsafe-inline'`;

/**
 * A logo is not health data, and the content of its URL never changes. Therefore the user's browser may cache it;
 * shared caches may not.
 */
const LOGO_CACHING = 'private, max-age=604800, immutable';

export function fileHeaders(file: Omit<ReadableFile, 'id' | 'storageKey' | 'patientId'>) {
  const inline = SHOWN_INLINE.has(file.mediaType);
  const isPdf = file.mediaType === 'application/pdf';
  return {
    'content-type': inline ? file.mediaType : 'application/octet-stream',
    'content-length': file.size,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; ${nameParameters(file)}`,
    'content-security-policy': isPdf ? PDF_POLICY : BYTES_POLICY,
    ...(isPdf && { 'x-frame-options': 'SAMEORIGIN' }),
    'x-content-type-options': 'nosniff',
    'cache-control': file.capability === null ? LOGO_CACHING : 'no-store',
  };
}

/** Allowed endings of an image or PDF; another ending could make the saved file open as a page. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
};

/** RFC 6266: an ASCII name for old clients and the original in UTF-8. Control characters and slashes are removed. */
function nameParameters({ name, mediaType }: Pick<ReadableFile, 'name' | 'mediaType'>): string {
  // Cut by code points, so that no surrogate pair is split.
  const plain = [...name.replaceAll(/[\p{Cc}\p{Cs}/\\]/gu, '')].slice(0, 150).join('') || 'archivo';
  const clean = withExtension(plain, mediaType);
  const ascii = clean
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7E]/g, '')
    .replaceAll(/["%;]/g, '_')
    .replace(/^\.(?=[a-z]+$)/, 'archivo.');
  const encoded = encodeURIComponent(clean).replaceAll(/['()*]/g, encodeAscii);
  return `filename="${ascii || 'archivo'}"; filename*=UTF-8''${encoded}`;
}

function encodeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function withExtension(name: string, mediaType: string): string {
  const [usual, ...others] = EXTENSIONS[mediaType] ?? [];
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  return usual === undefined || [usual, ...others].includes(ending) ? name : `${name}.${usual}`;
}
