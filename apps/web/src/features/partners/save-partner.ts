import { logoUrlOf } from '@simiente/contract/partner-fields';
import { logoFields, type Partner, partner, partnerData } from '@simiente/contract/partners';
import { type ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { upload } from '../../lib/api/upload.ts';
import type { DraftField, PartnerDraft } from './partner-draft.ts';

/** How far a form has left, and what calls it off. */
interface Sending {
  /** Names the change, so that repeating it after a lost answer does nothing twice. */
  readonly key: string;
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Makes a partner. @throws ApiFailure */
export async function createPartner(draft: PartnerDraft, sending: Sending): Promise<Partner> {
  const data = await upload({
    path: '/v1/partner/create_partner',
    fields: {
      name: draft.name,
      id: draft.id,
      logo_url: logoUrlOf(draft.name),
      country: draft.country,
      website: draft.website,
      type: draft.type,
      branches: '1',
      all_exams_available: JSON.stringify(draft.exams),
      utm_available: String(draft.utm),
    },
    files: pickedFiles(draft),
    idempotencyKey: sending.key,
    onProgress: sending.onProgress,
    signal: sending.signal,
  });
  return partnerData.parse(data).partner;
}

/** Saves what was changed of a partner. @throws ApiFailure */
export async function updatePartner(
  { idPartner, version }: Partner,
  draft: PartnerDraft,
  changed: readonly DraftField[],
  sending: Sending,
): Promise<Partner> {
  const ifChanged = (field: DraftField, text: string) =>
    changed.includes(field) ? text : undefined;
  const removed = logoFields.filter((field) => changed.includes(field) && draft[field] === null);
  const data = await upload({
    method: 'PUT',
    path: '/v1/partner/update_partner',
    fields: {
      idPartner,
      name: ifChanged('name', draft.name),
      country: ifChanged('country', draft.country),
      website: ifChanged('website', draft.website),
      type: ifChanged('type', draft.type),
      all_exams_available: ifChanged('exams', JSON.stringify(draft.exams)),
      utm_available: ifChanged('utm', String(draft.utm)),
      logos_removed: removed.length === 0 ? undefined : JSON.stringify(removed),
      version: String(version),
    },
    files: pickedFiles(draft),
    idempotencyKey: sending.key,
    onProgress: sending.onProgress,
    signal: sending.signal,
  });
  return partnerData.parse(data).partner;
}

/** What a request is told from another by: of an image, what a browser says of it. */
export function requestOf(draft: PartnerDraft, version: number): unknown {
  const images = Object.entries(pickedFiles(draft)).map(([field, file]) => [
    field,
    file?.name,
    file?.size,
    file?.lastModified,
  ]);
  return { ...draft, images, version };
}

function pickedFiles(draft: PartnerDraft): Record<string, File | undefined> {
  return Object.fromEntries(
    logoFields.map((field) => [field, draft[field] instanceof File ? draft[field] : undefined]),
  );
}

/** The partner as somebody else left it, when that is what an edit was refused for. */
export function currentPartnerOf(error: Error | null): Partner | undefined {
  return partner.safeParse(staleDetails(error)).data;
}

/** Which of the form's fields each of the call's is. */
const fieldOf: Readonly<Record<string, DraftField>> = {
  name: 'name',
  id: 'id',
  country: 'country',
  website: 'website',
  type: 'type',
  all_exams_available: 'exams',
  logo_app_login: 'logo_app_login',
  logo_app_nav: 'logo_app_nav',
  logo_lading_logo: 'logo_lading_logo',
};

/** What the server said of single fields. */
export function fieldErrorsOf({ issues }: ApiFailure): Partial<Record<DraftField, string>> {
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const field = fieldOf[path.split('.')[0] ?? ''];
      return field === undefined ? [] : [[field, message]];
    }),
  );
}
