import { examCodeOf, examCodes, partnerExamNames } from '@simiente/contract/exam-catalogue';
import { partnerFields } from '@simiente/contract/partner-fields';
import { type LogoField, logoFields, type Partner } from '@simiente/contract/partners';
import type { StoredFile } from '@simiente/contract/stored-file';
import type { Choice } from '../../ui/form/ChoiceCards.tsx';

/** An image of the form: none, the one that the partner has, or one that was picked. */
export type DraftLogo = File | StoredFile | null;

/** What the form holds: every field as it is typed. */
export interface PartnerDraft extends Readonly<Record<LogoField, DraftLogo>> {
  readonly name: string;
  readonly id: string;
  readonly country: string;
  /** Empty: none was chosen. */
  readonly type: string;
  readonly website: string;
  readonly utm: boolean;
  /** As the form spells them, and in its order. */
  readonly exams: readonly string[];
}

export type DraftField = keyof PartnerDraft;
export type DraftErrors = Partial<Record<DraftField, string>>;

/** In the order of the form, which is the one in which the focus goes to what is wrong. */
export const draftFields: readonly DraftField[] = [
  'name',
  'id',
  'country',
  'type',
  'website',
  'utm',
  ...logoFields,
  'exams',
];

export const EMPTY_DRAFT: PartnerDraft = {
  name: '',
  id: '',
  country: '',
  type: '',
  website: '',
  utm: false,
  logo_app_login: null,
  logo_app_nav: null,
  logo_lading_logo: null,
  exams: [],
};

const catalogue = examCodes.map((code) => partnerExamNames[code]);

/** The study choices: the form's thirteen, and what an import brought besides. */
export function examChoices(partner: Partner | null): Choice[] {
  const others = (partner?.all_exams_available ?? []).filter((exam) => !examCodeOf(exam));
  return [...new Set([...catalogue, ...others])].map((name) => ({ value: name, label: name }));
}

export function draftOf(partner: Partner): PartnerDraft {
  const exams = new Set(
    partner.all_exams_available.map((exam) => {
      const code = examCodeOf(exam);
      return code === undefined ? exam : partnerExamNames[code];
    }),
  );
  return {
    name: partner.name,
    id: partner.idPartner,
    country: partner.country ?? '',
    type: partner.type ?? '',
    website: partner.website ?? '',
    utm: partner.utm_available,
    logo_app_login: partner.logo_app_login,
    logo_app_nav: partner.logo_app_nav,
    logo_lading_logo: partner.logo_lading_logo,
    exams: examChoices(partner)
      .map(({ value }) => value)
      .filter((name) => exams.has(name)),
  };
}

/** What two drafts differ in. A stored image is the same as long as its address is. */
export function changedFields(draft: PartnerDraft, from: PartnerDraft): DraftField[] {
  return draftFields.filter((field) => keyOf(draft[field]) !== keyOf(from[field]));
}

function keyOf(value: PartnerDraft[DraftField]): unknown {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'object' && value !== null && 'fileUrl' in value) return value.fileUrl;
  return value;
}

/** The draft on what the partner is now: what one has not touched oneself is as others left it. */
export function rebase(draft: PartnerDraft, base: PartnerDraft, now: PartnerDraft): PartnerDraft {
  const mine = changedFields(draft, base).map((field) => [field, draft[field]]);
  return { ...now, ...Object.fromEntries(mine) };
}

const required = ['name', 'country', 'website', 'type'] as const;

/** What the specification says, in the order in which it is looked at. */
const alerts = {
  fields: 'Por favor completa todos los campos obligatorios',
  exams: 'Por favor selecciona al menos un estudio disponible',
  laboratoryLogo: 'Por favor sube el logotipo de login',
  logo: 'Por favor sube todas las imágenes requeridas',
};

/**
 * What stands in the way of saving these fields: a sentence for each, and the one of the specification
 * that comes first, which is missing when something is there and only wrong. A field that nobody
 * touched is not looked at: an import may have brought what no form takes.
 */
export function checkDraft(
  draft: PartnerDraft,
  fields: readonly DraftField[],
): { readonly errors: DraftErrors; readonly alert: string | undefined } {
  const errors: DraftErrors = {};
  for (const field of fields) {
    const message = refusalOf(draft, field);
    if (message !== undefined) errors[field] = message;
  }
  return { errors, alert: alertOf(draft, errors) };
}

function refusalOf(draft: PartnerDraft, field: DraftField): string | undefined {
  if (field === 'logo_app_login') {
    return draft.logo_app_login === null ? 'Falta el logotipo de login.' : undefined;
  }
  if (field === 'website' && draft.website.trim() === '') return 'Escribe el sitio web.';
  if (field === 'id' && draft.id.trim() === '') return undefined;
  if (!(field in partnerFields)) return undefined;
  const rule = partnerFields[field as keyof typeof partnerFields];
  return rule.safeParse(draft[field]).error?.issues[0]?.message;
}

function alertOf(draft: PartnerDraft, errors: DraftErrors): string | undefined {
  const isMissing = (field: (typeof required)[number]) =>
    errors[field] !== undefined && draft[field].trim() === '';
  if (required.some(isMissing)) return alerts.fields;
  if (errors.exams !== undefined) return alerts.exams;
  if (errors.logo_app_login === undefined) return undefined;
  return draft.type === 'Laboratorio' ? alerts.laboratoryLogo : alerts.logo;
}
