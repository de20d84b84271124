import { toSlug } from './identifiers.ts';
import { buildCity } from './people.ts';
import { type BuilderContext, chance, withStream } from './random.ts';
import type { PartnerRecord } from './records.ts';
import texts from './vocabulary/texts.json' with { type: 'json' };

/** First words of a partner's name, by type. */
const organisationKinds: Readonly<Record<string, readonly string[]>> = {
  Laboratorio: ['Laboratorio', 'Laboratorios', 'Diagnóstico', 'Análisis Clínicos'],
  Clínica: ['Clínica', 'Centro Andrológico', 'Unidad Andrológica'],
  Hospital: ['Hospital'],
  Otro: ['Farmacias', 'Banco de Gametos'],
};

/** Types of partners. A list of partners repeats this order. */
const organisationTypes = [
  'Laboratorio',
  'Clínica',
  'Laboratorio',
  'Hospital',
  'Laboratorio',
  'Clínica',
  'Otro',
];

/** Invented names that no known organisation has. */
export const organisationNames = texts.partners.names;

/** A partner whose id is by default the slug of its name. */
export function buildPartner(
  context: BuilderContext,
  overrides: Partial<PartnerRecord> = {},
): PartnerRecord {
  const type = overrides.type ?? context.faker.helpers.arrayElement(organisationTypes);
  const name = overrides.name ?? buildPartnerName(context, type);
  return {
    idPartner: toSlug(name),
    name,
    country: 'México',
    type,
    utm_available: chance(context, 0.6),
    ...overrides,
  };
}

function buildPartnerName(context: BuilderContext, type: string, invented?: string): string {
  const { faker } = context;
  const kinds = organisationKinds[type] ?? ['Grupo'];
  return `${faker.helpers.arrayElement(kinds)} ${invented ?? faker.helpers.arrayElement(organisationNames)}`;
}

/** Partners with different names and ids; beyond the list of names, city and number distinguish them. */
export function buildPartners(context: BuilderContext, count: number): PartnerRecord[] {
  const invented = withStream(context, 'names', ({ faker }) =>
    faker.helpers.shuffle(organisationNames),
  );
  return Array.from({ length: count }, (_, index) =>
    withStream(context, index, (inner) => {
      const name = invented[index % invented.length] ?? '';
      const round = Math.floor(index / invented.length);
      const type = organisationTypes[index % organisationTypes.length] ?? 'Otro';
      const base = buildPartnerName(inner, type, name);
      if (round === 0) return buildPartner(inner, { type, name: base });
      return buildPartner(inner, {
        type,
        name: `${base} ${buildCity(inner).name} ${round + 1}`,
        // A long name may lose its number in the slug.
        idPartner: toSlug(`${name} ${round + 1}`),
      });
    }),
  );
}
