import { examCodes, findExamCode, partnerExamNames } from '@simiente/contract/exams/catalogue';
import type { Partner } from '@simiente/contract/partners/calls';
import { partnerFields } from '@simiente/contract/partners/fields';
import { ApiFailure } from '../../../lib/api/failure.ts';
import type { Choice } from '../../../ui/form/ChoiceCards.tsx';
import { logoField } from '../../files/public.ts';
import { defineFields, type FieldErrors, type FieldValues } from '../../record-form/public.ts';

/** The specification's messages, in the order of the checks. */
const alerts = {
  fields: 'Por favor completa todos los campos obligatorios',
  exams: 'Por favor selecciona al menos un estudio disponible',
  laboratoryLogo: 'Por favor sube el logotipo de login',
  logo: 'Por favor sube todas las imágenes requeridas',
};

export const fields = defineFields<Partner>()({
  name: { label: 'Nombre', missing: 'Escribe el nombre.', rule: partnerFields.name },
  id: {
    label: 'Id (subdominio)',
    rule: partnerFields.id.optional(),
    from: ({ idPartner }) => idPartner,
    read: (text) => text.trim() || undefined,
  },
  country: { label: 'País', missing: 'Elige el país.', rule: partnerFields.country },
  type: { label: 'Tipo', missing: 'Elige el tipo.', rule: partnerFields.type },
  website: { label: 'Sitio web', missing: 'Escribe el sitio web.', rule: partnerFields.website },
  utm: { label: 'Enlace UTM', initial: false, from: (partner) => partner.utm_available },
  /** Empty for the clinic's zone. */
  timeZone: { label: 'Zona horaria', rule: partnerFields.timeZone },
  logo_app_login: {
    label: 'Logotipo de login',
    missing: 'Falta el logotipo de login.',
    ...logoField,
  },
  logo_app_nav: { label: 'Logotipo de navegación', ...logoField },
  logo_lading_logo: { label: 'Logotipo de la landing', ...logoField },
  exams: {
    label: 'Estudios disponibles',
    missing: alerts.exams,
    rule: partnerFields.exams,
    initial: [] as readonly string[],
    from: (partner) => inFormOrder(partner),
  },
});

const catalogue = examCodes.map((code) => partnerExamNames[code]);

/** The studies of the catalogue, and the partner's imported studies outside of it. */
export function examChoices(partner: Partner | null): Choice[] {
  const others = (partner?.all_exams_available ?? []).filter((exam) => !findExamCode(exam));
  return [...new Set([...catalogue, ...others])].map((name) => ({ value: name, label: name }));
}

/** The partner's exams in the form's spelling and order. */
function inFormOrder(partner: Partner): string[] {
  const exams = new Set(
    partner.all_exams_available.map((exam) => {
      const code = findExamCode(exam);
      return code === undefined ? exam : partnerExamNames[code];
    }),
  );
  return examChoices(partner)
    .map(({ value }) => value)
    .filter((name) => exams.has(name));
}

export type PartnerValues = FieldValues<typeof fields>;

const required = ['name', 'country', 'website', 'type'] as const;

/** The alert above the fields; undefined if nothing is missing. */
export function getAlert(errors: FieldErrors, values: PartnerValues): string | undefined {
  const isMissing = (field: (typeof required)[number]) =>
    errors[field] !== undefined && values[field].trim() === '';
  if (required.some(isMissing)) return alerts.fields;
  if (errors.exams !== undefined) return alerts.exams;
  if (errors.logo_app_login === undefined) return undefined;
  return values.type === 'Laboratorio' ? alerts.laboratoryLogo : alerts.logo;
}

/** The messages of the specification, section 8, by the source of the failure. */
export function describeFailure(error: Error, isNew: boolean) {
  const title = `Error al ${isNew ? 'crear' : 'guardar'} el partner`;
  if (!(error instanceof ApiFailure)) return { title };
  switch (error.source) {
    case 'answer':
      return { title: `${title}: ${error.message}` };
    case 'wordless':
      return { title: `${title}: Error desconocido`, detail: error.message };
    case 'silence':
      return { title, detail: error.message };
  }
}

/** The countries of ISO 3166-1, ordered by code. */
const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

const spanishNames = new Intl.DisplayNames('es-MX', { type: 'region' });

/** The Spanish names of all countries, in alphabetical order. */
export const countryNames: readonly string[] = CODES.split(' ')
  .map((code) => spanishNames.of(code) ?? code)
  .sort(new Intl.Collator('es').compare);
